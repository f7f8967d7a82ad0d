import type { PaymentMethod } from '@/lib/domain/methods/payment-methods';
import type { PostingState } from '@/lib/domain/payment/posting-states';
import type { Db, Trx } from '../db/database';
import { scheduleJob } from '../jobs/model';
import { writeHistory } from '../payments/transitions';
import { createRefundReference } from '../random-ids';

/** The reversal of a posting, all or part of it, whose payment was refunded. */
export interface Reversal {
  readonly id: number;
  readonly reference: string;
  readonly refid: string;
  readonly accountNumber: string;
  readonly billReference: string | null;
  /** The reference of the posting that it takes back, that posting's state, and when it was answered. */
  readonly posting: string;
  readonly postingState: PostingState;
  readonly postingAnsweredAt: Date | null;
  /** Sen. */
  readonly amount: number;
  readonly createdAt: Date;
  readonly method: PaymentMethod;
  readonly gateway: string;
  /** The gateway's number of the payment. */
  readonly gatewayReference: string;
  readonly state: PostingState;
  readonly biller: string | null;
  readonly receiptNumber: string | null;
  readonly reason: string | null;
  readonly sentAt: Date | null;
}

/** Returns the id of a reversal's entry in the review queue. */
export function reversalEntry(id: number): string {
  return `reversal-${id}`;
}

/** Reversals with their postings: the query to add conditions and an order to. */
export function reversalsQuery(db: Db | Trx) {
  return db
    .selectFrom('reversals')
    .innerJoin('postings', 'postings.id', 'reversals.posting_id')
    .innerJoin('credits', 'credits.id', 'postings.credit_id')
    .innerJoin('orders', 'orders.refid', 'credits.order_refid')
    .innerJoin('attempts', 'attempts.id', 'credits.attempt_id')
    .leftJoin('order_accounts', (join) =>
      join
        .onRef('order_accounts.order_refid', '=', 'credits.order_refid')
        .onRef('order_accounts.position', '=', 'credits.position'),
    )
    .select([
      'reversals.id',
      'reversals.reference',
      'orders.refid',
      // A credit that is posted has an account.
      (row) => row.fn.coalesce('credits.account_number', row.val('')).as('accountNumber'),
      (row) => row.fn.coalesce('order_accounts.bill_reference', 'orders.bill_reference').as('billReference'),
      'postings.reference as posting',
      'postings.state as postingState',
      'postings.answered_at as postingAnsweredAt',
      'reversals.amount',
      'reversals.created_at as createdAt',
      'attempts.method',
      'credits.gateway',
      'credits.gateway_reference as gatewayReference',
      'reversals.state',
      'reversals.biller',
      'reversals.receipt_number as receiptNumber',
      'reversals.reason',
      'reversals.sent_at as sentAt',
    ]);
}

export async function findReversal(db: Db | Trx, id: number): Promise<Reversal | null> {
  return (await reversalsQuery(db).where('reversals.id', '=', id).executeTakeFirst()) ?? null;
}

/** A refund of a credit that has succeeded. */
interface CreditRefund {
  readonly id: number;
  readonly refid: string;
  readonly creditId: number;
  readonly amount: number;
}

/**
 * Takes back the posting of a refunded credit, in the SQL transaction that records the refund's success, under the order's lock. A posting that
 * was not sent, and whose payment is refunded in full, is cancelled, with the reversals that wait for it. Any other gets a reversal, which is
 * sent once the posting is accepted: the biller takes back what it has. A credit without a posting has nothing to take back.
 */
export async function writeReversal(trx: Trx, refund: CreditRefund, at: Date): Promise<void> {
  const posting = await trx
    .selectFrom('postings')
    .innerJoin('credits', 'credits.id', 'postings.credit_id')
    .select(['postings.id', 'postings.reference', 'credits.amount'])
    .where('postings.credit_id', '=', refund.creditId)
    .executeTakeFirst();
  if (posting === undefined) return;
  if ((await isRefundedInFull(trx, refund.creditId, posting.amount)) && (await cancelPosting(trx, posting.id))) {
    const entry = { refid: refund.refid, attemptId: null, by: 'backend', at, detail: posting.reference } as const;
    await writeHistory(trx, { ...entry, state: 'posting-cancelled' });
    return;
  }
  const { id } = await trx
    .insertInto('reversals')
    .values({
      ...{ reference: createRefundReference(), posting_id: posting.id, refund_id: refund.id, amount: refund.amount },
      state: 'queued',
      ...{ created_at: at, biller: null, receipt_number: null, reason: null },
      ...{ sent_at: null, answered_at: null, posted_at: null, export_id: null },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await scheduleJob(trx, 'reverse-posting', id, at);
}

async function isRefundedInFull(trx: Trx, creditId: number, amount: number): Promise<boolean> {
  const { sum } = await trx
    .selectFrom('refunds')
    .select((row) => row.cast<number>(row.fn.coalesce(row.fn.sum('amount'), row.lit(0)), 'bigint').as('sum'))
    .where('credit_id', '=', creditId)
    .where('state', '=', 'succeeded')
    .executeTakeFirstOrThrow();
  return sum === amount;
}

/** Cancels a posting that is still queued, with its reversals. One statement decides whether it is sent or cancelled. */
async function cancelPosting(trx: Trx, id: number): Promise<boolean> {
  const cancelled = await trx
    .updateTable('postings')
    .set({ state: 'cancelled', reason: 'refunded' })
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .returning('id')
    .executeTakeFirst();
  if (cancelled === undefined) return false;
  await trx
    .updateTable('reversals')
    .set({ state: 'cancelled', reason: 'never posted' })
    .where('posting_id', '=', id)
    .where('state', '=', 'queued')
    .execute();
  return true;
}

/** Schedules the reversals that wait for a posting, which is accepted now. */
export async function scheduleReversalsOf(trx: Trx, postingId: number, at: Date): Promise<void> {
  const waiting = await trx
    .selectFrom('reversals')
    .select('id')
    .where('posting_id', '=', postingId)
    .where('state', '=', 'queued')
    .execute();
  for (const { id } of waiting) await scheduleJob(trx, 'reverse-posting', id, at);
}
