import type { ErrorCodeOf, RequestOf, ResponseInputOf } from '@/lib/contract/call';
import type { billGet, billLink, transactionCreate, transactionCreateSeveral } from '@/lib/contract/bill';
import { checkAmount, getAmountLimits } from '@/lib/domain/bill/amount-limits';
import { isRepeatedPayment } from '@/lib/domain/bill/recent-payments';
import { maximumAccounts } from '@/lib/domain/bill/several-accounts';
import { maskName } from '@/lib/domain/payment/customer-masking';
import type { Locale } from '@/lib/domain/locales';
import { sen } from '@/lib/domain/money';
import { getPayOptions } from '@/lib/domain/bill/pay-choice';
import { quickPayPartnerKey } from '@/lib/domain/quick-pay-partner';
import { failure, success, type Result } from '@/lib/domain/result';
import { catalogues } from '@/messages/catalogues';
import { inTransaction, type Db, type Trx } from '../db/database';
import type { OrderRefusal } from '../db/tables';
import { formatMessage } from '../format-message';
import { refuse, type Refusal } from '../http/refusal';
import { findPartner, type Partner } from '../partners/model';
import { createOrder, type OrderBill } from '../payments/create-order';
import { findActiveAttempt, lockPayment, type Payment } from '../payments/model';
import type { Services } from '../services';
import type { AccountBill } from '../billers/biller';
import { lockBillAccounts } from './account-payments';
import { toOrderBill } from './order-bill';
import { lockAccountState, readAccountState, type AccountState } from './repeat-guard';

type WireBill = ResponseInputOf<typeof billGet>;

/** The text of a bill's barcode: the account number and what is owed, in sen. */
function barcodeOf(bill: AccountBill): string {
  return `${bill.accountNumber}${String(Math.max(0, bill.currentBalance)).padStart(9, '0')}`;
}

/** A bill as the contract has it: only the fields that the page shows. Security, row 14. */
function toWireBill(
  { clock, paysSeveralAccounts, reminderPolicy }: Services,
  bill: AccountBill,
  { outstanding, recentPayments }: AccountState,
): WireBill {
  const isReminded = bill.accountStatus !== 'closed' && !bill.isOnAutoDebit;
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
    outstanding,
    recentPayments: recentPayments.map((payment) => ({ ...payment })),
    reminderDaysBefore: isReminded ? (reminderPolicy?.daysBefore ?? null) : null,
    accountsPerPayment: paysSeveralAccounts ? maximumAccounts : 1,
    serverTime: clock.now().toISOString(),
  };
}

/** A bill, and the time before its biller was asked for it. */
interface ReadBill {
  readonly bill: AccountBill;
  readonly readAt: Date;
}

async function findBill({ biller, clock }: Services, accountNumber: string): Promise<ReadBill | null> {
  const readAt = clock.now();
  const bill = await biller.findBill(accountNumber);
  return bill && { bill, readAt };
}

/** The latest bill of an account: bill.get. */
export async function readBill(
  services: Services,
  { accountNumber }: RequestOf<typeof billGet>,
): Promise<Result<WireBill, Refusal<ErrorCodeOf<typeof billGet>>>> {
  const read = await findBill(services, accountNumber);
  if (read === null) return refuse('unknown-account');
  const { bill, readAt } = read;
  const state = await readAccountState(services.db, bill, readAt);
  return success(toWireBill(services, bill, state));
}

interface BillPaymentRequest {
  /** Sen. */
  readonly amount: number;
  readonly email: string | null;
  readonly phoneNumber: string | null;
  readonly language: Locale;
  /** The payer has confirmed that it repeats a payment. */
  readonly payAgain: boolean;
  /** Somebody else has shared the bill. */
  readonly isShared?: boolean;
}

interface PaymentRequest extends BillPaymentRequest {
  readonly payOption: 'current' | 'overdue' | 'other';
}

type PaymentRefusal = Refusal<'amount-not-allowed' | 'account-closed' | 'account-blacklisted' | 'already-processing'>;

