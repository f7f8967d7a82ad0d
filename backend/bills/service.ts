import type { ErrorCodeOf, RequestOf, ResponseInputOf } from '@/lib/contract/call';
import type { billGet, billLink, transactionCreate } from '@/lib/contract/bill';
import { checkAmount, getAmountLimits } from '@/lib/domain/bill/amount-limits';
import { maskName } from '@/lib/domain/payment/customer-masking';
import type { Locale } from '@/lib/domain/locales';
import { sen } from '@/lib/domain/money';
import { getPayOptions } from '@/lib/domain/bill/pay-choice';
import { failure, success, type Result } from '@/lib/domain/result';
import { catalogues } from '@/messages/catalogues';
import { inTransaction, type Trx } from '../db/database';
import type { OrderRefusal } from '../db/tables';
import { formatMessage } from '../format-message';
import { refuse, type Refusal } from '../http/refusal';
import { findPartner, quickPayPartnerKey } from '../partners/model';
import { createOrder } from '../payments/create-order';
import type { Services } from '../services';
import type { AccountBill } from '../billers/biller';

type WireBill = ResponseInputOf<typeof billGet>;

/** The text of a bill's barcode: the account number and what is owed, in sen. */
function barcodeOf(bill: AccountBill): string {
  return `${bill.accountNumber}${String(Math.max(0, bill.currentBalance)).padStart(9, '0')}`;
}

/** A bill as the contract has it: only the fields that the page shows. Security, row 14. */
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
  const bill = await services.biller.findBill(accountNumber);
  return bill === null ? refuse('unknown-account') : success(toWireBill(bill, services.clock.now()));
}

interface PaymentRequest {
  readonly payOption: 'current' | 'overdue' | 'other';
  readonly amount: number;
  readonly email: string | null;
  readonly phoneNumber: string | null;
  readonly language: Locale;
}

type PaymentRefusal = Refusal<'amount-not-allowed' | 'account-closed' | 'account-blacklisted' | 'already-processing'>;

type Decision =
  | { readonly kind: 'allowed' }
  | { readonly kind: 'refused'; readonly refusal: PaymentRefusal }
  | { readonly kind: 'recorded'; readonly as: OrderRefusal };

/**
 * Decides a payment request by the current bill: the request's amount must equal the amount that the bill says is owed. Security, row 1.
 */
async function decide(services: Services, bill: AccountBill, request: PaymentRequest): Promise<Decision> {
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
  request: PaymentRequest,
  decision: Decision,
): Promise<Result<string, PaymentRefusal>> {
  if (decision.kind === 'refused') return failure(decision.refusal);
  if (decision.kind === 'allowed') return success(await createBillOrder(services, trx, bill, request, null));
  return refuse(refusalCodes[decision.as], {
    refid: await recordRefusedOrder(services, trx, bill, request, decision.as),
  });
}

async function createBillOrder(
  services: Services,
  trx: Trx,
  bill: AccountBill,
  request: PaymentRequest,
  refusal: OrderRefusal | null,
): Promise<string> {
  const partner = await findPartner(trx, quickPayPartnerKey);
  if (partner === null) throw new Error('quick pay is not registered');
  const { billProduct, billItem } = catalogues[request.language].order;
  const itemName = formatMessage(billItem, request.language, { accountNumber: bill.accountNumber });
  const orderRequest = {
    partner,
    productName: formatMessage(billProduct, request.language),
    items: [{ name: itemName, amount: sen(request.amount) }],
    charges: [],
    bill: { accountNumber: bill.accountNumber, reference: bill.billReference },
    isEpp: bill.isEpp,
    accountNumber: bill.accountNumber,
    email: request.email,
    phoneNumber: request.phoneNumber,
    refusal,
  };
  return (await createOrder(trx, orderRequest, services.clock.now())).refid;
}

/** Records a refused order so that its screen can show the reason; further requests reuse it. */
async function recordRefusedOrder(
  services: Services,
  trx: Trx,
  bill: AccountBill,
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
  return kept?.refid ?? createBillOrder(services, trx, bill, request, refusal);
}

/** Creates the payment of a bill: transaction.create. */
export async function createTransaction(
  services: Services,
  request: RequestOf<typeof transactionCreate>,
): Promise<Result<ResponseInputOf<typeof transactionCreate>, Refusal<ErrorCodeOf<typeof transactionCreate>>>> {
  const bill = await services.biller.findBill(request.accountNumber);
  if (bill === null) return refuse('unknown-account');
  const paymentRequest = {
    payOption: request.payOption,
    amount: request.amount,
    email: request.email ?? null,
    phoneNumber: request.phoneNumber ?? null,
    language: request.language,
  };
  const decision = await decide(services, bill, paymentRequest);
  const made = await inTransaction(services.db, (trx) => execute(services, trx, bill, paymentRequest, decision));
  if (!made.ok) return made;
  return success({ transactionRefId: made.value, serverTime: services.clock.now().toISOString() });
}

type LinkResponse = ResponseInputOf<typeof billLink>;

/**
 * Opens a direct bill link: bill.link. A link with an amount has one order, which is reused each time the link is opened until it can no
 * longer be paid.
 */
export async function openBillLink(
  services: Services,
  { refid, language }: RequestOf<typeof billLink>,
): Promise<Result<LinkResponse, Refusal<ErrorCodeOf<typeof billLink>>>> {
  const found = await services.db.selectFrom('bill_links').selectAll().where('refid', '=', refid).executeTakeFirst();
  if (found === undefined) return refuse('unknown-link');
  const bill = await services.biller.findBill(found.account_number);
  if (bill === null) return refuse('unknown-link');
  const wireBill = toWireBill(bill, services.clock.now());
  const { amount } = found;
  if (amount === null) return success({ bill: wireBill, amount, transactionRefId: null });
  const paymentRequest = { payOption: 'other', amount, email: null, phoneNumber: null, language } as const;
  const decision = await decide(services, bill, paymentRequest);
  const made = await inTransaction(services.db, (trx) =>
    payBillLink(services, trx, refid, bill, paymentRequest, decision),
  );
  return made.ok ? success({ bill: wireBill, amount, transactionRefId: made.value }) : failure(made.error);
}

async function payBillLink(
  services: Services,
  trx: Trx,
  refid: string,
  bill: AccountBill,
  request: PaymentRequest,
  decision: Decision,
): Promise<Result<string, PaymentRefusal>> {
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
  const made = await execute(services, trx, bill, request, decision);
  if (made.ok)
    await trx.updateTable('bill_links').set({ order_refid: made.value }).where('refid', '=', refid).execute();
  return made;
}
