import type { ErrorCodeOf, RequestOf, ResponseInputOf } from '@/lib/contract/call';
import type { billGet, billLink, transactionCreate } from '@/lib/contract/bill';
import type { Language } from '@/lib/contract/primitives';
import { checkAmount, getAmountLimits } from '@/lib/domain/bill/amount-limits';
import { maskName } from '@/lib/domain/payment/customer-masking';
import { sen } from '@/lib/domain/money';
import { getPayOptions } from '@/lib/domain/bill/pay-choice';
import { failure, success, type Result } from '@/lib/domain/result';
import { inTransaction, type Trx } from '../db/database';
import type { OrderRefusal } from '../db/tables';
import { refuse, type Refusal } from '../http/refusal';
import { findPartner, quickPayPartner } from '../partners/model';
import { createOrder } from '../payments/create';
import type { Services } from '../services';
import type { AccountBill } from './source';

type WireBill = ResponseInputOf<typeof billGet>;

/** What the payment of a bill is called, and its one item. */
const names = {
  en: { product: 'Satellite TV bill', account: 'Account' },
  ms: { product: 'Bil TV satelit', account: 'Akaun' },
} as const satisfies Record<Language, { product: string; account: string }>;

/** The text of a bill's barcode: the account number and what is owed, in sen. */
function barcodeOf(bill: AccountBill): string {
  return `${bill.accountNumber}${String(Math.max(0, bill.currentBalance)).padStart(9, '0')}`;
}

/** A bill as it leaves the backend: no more than the page shows. Security, row 14. */
function toWireBill(bill: AccountBill, now: Date): WireBill {
  return {
    accountNumber: bill.accountNumber,
    accountName: maskName(bill.holderName),
    accountStatus: bill.accountStatus,
    customerType: bill.customerType,
    currentBalance: bill.currentBalance,
    overdueBalance: bill.overdueBalance,
    dueDate: bill.dueDate,
    isNew: bill.isNew,
    barcode: barcodeOf(bill),
    maximumAmount: bill.maximumAmount,
    serverTime: now.toISOString(),
  };
}

/** The latest bill of an account: bill.get. */
export async function readBill(
  services: Services,
  { accountNumber }: RequestOf<typeof billGet>,
): Promise<Result<WireBill, Refusal<ErrorCodeOf<typeof billGet>>>> {
  const bill = await services.bills.findBill(accountNumber);
  return bill === null ? refuse('unknown-account') : success(toWireBill(bill, services.clock.now()));
}

interface Wish {
  readonly payOption: 'current' | 'overdue' | 'other';
  readonly amount: number;
  readonly email: string | null;
  readonly phoneNumber: string | null;
  readonly language: Language;
}

type PayRefusal = Refusal<'amount-not-allowed' | 'account-closed' | 'account-blacklisted' | 'already-processing'>;

type Judgement =
  | { readonly kind: 'allowed' }
  | { readonly kind: 'refused'; readonly refusal: PayRefusal }
  | { readonly kind: 'kept'; readonly as: OrderRefusal };

/** Judges a wish by the bill as it is now: what is owed is the bill's word, with which the request's amount must agree. Security, row 1. */
async function judge(services: Services, bill: AccountBill, wish: Wish): Promise<Judgement> {
  if (bill.accountStatus === 'closed') return { kind: 'refused', refusal: { code: 'account-closed' } };
  if (bill.standing === 'blacklisted') return { kind: 'kept', as: 'blacklisted' };
  if (bill.standing === 'processing') return { kind: 'kept', as: 'processed' };
  const owed = { current: bill.currentBalance, overdue: bill.overdueBalance, other: wish.amount }[wish.payOption];
  if (!getPayOptions(bill).includes(wish.payOption) || wish.amount !== owed) {
    return { kind: 'refused', refusal: { code: 'amount-not-allowed' } };
  }
  const checked = checkAmount(sen(wish.amount), getAmountLimits(bill, await services.config.read()));
  if (checked.ok) return { kind: 'allowed' };
  return { kind: 'refused', refusal: { code: 'amount-not-allowed', parameters: { limit: checked.error.code } } };
}

const codeOfKept = { blacklisted: 'account-blacklisted', processed: 'already-processing' } as const;

/** Does what was judged: makes the payment, or keeps the refused one so that its own screen can speak of it. */
async function carryOut(
  services: Services,
  trx: Trx,
  bill: AccountBill,
  wish: Wish,
  judgement: Judgement,
): Promise<Result<string, PayRefusal>> {
  if (judgement.kind === 'refused') return failure(judgement.refusal);
  if (judgement.kind === 'allowed') return success(await orderBill(services, trx, bill, wish, null));
  return refuse(codeOfKept[judgement.as], { refid: await keepRefused(services, trx, bill, wish, judgement.as) });
}

