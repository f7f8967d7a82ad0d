import type { Selectable } from 'kysely';
import type { Result } from '@/lib/domain/result';
import { failure, success } from '@/lib/domain/result';
import { hasEnded } from '@/lib/domain/payment/payment-states';
import { addMilliseconds, minuteMs } from '../clock';
import type { Db, Trx } from '../db/database';
import type { AttemptsTable, OrdersTable } from '../db/tables';

export type Order = Selectable<OrdersTable>;
export type Attempt = Selectable<AttemptsTable>;

export interface Payment {
  readonly order: Order;
  /** Oldest first. */
  readonly attempts: readonly Attempt[];
}

/** Returns the e-mail address of an attempt's payer; null once it is erased. */
export function contactOf({ payer_email }: Pick<Attempt, 'payer_email'>): string | null {
  return payer_email === '' ? null : payer_email;
}

/** Whether an order's money is owed to the biller: it pays the bill of one account, or of several. */
export function paysBill(order: Pick<Order, 'bill_account' | 'is_bill'>): boolean {
  return order.is_bill || order.bill_account !== null;
}

/**
 * Returns the one account at the biller that an order's money is credited to, which its page, result and receipt name; null for an order that pays
 * no bill, or several accounts (`listOrderAccounts`).
 */
export function billAccountOf(order: Pick<Order, 'bill_account' | 'is_bill' | 'account_number'>): string | null {
  return order.bill_account ?? (order.is_bill ? order.account_number : null);
}

/**
 * Returns the account that whoever pays an order can be offered auto debit and reminders of: the one whose bill it pays, unless somebody else has
 * shared that bill. Security, row 62.
 */
export function offeredAccountOf(
  order: Pick<Order, 'bill_account' | 'is_bill' | 'account_number' | 'is_shared'>,
): string | null {
  return order.is_shared ? null : billAccountOf(order);
}

/**
 * Returns the one account that an order is about, for what belongs to it, such as saved cards: the one that is paid, else the customer's; null if
 * there is neither. What is shown as paid is `billAccountOf`.
 */
export function accountOf(order: Pick<Order, 'bill_account' | 'is_bill' | 'account_number'>): string | null {
  return billAccountOf(order) ?? order.account_number;
}

/** Listed explicitly: `select *` cannot be a prepared statement (see db/server-pool.ts). */
export const orderColumns = [
  ...(['refid', 'payment_id', 'partner_key', 'partner_order_number', 'product_name'] as const),
  'further_items',
  ...(['partner_order_digest', 'partner_order_sent_digest'] as const),
  ...(['items', 'charges', 'total', 'is_epp', 'response_url', 'response_code', 'account_number', 'is_bill'] as const),
  ...(['month_term', 'auto_debit_preselected'] as const),
  ...(['bill_account', 'bill_reference', 'bill_limit', 'on_auto_debit', 'resumes_service'] as const),
  ...(['account_count', 'credited_accounts', 'is_shared'] as const),
  ...(['webhook_url', 'provider_keys', 'customer', 'customer_check', 'customer_checks'] as const),
  ...([
    'customer_token_sealed',
    'email',
    'phone_number',
    'refusal',
    'state',
    'held_for_review',
    'created_at',
    'deadline',
    'extensions_left',
    'contact_erased_at',
  ] as const),
] as const satisfies readonly (keyof OrdersTable)[];

export const attemptColumns = [
  ...(['id', 'order_refid', 'number', 'gateway', 'method', 'provider', 'amount', 'state', 'onward'] as const),
  ...(['result_route', 'gateway_answered', 'gateway_reference', 'bank_name', 'reason_code', 'payer_address'] as const),
  ...(['payer_email', 'payer_phone', 'payer_language', 'instalment_months', 'is_auto_debit', 'card_to_save'] as const),
  ...([
    'auto_debit_card',
    'card_brand',
    'card_last_four',
    'created_at',
    'deadline',
    'confirmed_at',
    'approval_deadline',
    'enquired_at',
  ] as const),
  ...(['visit_id', 'returned_at', 'enquiry_budget_at', 'gateway_payment', 'is_merchant_initiated'] as const),
] as const satisfies readonly (keyof AttemptsTable)[];

export async function listAttempts(db: Db | Trx, refid: string): Promise<readonly Attempt[]> {
  return db.selectFrom('attempts').select(attemptColumns).where('order_refid', '=', refid).orderBy('id').execute();
}

export async function findOrder(db: Db | Trx, refid: string): Promise<Order | null> {
  return (await db.selectFrom('orders').select(orderColumns).where('refid', '=', refid).executeTakeFirst()) ?? null;
}

