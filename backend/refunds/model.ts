import { sql } from 'kysely';
import type { PaymentMethod } from '@/lib/domain/methods/payment-methods';
import { refundingStates, type RefundState } from '@/lib/domain/payment/refund-states';
import { addMilliseconds, dayMs } from '../clock';
import { sumChargedBackOf } from '../chargebacks/model';
import type { Db, Trx } from '../db/database';
import type { RefundEvidence } from '../db/tables';

/** A refund with the payment whose money is returned. */
export interface Refund {
  readonly id: number;
  readonly reference: string;
  readonly refid: string;
  readonly paymentId: string;
  /** One of the two is null: the credit whose money is returned, or the money held for review. */
  readonly creditId: number | null;
  readonly reviewId: number | null;
  /** The account whose credit it is; null for held money, and where the payment names none. */
  readonly accountNumber: string | null;
  readonly attemptId: number;
  /** Of the refunded payment: an order can have been paid twice, by different methods. */
  readonly method: PaymentMethod;
  readonly gateway: string;
  /** The gateway's number of the payment. */
  readonly paymentReference: string;
  /** Sen. */
  readonly amount: number;
  readonly reason: string;
  readonly state: RefundState;
  readonly byTransfer: boolean;
  readonly requestedBy: string;
  readonly requestedAt: Date;
  readonly decidedBy: string | null;
  readonly decidedAt: Date | null;
  readonly sentAt: Date | null;
  readonly endedAt: Date | null;
  readonly endedBy: string | null;
  readonly gatewayReference: string | null;
  readonly cause: string | null;
  readonly evidence: RefundEvidence | null;
}

/** Returns the id of a refund's entry in the review queue. */
export function refundEntry(id: number): string {
  return `refund-${id}`;
}

/** How long a gateway may take to tell what became of a refund, ms. Then a person finds out; the gateway is asked on. */
const answerDueMs = dayMs;

/** Returns the time before which a refund that has no answer was sent, to be overdue. */
export function refundsOverdueSince(now: Date): Date {
  return addMilliseconds(now, -answerDueMs);
}

/** Refunds with their payments: the query to add conditions and an order to. */
export function refundsQuery(db: Db | Trx) {
  return db
    .selectFrom('refunds')
    .innerJoin('orders', 'orders.refid', 'refunds.order_refid')
    .innerJoin('attempts', 'attempts.id', 'refunds.attempt_id')
    .leftJoin('credits', 'credits.id', 'refunds.credit_id')
    .leftJoin('reviews', 'reviews.id', 'refunds.review_id')
    .select([
      'refunds.id',
      'refunds.reference',
      'refunds.order_refid as refid',
      'orders.payment_id as paymentId',
      'refunds.credit_id as creditId',
      'credits.account_number as accountNumber',
      'refunds.review_id as reviewId',
      'refunds.attempt_id as attemptId',
      'attempts.method',
      'attempts.gateway',
      sql<string>`coalesce(credits.gateway_reference, reviews.gateway_reference)`.as('paymentReference'),
      'refunds.amount',
      'refunds.reason',
      'refunds.state',
      'refunds.by_transfer as byTransfer',
      'refunds.requested_by as requestedBy',
      'refunds.requested_at as requestedAt',
      'refunds.decided_by as decidedBy',
      'refunds.decided_at as decidedAt',
      'refunds.sent_at as sentAt',
      'refunds.ended_at as endedAt',
      'refunds.ended_by as endedBy',
      'refunds.gateway_reference as gatewayReference',
      'refunds.cause',
      'refunds.evidence',
    ]);
}

export async function findRefund(
  db: Db | Trx,
  by: { readonly id: number } | { readonly reference: string },
): Promise<Refund | null> {
  const query = refundsQuery(db);
  const row = await (
    'id' in by ? query.where('refunds.id', '=', by.id) : query.where('refunds.reference', '=', by.reference)
  ).executeTakeFirst();
  return row ?? null;
}

/** The money that a refund returns: of a credit, or held for review. */
export type RefundSource =
  { readonly kind: 'credit'; readonly id: number } | { readonly kind: 'review'; readonly id: number };

/** Sums up, in sen, what of a source's money is refunded or being refunded. Under the order's lock no other is added. */
export async function sumRefunding(db: Db | Trx, { kind, id }: RefundSource): Promise<number> {
  const { sum } = await db
    .selectFrom('refunds')
    .select((row) => row.cast<number>(row.fn.coalesce(row.fn.sum('amount'), row.lit(0)), 'bigint').as('sum'))
    .where(kind === 'credit' ? 'credit_id' : 'review_id', '=', id)
    .where('state', 'in', refundingStates)
    .executeTakeFirstOrThrow();
  return sum;
}

/** What a gateway has refunded of an attempt's payment, as far as we know. */
export interface GatewayRefundsOfPayment {
  /** Sen. */
  readonly booked: number;
  /** A refund was sent whose outcome is not known. */
  readonly isInFlight: boolean;
}