async function orderBill(
  services: Services,
  trx: Trx,
  bill: AccountBill,
  wish: Wish,
  refusal: OrderRefusal | null,
): Promise<string> {
  const partner = await findPartner(trx, quickPayPartner);
  if (partner === null) throw new Error('quick pay is not registered');
  const request = {
    partner,
    productName: names[wish.language].product,
    items: [{ name: `${names[wish.language].account} ${bill.accountNumber}`, amount: sen(wish.amount) }],
    charges: [],
    isBill: true,
    isEpp: bill.isEpp,
    accountNumber: bill.accountNumber,
    email: wish.email,
    phoneNumber: wish.phoneNumber,
    refusal,
  };
  return (await createOrder(trx, request, services.clock.now())).refid;
}

/** Keeps a refused payment, so that its screen has something to speak of; the same one for each further try. */
async function keepRefused(
  services: Services,
  trx: Trx,
  bill: AccountBill,
  wish: Wish,
  refusal: OrderRefusal,
): Promise<string> {
  const kept = await trx
    .selectFrom('orders')
    .select('refid')
    .where('account_number', '=', bill.accountNumber)
    .where('refusal', '=', refusal)
    .where('total', '=', wish.amount)
    .orderBy('created_at', 'desc')
    .executeTakeFirst();
  return kept?.refid ?? orderBill(services, trx, bill, wish, refusal);
}

/** A payment of a bill: transaction.create. */
export async function createTransaction(
  services: Services,
  request: RequestOf<typeof transactionCreate>,
): Promise<Result<ResponseInputOf<typeof transactionCreate>, Refusal<ErrorCodeOf<typeof transactionCreate>>>> {
  const bill = await services.bills.findBill(request.accountNumber);
  if (bill === null) return refuse('unknown-account');
  const wish = {
    payOption: request.payOption,
    amount: request.amount,
    email: request.email ?? null,
    phoneNumber: request.phoneNumber ?? null,
    language: request.language,
  };
  const judgement = await judge(services, bill, wish);
  const made = await inTransaction(services.db, (trx) => carryOut(services, trx, bill, wish, judgement));
  if (!made.ok) return made;
  return success({ transactionRefId: made.value, serverTime: services.clock.now().toISOString() });
}

type LinkAnswer = ResponseInputOf<typeof billLink>;

/**
 * The bill behind a direct link: bill.link. Where the link names an amount, its payment is the same one however often the link is opened, until
 * that can no longer be paid.
 */
export async function openBillLink(
  services: Services,
  { refid, language }: RequestOf<typeof billLink>,
): Promise<Result<LinkAnswer, Refusal<ErrorCodeOf<typeof billLink>>>> {
  const found = await services.db.selectFrom('bill_links').selectAll().where('refid', '=', refid).executeTakeFirst();
  if (found === undefined) return refuse('unknown-link');
  const bill = await services.bills.findBill(found.account_number);
  if (bill === null) return refuse('unknown-link');
  const wireBill = toWireBill(bill, services.clock.now());
  const { amount } = found;
  if (amount === null) return success({ bill: wireBill, amount, transactionRefId: null });
  const wish = { payOption: 'other', amount, email: null, phoneNumber: null, language } as const;
  const judgement = await judge(services, bill, wish);
  const made = await inTransaction(services.db, (trx) => payLink(services, trx, refid, bill, wish, judgement));
  return made.ok ? success({ bill: wireBill, amount, transactionRefId: made.value }) : failure(made.error);
}

async function payLink(
  services: Services,
  trx: Trx,
  refid: string,
  bill: AccountBill,
  wish: Wish,
  judgement: Judgement,
): Promise<Result<string, PayRefusal>> {
  const link = await trx
    .selectFrom('bill_links')
    .selectAll()
    .where('refid', '=', refid)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (link.order_refid !== null) {
    const order = await trx
      .selectFrom('orders')
      .select(['state', 'deadline'])
      .where('refid', '=', link.order_refid)
      .executeTakeFirstOrThrow();
    const isUsable = order.state === 'paid' || (order.state === 'open' && services.clock.now() < order.deadline);
    if (isUsable) return success(link.order_refid);
  }
  const made = await carryOut(services, trx, bill, wish, judgement);
  if (made.ok)
    await trx.updateTable('bill_links').set({ order_refid: made.value }).where('refid', '=', refid).execute();
  return made;
}
