import { calls, type CallName } from '@/lib/contract/calls';
import { success } from '@/lib/domain/result';
import { readAutoDebitInfo } from '../auto-debit/info';
import {
  linkAutoDebit,
  scheduleAutoDebitReminder,
  sendAutoDebitOtp,
  submitAutoDebitCard,
  verifyAutoDebitOtp,
} from '../auto-debit/service';
import { askForReminders, confirmReminders, readReminder, stopRemindersByLink } from '../bill-reminders/service';
import { createSeveral, createTransaction, openBillLink, readBill } from '../bills/service';
import { identifyCard } from '../cards/card-decryption';
import { deleteCard, listCards } from '../cards/service';
import { createContinuation, readContinuation, takeContinuation } from '../continuations/service';
import { cancelMandate, readMandate } from '../mandates/service';
import { authenticatedPartner } from '../partners/authentication';
import { createBillLink } from '../partners/links';
import { cancelOrder, createPartnerOrder, readOrder } from '../partners/orders';
import { readPartner, readTheme } from '../partners/service';
import { cancelMobilePayment, sendTac, verifyTac } from '../pay-by-mobile/service';
import { initiatePayment } from '../payments/initiate';
import { cancelPayment } from '../payments/cancel';
import { extendPayment } from '../payments/extend';
import { readCustomer, readPage } from '../payments/page';
import { readBlacklisted, readProcessed, readResult } from '../payments/result';
import { handleReturn } from '../payments/returns';
import type { InitRequest } from '../payments/choice';
import { namePayingCompany } from '../receipts/company';
import { nameCompany, readReceipt } from '../receipts/service';
import type { Services } from '../services';
import { defineCallRoute, type CallRoute } from './call-route';

/**
 * Returns the identity of a payment request: two submissions of one form are the same request, even if the card's ciphertext, the proof of
 * work, the payer's network or the visit's cookie differ; with another card it is another request.
 */
async function identifyPayment(
  services: Services,
  {
    paymentRequest,
    proofOfWork: _proof,
    payerAddress: _address,
    visitId: _visit,
    language: _,
    ...request
  }: InitRequest,
) {
  const { cardDetails, cardDetailsEPP, savedCardCvv: _cvv, ...choices } = paymentRequest;
  const cards = await Promise.all([identifyCard(services, cardDetails), identifyCard(services, cardDetailsEPP)]);
  return { ...request, paymentRequest: choices, cards };
}

