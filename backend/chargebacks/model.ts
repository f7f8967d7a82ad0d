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
 * Sums up, in sen, what of an attempt's credit, or of its money that is held for review, is charged back or may be: it cannot be refunded too. What is
 * charged back of an attempt is its credit's, if it has one.
 */
export async function sumChargedBackOf(db: Db | Trx, kind: 'credit' | 'review', attemptId: number): Promise<number> {
  const sum = await sumChargedBack(db, attemptId);
  if (sum === 0 || kind === 'credit') return sum;
  const credit = await db.selectFrom('credits').select('id').where('attempt_id', '=', attemptId).executeTakeFirst();
  return credit === undefined ? sum : 0;
}

/** Whether held money of an attempt is lost in a dispute, all or part of it, and none is undecided: it can be neither applied nor returned. */
export async function isHeldMoneyLost(db: Db, attemptId: number): Promise<boolean> {
  if ((await sumChargedBackOf(db, 'review', attemptId)) === 0) return false;
  const undecided = await db
    .selectFrom('chargebacks')
    .select('id')
    .where('attempt_id', '=', attemptId)
    .where((row) => row.or([row('state', '=', 'open'), row('contradicted_by', 'is not', null)]))
    .executeTakeFirst();
  return undecided === undefined;
}
