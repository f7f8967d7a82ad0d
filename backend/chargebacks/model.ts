import { sql, type Selectable } from 'kysely';
import { addMilliseconds, dayMs } from '../clock';
import type { Db, Trx } from '../db/database';
import type { ChargebacksTable } from '../db/tables';

export type Chargeback = Selectable<ChargebacksTable>;

/** Returns the id of a chargeback's entry in the review queue. */
export function chargebackEntry(id: number): string {
  return `chargeback-${id}`;
}

/** An operator is warned this long before the deadline of an answer, ms: evidence takes days to collect. */
export const warningMs = 7 * dayMs;

export async function findChargeback(db: Db | Trx, id: number): Promise<Chargeback | null> {
  return (await db.selectFrom('chargebacks').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}

/** Chargebacks that are listed. */
const listed = 200;

/** Lists chargebacks, the latest first: the open ones, or all. */
export async function listChargebacks(
  db: Db,
  { isOpen }: { readonly isOpen: boolean },
): Promise<readonly Chargeback[]> {
  const latest = db.selectFrom('chargebacks').selectAll().orderBy('id', 'desc').limit(listed);
  return isOpen ? latest.where('state', '=', 'open').execute() : latest.execute();
}

/**
 * Lists the open chargebacks that nobody has answered and whose deadline is near, over or unknown; and those that the gateway says ended otherwise
 * than an operator has said.
 */
export async function listChargebacksForReview(db: Db, now: Date): Promise<readonly Chargeback[]> {
  const unanswered = await db
    .selectFrom('chargebacks')
    .selectAll()
    .where('state', '=', 'open')
    .where('evidence', 'is', null)
    .where((row) => row.or([row('respond_by', 'is', null), row('respond_by', '<', addMilliseconds(now, warningMs))]))
    .execute();
  const contradicted = await db
    .selectFrom('chargebacks')
    .selectAll()
    .where('contradicted_by', 'in', ['won', 'lost'])
    .execute();
  return [...unanswered, ...contradicted].toSorted((one, other) => one.id - other.id);
}

/** Whether a closing of a chargeback is its last: a condition on both. */
const isLastClosing = sql<boolean>`closing.number = (select max(number) from chargeback_closings where chargeback_id = chargebacks.id)`;

/** Sums up, in sen, what of an attempt's money is charged back, or may be. */
export async function sumChargedBack(db: Db | Trx, attemptId: number): Promise<number> {
  const { sum } = await db
    .selectFrom('chargebacks')
    .select(sql<number>`coalesce(sum(amount), 0)::bigint`.as('sum'))
    .where('attempt_id', '=', attemptId)
    .where('state', '<>', 'won')
    .executeTakeFirstOrThrow();
  return sum;
}

/**
 * Sums up, in sen, what of an attempt's credit, or of its money that is held for review, is charged back or may be: it cannot be refunded too. An
 * attempt can have both, where its code was paid twice. What was lost is of either as the journal has it; of an open dispute it is not known which.
 */
export async function sumChargedBackOf(db: Db | Trx, kind: 'credit' | 'review', attemptId: number): Promise<number> {
  const credit = await db.selectFrom('credits').select('id').where('attempt_id', '=', attemptId).executeTakeFirst();
  if (credit === undefined) return sumChargedBack(db, attemptId);
  const lost = kind === 'review' ? sql`from_held` : sql`amount - from_held`;
  const { sum } = await db
    .selectFrom('chargebacks')
    .leftJoin('chargeback_closings as closing', (join) =>
      join.onRef('chargeback_id', '=', 'chargebacks.id').on(isLastClosing),
    )
    .select(sql<number>`coalesce(sum(case state when 'open' then amount else ${lost} end), 0)::bigint`.as('sum'))
    .where('attempt_id', '=', attemptId)
    .where('state', '<>', 'won')
    .executeTakeFirstOrThrow();
  return sum;
}

/**
 * Sums up, in sen, what of an attempt's ringgit is in suspense: held, not applied and not the same movement as other money, less what was lost in
 * disputes and what is being refunded. A refund that waits for its approval has moved nothing yet.
 */
export async function sumHeld(trx: Trx, attemptId: number): Promise<number> {
  const { rows } = await sql<{ held: number }>`select (
    coalesce((select sum(amount - (
        select coalesce(sum(refunds.amount), 0) from refunds
        where refunds.review_id = reviews.id and state in ('approved', 'sent', 'manual', 'succeeded')))
      from reviews left join review_closings on entry = 'money-' || reviews.id
      where reviews.order_refid = (select order_refid from attempts where id = ${attemptId}) and reviews.attempt_id = ${attemptId}
        and currency = 'MYR' and coalesce(decision, '') not in ('applied', 'same-movement')), 0)
    - coalesce((select sum(from_held) from chargebacks join chargeback_closings closing on chargeback_id = chargebacks.id
      where attempt_id = ${attemptId} and ${isLastClosing}), 0))::bigint as held`.execute(trx);
  return Math.max(rows[0]?.held ?? 0, 0);
}

/** Whether a dispute of an attempt is not decided: it is open, or its gateway says otherwise. */
export async function isInDispute(db: Db | Trx, attemptId: number): Promise<boolean> {
  const undecided = await db
    .selectFrom('chargebacks')
    .select('id')
    .where('attempt_id', '=', attemptId)
    .where((row) => row.or([row('state', '=', 'open'), row('contradicted_by', 'is not', null)]))
    .executeTakeFirst();
  return undecided !== undefined;
}

/** Whether all of an attempt's held money is lost in disputes, and none is undecided: it can be neither applied nor returned. */
export async function isHeldMoneyLost(
  db: Db,
  { attempt_id: attemptId, amount }: { readonly attempt_id: number; readonly amount: number },
): Promise<boolean> {
  return (await sumChargedBackOf(db, 'review', attemptId)) >= amount && !(await isInDispute(db, attemptId));
}