/** The handler of each call of the contract. */
export function createHandlers(services: Services) {
  return {
    'config.get': defineCallRoute(calls['config.get'], async () => success(await services.config.readWire())),
    'theme.get': defineCallRoute(calls['theme.get'], (request) => readTheme(services, request)),
    'partner.get': defineCallRoute(calls['partner.get'], (request) => readPartner(services, request)),
    'order.create': defineCallRoute(calls['order.create'], (request, caller) =>
      createPartnerOrder(services, authenticatedPartner(caller), request, caller.sent),
    ),
    'order.get': defineCallRoute(calls['order.get'], (request, caller) =>
      readOrder(services, authenticatedPartner(caller), request),
    ),
    'order.cancel': defineCallRoute(calls['order.cancel'], (request, caller) =>
      cancelOrder(services, authenticatedPartner(caller), request),
    ),
    'link.create': defineCallRoute(calls['link.create'], (request, caller) =>
      createBillLink(services, authenticatedPartner(caller), request),
    ),
    'bill.get': defineCallRoute(calls['bill.get'], (request) => readBill(services, request)),
    'transaction.create': defineCallRoute(calls['transaction.create'], (request) =>
      createTransaction(services, request),
    ),
    'transaction.createSeveral': defineCallRoute(calls['transaction.createSeveral'], (request) =>
      createSeveral(services, request),
    ),
    'bill.link': defineCallRoute(calls['bill.link'], (request) => openBillLink(services, request)),
    'payment.page': defineCallRoute(calls['payment.page'], (request) => readPage(services, request)),
    'payment.customer': defineCallRoute(calls['payment.customer'], (request) => readCustomer(services, request)),
    'payment.init': defineCallRoute(
      calls['payment.init'],
      (request) => initiatePayment(services, request),
      (request) => identifyPayment(services, request),
    ),
    'payment.return': defineCallRoute(calls['payment.return'], (request) => handleReturn(services, request)),
    'payment.result': defineCallRoute(calls['payment.result'], (request) => readResult(services, request)),
    'payment.cancel': defineCallRoute(calls['payment.cancel'], ({ refid }) => cancelPayment(services, refid)),
    'payment.company': defineCallRoute(calls['payment.company'], (request) => namePayingCompany(services, request)),
    'payment.extend': defineCallRoute(calls['payment.extend'], (request) => extendPayment(services, request)),
    'payment.processed': defineCallRoute(calls['payment.processed'], (request) => readProcessed(services, request)),
    'payment.blacklisted': defineCallRoute(calls['payment.blacklisted'], (request) =>
      readBlacklisted(services, request),
    ),
    'continuation.create': defineCallRoute(calls['continuation.create'], (request) =>
      createContinuation(services, request),
    ),
    'continuation.get': defineCallRoute(calls['continuation.get'], (request) => readContinuation(services, request)),
    'continuation.use': defineCallRoute(calls['continuation.use'], (request) => takeContinuation(services, request)),
    'receipt.get': defineCallRoute(calls['receipt.get'], (request) => readReceipt(services, request)),
    'receipt.company': defineCallRoute(calls['receipt.company'], (request) => nameCompany(services, request)),
    'reminder.ask': defineCallRoute(calls['reminder.ask'], (request) => askForReminders(services, request)),
    'reminder.get': defineCallRoute(calls['reminder.get'], (request) => readReminder(services, request)),
    'reminder.confirm': defineCallRoute(calls['reminder.confirm'], (request) => confirmReminders(services, request)),
    'reminder.stop': defineCallRoute(calls['reminder.stop'], (request) => stopRemindersByLink(services, request)),
    'card.list': defineCallRoute(calls['card.list'], (request) => listCards(services, request)),
    'card.delete': defineCallRoute(calls['card.delete'], (request) => deleteCard(services, request)),
    'dcb.sendTac': defineCallRoute(calls['dcb.sendTac'], (request) => sendTac(services, request)),
    'dcb.verifyTac': defineCallRoute(calls['dcb.verifyTac'], (request) => verifyTac(services, request)),
    'dcb.cancel': defineCallRoute(calls['dcb.cancel'], ({ refid }) => cancelMobilePayment(services, refid)),
    'autodebit.info': defineCallRoute(calls['autodebit.info'], (request) => readAutoDebitInfo(services, request)),
    'autodebit.sendOtp': defineCallRoute(calls['autodebit.sendOtp'], (request) => sendAutoDebitOtp(services, request)),
    'autodebit.verifyOtp': defineCallRoute(calls['autodebit.verifyOtp'], (request) =>
      verifyAutoDebitOtp(services, request),
    ),
    'autodebit.link': defineCallRoute(calls['autodebit.link'], (request) => linkAutoDebit(services, request)),
    'autodebit.card': defineCallRoute(
      calls['autodebit.card'],
      (request) => submitAutoDebitCard(services, request),
      // Each submission encrypts the card again: see above.
      async ({ refid, cardDetails }) => ({ refid, card: await identifyCard(services, cardDetails) }),
    ),
    'autodebit.remind': defineCallRoute(calls['autodebit.remind'], (request) =>
      scheduleAutoDebitReminder(services, request),
    ),
    'autodebit.mandate': defineCallRoute(calls['autodebit.mandate'], (request) => readMandate(services, request)),
    'autodebit.cancel': defineCallRoute(calls['autodebit.cancel'], (request) => cancelMandate(services, request)),
  } as const satisfies Record<CallName, CallRoute>;
}
