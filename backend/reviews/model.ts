import type { Selectable } from 'kysely';
import type { Db, Trx } from '../db/database';
import type { ReviewDecision, ReviewsTable } from '../db/tables';
import { refreshHeldForReview } from '../ledger/model';
import type { Operator } from '../operators/model';

export type HeldMoney = Selectable<ReviewsTable>;

/** Returns the id of held money's entry in the review queue. */
export function moneyEntry(id: number): string {
  return `money-${id}`;
}

/** Reads the id of an entry of the review queue: the number of the held money; null for another entry. */
export function readMoneyEntry(entry: string): number | null {
  const [, id] = /^money-(\d{1,15})$/.exec(entry) ?? [];
  return id === undefined ? null : Number(id);
}

export async function findHeldMoney(db: Db | Trx, id: number): Promise<HeldMoney | null> {
  return (await db.selectFrom('reviews').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}

/** What ends an entry of held money: an action, or, of an earlier release, a note only (`decision` null). */
export interface Closing {
  readonly decision: ReviewDecision | null;
}

export async function findClosing(db: Db | Trx, id: number): Promise<Closing | null> {
  const row = await db
    .selectFrom('review_closings')
    .select('decision')
    .where('entry', '=', moneyEntry(id))
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Ends an entry of held money, under its order's lock. One that an earlier release closed with a note gets its decision. The orders that it held
 * are held no longer, unless by other money.
 */
export async function endEntry(
  trx: Trx,
  { id, order_refid: refid }: HeldMoney,
  {
    decision,
    reason,
    operator,
    at,
  }: { readonly decision: ReviewDecision; readonly reason: string; readonly operator: Operator; readonly at: Date },
): Promise<void> {
  const values = { decision, note: reason, operator: operator.name, closed_at: at };
  await trx
    .insertInto('review_closings')
    .values({ entry: moneyEntry(id), ...values })
    .onConflict((conflict) => conflict.column('entry').doUpdateSet(values))
    .execute();
  await refreshOrdersOf(trx, id, refid);
}

/**
 * Opens an entry of held money again whose refund was rejected or has failed, under its order's lock: what becomes of the money is to be decided
 * again.
 */
export async function reopenEntry(trx: Trx, id: number, refid: string): Promise<void> {
  await trx
    .deleteFrom('review_closings')
    .where('entry', '=', moneyEntry(id))
    .where('decision', '=', 'returned')
    .execute();
  await refreshOrdersOf(trx, id, refid);
}

/** Opens the entries of an attempt's held money that were closed with a note when it was lost in a dispute, which is won after all. */
export async function reopenLostMoney(
  trx: Trx,
  { order_refid: refid, attempt_id: attemptId }: { readonly order_refid: string; readonly attempt_id: number },
): Promise<void> {
  const held = await trx
    .selectFrom('reviews')
    .select('id')
    .where('order_refid', '=', refid)
    .where('attempt_id', '=', attemptId)
    .execute();
  for (const { id } of held) {
    const entry = moneyEntry(id);
    await trx.deleteFrom('review_closings').where('entry', '=', entry).where('decision', 'is', null).execute();
    await refreshOrdersOf(trx, id, refid);
  }
}

/** Sets or clears the flag of the orders that an entry of held money belongs to. */
export async function refreshOrdersOf(trx: Trx, id: number, refid: string): Promise<void> {
  const claims = await trx.selectFrom('review_claims').select('order_refid').where('review_id', '=', id).execute();
  await refreshHeldForReview(trx, [refid, ...claims.map(({ order_refid }) => order_refid)]);
}