type Decision =
  | { readonly kind: 'allowed' }
  | { readonly kind: 'refused'; readonly refusal: PaymentRefusal }
  | { readonly kind: 'recorded'; readonly as: OrderRefusal };

/**
 * Decides a payment request by the current bill: the request's amount must equal the amount that the bill says is owed. Security, row 1.
 */
async function decide(
  services: Services,
  bill: AccountBill,
  request: Pick<PaymentRequest, 'amount' | 'payOption'>,
): Promise<Decision> {
  if (bill.accountStatus === 'closed') return { kind: 'refused', refusal: { code: 'account-closed' } };
  if (bill.standing === 'blacklisted') return { kind: 'recorded', as: 'blacklisted' };
  if (bill.standing === 'processing') return { kind: 'recorded', as: 'processed' };
  const owed = { current: bill.currentBalance, overdue: bill.overdueBalance, other: request.amount }[request.payOption];
  if (!getPayOptions(bill).includes(request.payOption) || request.amount !== owed) {
    return { kind: 'refused', refusal: { code: 'amount-not-allowed' } };
  }
  const checked = checkAmount(sen(request.amount), getAmountLimits(bill, await services.config.read()));
  if (checked.ok) return { kind: 'allowed' };
  return { kind: 'refused', refusal: { code: 'amount-not-allowed', parameters: { limit: checked.error.code } } };
}

const refusalCodes = { blacklisted: 'account-blacklisted', processed: 'already-processing' } as const;

/** Executes a decision: creates the order, or records a refused order so that its screen can show the reason. */
async function execute(
  services: Services,
  trx: Trx,
  bill: AccountBill,
  state: AccountState,
  request: PaymentRequest,
  decision: Decision,
): Promise<Result<string, PaymentRefusal>> {
  if (decision.kind === 'refused') return failure(decision.refusal);
  if (decision.kind === 'allowed') return success(await createBillOrder(services, trx, bill, state, request, null));
  return refuse(refusalCodes[decision.as], {
    refid: await recordRefusedOrder(services, trx, bill, state, request, decision.as),
  });
}

/** Creates the order of a bill's payment, under the account's lock; returns its refid. `refusal`: why it cannot be paid. */
export async function createBillOrder(
  services: Services,
  trx: Trx,
  bill: AccountBill,
  state: AccountState,
  request: BillPaymentRequest,
  refusal: OrderRefusal | null,
): Promise<string> {
  const paid = toOrderBill(bill, state, sen(request.amount), request.payAgain);
  const orderRequest = {
    ...describeOrder([paid], request.language),
    partner: await findQuickPay(trx),
    isEpp: bill.isEpp,
    accountNumber: bill.accountNumber,
    email: request.email,
    phoneNumber: request.phoneNumber,
    isShared: request.isShared ?? false,
    refusal,
  };
  return (await createOrder(trx, orderRequest, services.clock.now())).refid;
}

async function findQuickPay(db: Db | Trx): Promise<Partner> {
  const partner = await findPartner(db, quickPayPartnerKey);
  if (partner === null) throw new Error('quick pay is not registered');
  return partner;
}

/** Describes an order of bills: an item for each, named after its account, with the masked name of the account's holder. */
function describeOrder(bills: readonly OrderBill[], language: Locale) {
  const { billProduct, billItem } = catalogues[language].order;
  const items = bills.map(({ accountNumber, accountName, amount }) => ({
    name: formatMessage(billItem, language, { accountNumber }),
    amount,
    ...(accountName !== '' && { accountName }),
  }));
  return { productName: formatMessage(billProduct, language), items, charges: [], bills };
}

/** Records a refused order so that its screen can show the reason; further requests reuse it. */
async function recordRefusedOrder(
  services: Services,
  trx: Trx,
  bill: AccountBill,
  state: AccountState,
  request: PaymentRequest,
  refusal: OrderRefusal,
): Promise<string> {
  const kept = await trx
    .selectFrom('orders')
    .select('refid')
    .where('account_number', '=', bill.accountNumber)
    .where('refusal', '=', refusal)
    .where('total', '=', request.amount)
    .orderBy('created_at', 'desc')
    .executeTakeFirst();
  return kept?.refid ?? createBillOrder(services, trx, bill, state, request, refusal);
}