/** Reads what a gateway has refunded of an attempt's payment, as far as we know. */
export async function readGatewayRefunds(db: Db | Trx, attemptId: number): Promise<GatewayRefundsOfPayment> {
  const rows = await db
    .selectFrom('refunds')
    .select(['amount', 'state'])
    .where('attempt_id', '=', attemptId)
    .where('state', 'in', ['sent', 'succeeded'])
    .where('sent_at', 'is not', null)
    .execute();
  const booked = rows.filter(({ state }) => state === 'succeeded').reduce((sum, { amount }) => sum + amount, 0);
  return { booked, isInFlight: rows.some(({ state }) => state === 'sent') };
}

/**
 * Whether a refund is one of its order. Of a paid order only what was refunded of its credit is: money that was held beside it, such as a second
 * payment, has not paid the order, which stays paid in full when that is returned.
 */
const isOfOrder = sql<boolean>`(refunds.credit_id is not null
  or not exists (select from credits where credits.order_refid = refunds.order_refid))`;

/** Lists the refunds of an order, oldest first, as its payer and partner are told of them. */
export async function listRefundsOfOrder(db: Db | Trx, refid: string): Promise<readonly Refund[]> {
  return refundsQuery(db).where('refunds.order_refid', '=', refid).where(isOfOrder).orderBy('refunds.id').execute();
}

/** Sums up, in sen by refid, the refunds of orders in these states; without orders that have none. */
export async function sumRefundsOfOrders(
  db: Db | Trx,
  refids: readonly string[],
  states: readonly RefundState[],
): Promise<ReadonlyMap<string, number>> {
  if (refids.length === 0) return new Map();
  const rows = await db
    .selectFrom('refunds')
    .select((row) => ['order_refid as refid', row.cast<number>(row.fn.sum('amount'), 'bigint').as('sum')])
    .where('order_refid', 'in', refids)
    .where('state', 'in', states)
    .where(isOfOrder)
    .groupBy('order_refid')
    .execute();
  return new Map(rows.map(({ refid, sum }) => [refid, sum]));
}

/** Sums up, in sen, what of an order's money was returned to its payer. */
export async function sumRefunded(db: Db | Trx, refid: string): Promise<number> {
  return (await sumRefundsOfOrders(db, [refid], ['succeeded'])).get(refid) ?? 0;
}

/** Finds a payment by its reference or payment id, and returns its reference; null if there is none. */
export async function findRefidOf(db: Db, payment: string): Promise<string | null> {
  const order = await db
    .selectFrom('orders')
    .select('refid')
    .where((row) => row.or([row('refid', '=', payment), row('payment_id', '=', payment)]))
    .executeTakeFirst();
  return order?.refid ?? null;
}

/** What there is of an attempt's money, and what of it is refunded or being refunded: sen. */
interface RefundablePayment {
  readonly amount: number;
  readonly refunding: number;
}

/** Reads what of the credits of an attempt, one for each account, is refunded or being refunded. Under the order's lock no other is added. */
export async function readRefunding(db: Db | Trx, attemptId: number): Promise<RefundablePayment> {
  const rows = await db.selectFrom('credits').select(['id', 'amount']).where('attempt_id', '=', attemptId).execute();
  let refunding = 0;
  for (const { id } of rows) refunding += await sumRefunding(db, { kind: 'credit', id });
  return { amount: rows.reduce((sum, { amount }) => sum + amount, 0), refunding };
}

/**
 * Reads what of a credit can be refunded still, in sen. A dispute is of the whole payment of its attempt: what is charged back cannot be refunded of
 * any of its credits.
 */
export async function readLeftOfCredit(
  db: Db | Trx,
  credit: { readonly id: number; readonly amount: number; readonly attemptId: number },
): Promise<number> {
  const refunding = await sumRefunding(db, { kind: 'credit', id: credit.id });
  const payment = await readRefunding(db, credit.attemptId);
  const chargedBack = await sumChargedBackOf(db, 'credit', credit.attemptId);
  return Math.max(Math.min(credit.amount - refunding, payment.amount - payment.refunding - chargedBack), 0);
}

/** A credit of a payment, with what can be refunded of it still, in sen. */
export interface RefundableCredit {
  readonly id: number;
  readonly accountNumber: string | null;
  readonly left: number;
}

/**
 * Lists the credits of a payment by its reference or payment id: one, or one for each of its accounts. None if it was not credited, or `account` is
 * not one of them; null: any account.
 */
export async function listRefundableCredits(
  db: Db,
  payment: string,
  account: string | null,
): Promise<readonly RefundableCredit[]> {
  const refid = await findRefidOf(db, payment);
  if (refid === null) return [];
  const credits = await db
    .selectFrom('credits')
    .select(['id', 'amount', 'attempt_id as attemptId', 'account_number as accountNumber'])
    .where('order_refid', '=', refid)
    .orderBy('position')
    .execute();
  const found: RefundableCredit[] = [];
  for (const credit of credits) {
    const { id, accountNumber } = credit;
    if (account !== null && accountNumber !== account) continue;
    found.push({ id, accountNumber, left: await readLeftOfCredit(db, credit) });
  }
  return found;
}
