import {
  autoDebitCancel,
  autoDebitCard,
  autoDebitInfo,
  autoDebitLink,
  autoDebitMandate,
  autoDebitRemind,
  autoDebitSendOtp,
  autoDebitVerifyOtp,
} from './auto-debit';
import { billGet, billLink, transactionCreate, transactionCreateSeveral } from './bill';
import { configGet } from './common-config';
import { continuationCreate, continuationGet, continuationUse } from './continuation';
import { linkCreate, orderCancel, orderCreate, orderGet } from './orders';
import { partnerGet, themeGet } from './partners';
import { dcbCancel, dcbSendTac, dcbVerifyTac } from './pay-by-mobile';
import {
  cardDelete,
  cardList,
  paymentBlacklisted,
  paymentCancel,
  paymentCompany,
  paymentExtend,
  paymentCustomer,
  paymentInit,
  paymentPage,
  paymentProcessed,
  paymentResult,
  paymentReturn,
} from './payment';
import { receiptCompany, receiptGet } from './receipt';
import { reminderAsk, reminderConfirm, reminderGet, reminderStop } from './reminders';

/** Every call of the payment backend, by its name. */
export const calls = {
  'config.get': configGet,
  'theme.get': themeGet,
  'partner.get': partnerGet,
  'order.create': orderCreate,
  'order.get': orderGet,
  'order.cancel': orderCancel,
  'link.create': linkCreate,
  'bill.get': billGet,
  'transaction.create': transactionCreate,
  'transaction.createSeveral': transactionCreateSeveral,
  'bill.link': billLink,
  'payment.page': paymentPage,
  'payment.customer': paymentCustomer,
  'payment.init': paymentInit,
  'payment.return': paymentReturn,
  'payment.result': paymentResult,
  'payment.cancel': paymentCancel,
  'payment.company': paymentCompany,
  'payment.extend': paymentExtend,
  'payment.processed': paymentProcessed,
  'payment.blacklisted': paymentBlacklisted,
  'continuation.create': continuationCreate,
  'continuation.get': continuationGet,
  'continuation.use': continuationUse,
  'receipt.get': receiptGet,
  'receipt.company': receiptCompany,
  'reminder.ask': reminderAsk,
  'reminder.get': reminderGet,
  'reminder.confirm': reminderConfirm,
  'reminder.stop': reminderStop,
  'card.list': cardList,
  'card.delete': cardDelete,
  'dcb.sendTac': dcbSendTac,
  'dcb.verifyTac': dcbVerifyTac,
  'dcb.cancel': dcbCancel,
  'autodebit.info': autoDebitInfo,
  'autodebit.sendOtp': autoDebitSendOtp,
  'autodebit.verifyOtp': autoDebitVerifyOtp,
  'autodebit.link': autoDebitLink,
  'autodebit.card': autoDebitCard,
  'autodebit.remind': autoDebitRemind,
  'autodebit.mandate': autoDebitMandate,
  'autodebit.cancel': autoDebitCancel,
} as const;

export type Calls = typeof calls;
export type CallName = keyof Calls;

function isCallName(name: string): name is CallName {
  return name in calls;
}

export const callNames: readonly CallName[] = Object.keys(calls).filter(isCallName);