/** Creates the payment of a bill: transaction.create. */
export async function createTransaction(
  services: Services,
  request: RequestOf<typeof transactionCreate>,
): Promise<Result<ResponseInputOf<typeof transactionCreate>, Refusal<ErrorCodeOf<typeof transactionCreate>>>> {
  const read = await findBill(services, request.accountNumber);
  if (read === null) return refuse('unknown-account');
  const paymentRequest = {
    payOption: request.payOption,
    amount: request.amount,
    email: request.email ?? null,
    phoneNumber: request.phoneNumber ?? null,
    language: request.language,
    payAgain: request.payAgain ?? true,
    isShared: request.isShared ?? false,
  };
  const decision = await decide(services, read.bill, paymentRequest);
  const made = await inTransaction(services.db, async (trx) => {
    const state = await lockAccountState(trx, read.bill, read.readAt);
    const isRepeated = decision.kind === 'allowed' && isRepeatedPayment(sen(request.amount), state);
    if (isRepeated && !paymentRequest.payAgain) return refuse('repeated-payment');
    return execute(services, trx, read.bill, state, paymentRequest, decision);
  });
  if (!made.ok) return made;
  return success({ transactionRefId: made.value, serverTime: services.clock.now().toISOString() });
}

type SeveralRequest = RequestOf<typeof transactionCreateSeveral>;
type SeveralRefusal = Refusal<ErrorCodeOf<typeof transactionCreateSeveral>>;

/** A bill of a payment of several, and what the payer wants to pay of it. */
interface ChosenBill extends ReadBill {
  readonly choice: SeveralRequest['accounts'][number];
}

/**
 * Reads the bills of several accounts and decides each as that of one is. The refusal is that of the first account that cannot be paid, and names
 * its position: without the others nothing is created. An account that the biller refuses has no order for its screen to show, since the
 * payer takes it off the list.
 */
async function chooseBills(
  services: Services,
  { accounts }: SeveralRequest,
): Promise<Result<readonly ChosenBill[], SeveralRefusal>> {
  const bills = await Promise.all(accounts.map(({ accountNumber }) => findBill(services, accountNumber)));
  const chosen: ChosenBill[] = [];
  for (const [index, choice] of accounts.entries()) {
    const account = index + 1;
    const read = bills[index] ?? null;
    if (read === null) return refuse('unknown-account', { account });
    const decision = await decide(services, read.bill, choice);
    if (decision.kind === 'recorded') return refuse(refusalCodes[decision.as], { account });
    if (decision.kind === 'refused') return refuse(decision.refusal.code, { ...decision.refusal.parameters, account });
    chosen.push({ ...read, choice });
  }
  return success(chosen);
}

/** Checks the total of several accounts against the limits of quick pay's orders. Returns the refusal; null if it is within them. */
function checkTotal(chosen: readonly ChosenBill[], { minimum_amount, maximum_amount }: Partner) {
  const total = chosen.reduce((sum, { choice }) => sum + choice.amount, 0);
  if (total < minimum_amount) return refuse('amount-not-allowed', { limit: 'belowMinimum', figure: minimum_amount });
  if (total > maximum_amount) return refuse('amount-not-allowed', { limit: 'aboveMaximum', figure: maximum_amount });
  return null;
}