/** Finds a payment by its refid or its paymentId, as a person names it, and returns its refid; null if there is none. */
export async function findRefid(db: Db | Trx, reference: string): Promise<string | null> {
  const row = await db
    .selectFrom('orders')
    .select('refid')
    .where((order) => order.or([order('refid', '=', reference), order('payment_id', '=', reference)]))
    .executeTakeFirst();
  return row?.refid ?? null;
}

export async function loadPayment(
  db: Db | Trx,
  reference: { readonly refid?: string | undefined; readonly paymentId?: string | undefined },
): Promise<Result<Payment, 'unknown-payment'>> {
  const { refid, paymentId } = reference;
  const query = db.selectFrom('orders').select(orderColumns);
  const order = await (
    refid === undefined ? query.where('payment_id', '=', paymentId ?? '') : query.where('refid', '=', refid)
  ).executeTakeFirst();
  if (order === undefined) return failure('unknown-payment');
  return success({ order, attempts: await listAttempts(db, order.refid) });
}

/**
 * Locks an order's row and reads the payment. Every transition of a payment holds this lock, so that transitions of one payment are
 * serialised.
 */
export async function lockPayment(trx: Trx, refid: string): Promise<Payment | null> {
  const order = await trx
    .selectFrom('orders')
    .select(orderColumns)
    .where('refid', '=', refid)
    .forUpdate()
    .executeTakeFirst();
  return order === undefined ? null : { order, attempts: await listAttempts(trx, refid) };
}

/** Locks orders, always in the same sequence. What belongs to them, such as postings, is locked after that. */
export async function lockOrders(trx: Trx, refids: readonly string[]): Promise<void> {
  if (refids.length === 0) return;
  await trx.selectFrom('orders').select('refid').where('refid', 'in', refids).orderBy('refid').forUpdate().execute();
}

export async function findAttempt(db: Db | Trx, by: { id: number } | { number: string }): Promise<Attempt | null> {
  const query = db.selectFrom('attempts').select(attemptColumns);
  const row = await (
    'id' in by ? query.where('id', '=', by.id) : query.where('number', '=', by.number)
  ).executeTakeFirst();
  return row ?? null;
}

/** Finds the attempt that brought the money with a gateway's number, credited or held for review: its id. */
export async function findPaidBy(db: Db, gateway: string, reference: string): Promise<number | null> {
  for (const table of ['credits', 'reviews'] as const) {
    const row = await db
      .selectFrom(table)
      .select('attempt_id')
      .where('gateway', '=', gateway)
      .where('gateway_reference', '=', reference)
      .executeTakeFirst();
    if (row !== undefined) return row.attempt_id;
  }
  return null;
}

/** Records a return that told no outcome, of an attempt whose payer was redirected: the first one counts. */
export async function recordReturnWithoutOutcome(db: Db, { id }: Attempt, now: Date): Promise<void> {
  await db
    .updateTable('attempts')
    .set({ returned_at: now })
    .where('id', '=', id)
    .where('state', '=', 'redirected')
    .where('returned_at', 'is', null)
    .execute();
}

/** Whether this visit began the attempt. Security, row 42. */
export function isBegunBy(attempt: Pick<Attempt, 'visit_id'>, visitId: string | undefined): boolean {
  return visitId !== undefined && attempt.visit_id === visitId;
}

/** Whether the payer has a code, which can be paid for longer than the payment page can be used. */
export function hasCode({ onward }: Pick<Attempt, 'onward'>): boolean {
  return onward?.kind === 'barcode' || onward?.kind === 'qr';
}

/** Whether the payer pays at the gateway: on its page, or by a card that the browser posts to it. */
export function isAtGateway({ onward }: Pick<Attempt, 'onward'>): boolean {
  return onward?.kind === 'redirect' || onward?.kind === 'direct-post';
}

/** Returns the attempt to display for a payment: the successful one, else the latest. */
export function findDisplayedAttempt(attempts: readonly Attempt[]): Attempt | undefined {
  return attempts.find(({ state }) => state === 'successful') ?? attempts.at(-1);
}

/** A younger attempt may still be initiated by another request, whose gateway call is in progress. */
const initiationGraceMs = minuteMs;

/** Whether a gateway may be being called to begin an attempt. */
export function mayBeBeginning({ state, created_at }: Attempt, now: Date): boolean {
  const isBeginning = state === 'created' || state === 'initiated';
  return isBeginning && now < addMilliseconds(created_at, initiationGraceMs);
}

/** Returns the attempt that has not ended; there is at most one. */
export function findActiveAttempt(attempts: readonly Attempt[]): Attempt | null {
  return attempts.find(({ state }) => !hasEnded(state)) ?? null;
}