/** Creates one payment of the bills of several accounts: transaction.createSeveral. Decision 30. */
export async function createSeveral(
  services: Services,
  request: SeveralRequest,
): Promise<Result<ResponseInputOf<typeof transactionCreateSeveral>, SeveralRefusal>> {
  if (!services.paysSeveralAccounts) return refuse('not-found');
  const chosen = await chooseBills(services, request);
  if (!chosen.ok) return chosen;
  const created = await inTransaction(services.db, async (trx): Promise<Result<string, SeveralRefusal>> => {
    const partner = await findQuickPay(trx);
    const refusal = checkTotal(chosen.value, partner);
    if (refusal !== null) return refusal;
    await lockBillAccounts(
      trx,
      chosen.value.map(({ bill }) => bill.accountNumber),
    );
    const bills: OrderBill[] = [];
    for (const [index, { bill, readAt, choice }] of chosen.value.entries()) {
      const state = await readAccountState(trx, bill, readAt);
      const amount = sen(choice.amount);
      if (isRepeatedPayment(amount, state) && !choice.payAgain)
        return refuse('repeated-payment', { account: index + 1 });
      bills.push(toOrderBill(bill, state, amount, choice.payAgain));
    }
    const orderRequest = {
      ...describeOrder(bills, request.language),
      partner,
      isEpp: chosen.value.every(({ bill }) => bill.isEpp),
      // The payer has put several accounts together: none of them is the payer's own.
      accountNumber: null,
      email: request.email ?? null,
      phoneNumber: request.phoneNumber ?? null,
    };
    return success((await createOrder(trx, orderRequest, services.clock.now())).refid);
  });
  if (!created.ok) return created;
  return success({ transactionRefId: created.value, serverTime: services.clock.now().toISOString() });
}

type LinkResponse = ResponseInputOf<typeof billLink>;

/**
 * Opens a direct bill link: bill.link. A link with an amount has one order, which is reused each time the link is opened until it can no
 * longer be paid and none of its money is on its way.
 */
export async function openBillLink(
  services: Services,
  { refid, language }: RequestOf<typeof billLink>,
): Promise<Result<LinkResponse, Refusal<ErrorCodeOf<typeof billLink>>>> {
  const found = await services.db.selectFrom('bill_links').selectAll().where('refid', '=', refid).executeTakeFirst();
  if (found === undefined) return refuse('unknown-link');
  const read = await findBill(services, found.account_number);
  if (read === null) return refuse('unknown-link');
  const state = await readAccountState(services.db, read.bill, read.readAt);
  const wireBill = toWireBill(services, read.bill, state);
  const { amount } = found;
  if (amount === null) return success({ bill: wireBill, amount, transactionRefId: null });
  const contact = { email: null, phoneNumber: null, language };
  const paymentRequest = { ...contact, payOption: 'other', amount, payAgain: false } as const;
  const decision = await decide(services, read.bill, paymentRequest);
  const made = await inTransaction(services.db, (trx) =>
    payBillLink(services, trx, refid, read, paymentRequest, decision),
  );
  return made.ok ? success({ bill: wireBill, amount, transactionRefId: made.value }) : failure(made.error);
}

/** Whether a link leads to the order that it has: it is paid, can be paid, has an attempt under way, or its money is held for review. */
function isLinkOrderUsed({ order, attempts }: Payment, now: Date): boolean {
  if (order.state === 'paid' || findActiveAttempt(attempts) !== null) return true;
  if (order.state === 'open' && now < order.deadline) return true;
  return order.held_for_review;
}

async function payBillLink(
  services: Services,
  trx: Trx,
  refid: string,
  read: ReadBill,
  request: PaymentRequest,
  decision: Decision,
): Promise<Result<string, PaymentRefusal>> {
  const link = await trx
    .selectFrom('bill_links')
    .selectAll()
    .where('refid', '=', refid)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const payment = link.order_refid === null ? null : await lockPayment(trx, link.order_refid);
  if (payment !== null && isLinkOrderUsed(payment, services.clock.now())) return success(payment.order.refid);
  // The payment page asks for the confirmation of a repeated payment.
  const state = await lockAccountState(trx, read.bill, read.readAt);
  const made = await execute(services, trx, read.bill, state, request, decision);
  if (made.ok)
    await trx.updateTable('bill_links').set({ order_refid: made.value }).where('refid', '=', refid).execute();
  return made;
}
