import { sql } from 'kysely';
import type { ChargebackOutcome } from '@/lib/domain/payment/chargeback-states';
import { failure, success, type Result } from '@/lib/domain/result';
import { inTransaction, type Trx } from '../db/database';
import type { DisputeReport } from '../gateways/gateway';
import { chargebackClosed, chargebackOpened } from '../ledger/entries';
import { writeJournal } from '../ledger/journal';
import { recordAction } from '../operators/actions';
import type { Operator } from '../operators/model';
import { findAttempt, lockPayment, type Attempt } from '../payments/model';
import { currency } from '../payments/reports';
import { writeHistory, type Actor } from '../payments/transitions';
import type { Services } from '../services';
import { reopenLostMoney } from '../reviews/model';
import { chargebackEntry, findChargeback, sumChargedBack, sumHeld, type Chargeback } from './model';

/** A chargeback that an operator has read in a gateway's portal or letter. */
export interface ChargebackToAdd {
  /** The attempt's number. */
  readonly number: string;
  /** The gateway's id of the dispute. */
  readonly dispute: string;
  /** Sen. */
  readonly amount: number;
  readonly reasonCode: string;
  readonly respondBy: Date | null;
}

/** Who records a change, and why; `reason` is null for what a gateway reports. */
interface Change {
  readonly by: Actor;
  readonly at: Date;
  readonly operator: Operator | null;
  readonly reason: string | null;
}

/** Sums up, in sen, the money of an attempt: credited, and held for review besides. */
async function sumReceived(trx: Trx, { id, order_refid: refid }: Attempt): Promise<number> {
  const credits = await trx.selectFrom('credits').select('amount').where('attempt_id', '=', id).execute();
  const { held } = await trx
    .selectFrom('reviews')
    .leftJoin('review_closings', (join) => join.on(sql<boolean>`entry = 'money-' || reviews.id`))
    .select(sql<number>`coalesce(sum(amount), 0)::bigint`.as('held'))
    .where('order_refid', '=', refid)
    .where('attempt_id', '=', id)
    // Money that was applied is credited.
    .where(sql<boolean>`coalesce(decision, '') <> 'applied'`)
    .executeTakeFirstOrThrow();
  return credits.reduce((sum, { amount }) => sum + amount, held);
}

/** Opens a chargeback, under its order's lock. Null if the gateway's dispute is known already. */
async function open(
  trx: Trx,
  attempt: Attempt,
  { dispute, amount, reasonCode, respondBy }: Omit<ChargebackToAdd, 'number'>,
  { by, at, operator }: Change,
): Promise<Chargeback | null> {
  const row = await trx
    .insertInto('chargebacks')
    .values({
      ...{ gateway: attempt.gateway, dispute, order_refid: attempt.order_refid, attempt_id: attempt.id, amount },
      ...{ reason_code: reasonCode, opened_by: operator?.name ?? 'gateway', opened_at: at },
      state: 'open',
      respond_by: respondBy,
    })
    .onConflict((conflict) => conflict.columns(['gateway', 'dispute']).doNothing())
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) return null;
  await writeJournal(trx, [chargebackOpened(row, at)]);
  const detail = `${chargebackEntry(row.id)}: ${reasonCode}`;
  await writeHistory(trx, { refid: attempt.order_refid, attemptId: null, state: 'chargeback-opened', by, at, detail });
  return row;
}

/** Finds, in sen, what of a dispute that is lost was held for review: as it was lost before, else as much as is held still. */
async function findLostFromHeld(
  trx: Trx,
  { attempt_id: attemptId, amount }: Chargeback,
  before: { readonly outcome: ChargebackOutcome; readonly fromHeld: number } | null,
): Promise<number> {
  if (before !== null && before.outcome !== 'won') return before.fromHeld;
  return Math.min(amount, await sumHeld(trx, attemptId));
}

/** Closes a chargeback, or closes one otherwise that the gateway says ended otherwise, under its order's lock. */
async function close(
  trx: Trx,
  chargeback: Chargeback,
  outcome: ChargebackOutcome,
  { by, at, operator, reason }: Change,
): Promise<void> {
  const { id } = chargeback;
  await trx.updateTable('chargebacks').set({ state: outcome, contradicted_by: null }).where('id', '=', id).execute();
  const last = await trx
    .selectFrom('chargeback_closings')
    .select(['number', 'outcome', 'from_held'])
    .where('chargeback_id', '=', id)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  const before = last === undefined ? null : { outcome: last.outcome, fromHeld: last.from_held };
  const fromHeld = outcome === 'won' ? 0 : await findLostFromHeld(trx, chargeback, before);
  const number = (last?.number ?? 0) + 1;
  await trx
    .insertInto('chargeback_closings')
    .values({ chargeback_id: id, number, outcome, from_held: fromHeld, closed_by: operator?.name ?? 'gateway', at })
    .execute();
  await writeJournal(trx, [chargebackClosed(chargeback, { number, outcome, fromHeld, before }, at)]);
  if (outcome === 'won' && before !== null && before.fromHeld > 0) await reopenLostMoney(trx, chargeback);
  const detail = `${chargebackEntry(chargeback.id)}${reason === null ? '' : `: ${reason}`}`;
  const { order_refid: refid } = chargeback;
  await writeHistory(trx, { refid, attemptId: null, state: `chargeback-${outcome}`, by, at, detail });
}

export type AddRefusal = 'unknown-attempt' | 'no-money' | 'too-much' | 'known-dispute';

/** Adds a chargeback by hand. It is never of more than was received and is not charged back already. */
export async function addChargeback(
  services: Services,
  chargeback: ChargebackToAdd,
  { operator, reason }: { readonly operator: Operator; readonly reason: string },
): Promise<Result<Chargeback, AddRefusal>> {
  const attempt = await findAttempt(services.db, { number: chargeback.number });
  if (attempt === null) return failure('unknown-attempt');
  const at = services.clock.now();
  return inTransaction(services.db, async (trx) => {
    await lockPayment(trx, attempt.order_refid);
    if ((await findByDispute(trx, attempt.gateway, chargeback.dispute)) !== null) return failure('known-dispute');
    const received = await sumReceived(trx, attempt);
    if (received === 0) return failure('no-money');
    if (chargeback.amount > received - (await sumChargedBack(trx, attempt.id))) return failure('too-much');
    const opened = await open(trx, attempt, chargeback, { by: 'operator', at, operator, reason });
    if (opened === null) return failure('known-dispute');
    const subject = chargebackEntry(opened.id);
    await recordAction(trx, { operator, action: 'chargeback-added', subject, reason, at });
    return success(opened);
  });
}

export type ChangeRefusal = 'unknown-chargeback' | 'closed-already';

/** Records which evidence was sent to the gateway: the chargeback is answered. Again, it replaces what was recorded. */
export async function recordEvidence(
  services: Services,
  id: number,
  { operator, note }: { readonly operator: Operator; readonly note: string },
): Promise<Result<null, ChangeRefusal>> {
  const isOpen = ({ state }: Chargeback) => state === 'open';
  return change(services, id, isOpen, async (trx, { order_refid: refid }, at) => {
    await trx.updateTable('chargebacks').set({ evidence: note, evidence_at: at }).where('id', '=', id).execute();
    const subject = chargebackEntry(id);
    await recordAction(trx, { operator, action: 'chargeback-evidence', subject, reason: note, at });
    const detail = `${subject}: ${note}`;
    await writeHistory(trx, { refid, attemptId: null, state: 'chargeback-evidence', by: 'operator', at, detail });
  });
}

/** Closes a chargeback by hand: won, lost, or accepted without an answer. One that the gateway contradicts is closed again, as either says. */
export async function closeChargeback(
  services: Services,
  id: number,
  {
    operator,
    reason,
    outcome,
  }: { readonly operator: Operator; readonly reason: string; readonly outcome: ChargebackOutcome },
): Promise<Result<null, ChangeRefusal>> {
  const isUndecided = ({ state, contradicted_by }: Chargeback) => state === 'open' || contradicted_by !== null;
  return change(services, id, isUndecided, async (trx, chargeback, at) => {
    await close(trx, chargeback, outcome, { by: 'operator', at, operator, reason });
    const subject = chargebackEntry(id);
    await recordAction(trx, { operator, action: `chargeback-${outcome}`, subject, reason, at });
  });
}

/** Changes a chargeback that fits, under its order's lock. */
async function change(
  { db, clock }: Services,
  id: number,
  fits: (chargeback: Chargeback) => boolean,
  write: (trx: Trx, chargeback: Chargeback, at: Date) => Promise<void>,
): Promise<Result<null, ChangeRefusal>> {
  const found = await findChargeback(db, id);
  if (found === null) return failure('unknown-chargeback');
  return inTransaction(db, async (trx) => {
    await lockPayment(trx, found.order_refid);
    const current = await findChargeback(trx, id);
    if (current === null) return failure('unknown-chargeback');
    if (!fits(current)) return failure('closed-already');
    await write(trx, current, clock.now());
    return success(null);
  });
}

/**
 * Applies a gateway's verified report of a dispute, which may be repeated and arrive in any order. An end whose beginning was lost opens the
 * chargeback, too. An end that contradicts an operator's is left to a person. Returns false for a report that does not fit its payment.
 */
export async function applyDisputeReport(
  services: Services,
  attempt: Attempt,
  report: DisputeReport,
): Promise<boolean> {
  const isOfAttempt = report.number === null || report.number === attempt.number;
  if (!isOfAttempt || report.currency !== currency || report.amount < 1) return false;
  const at = services.clock.now();
  const recorded = { by: 'callback', at, operator: null, reason: null } as const;
  return inTransaction(services.db, async (trx) => {
    await lockPayment(trx, attempt.order_refid);
    if (report.amount > (await sumReceived(trx, attempt))) return false;
    const respondBy = report.respondBy === null ? null : new Date(report.respondBy);
    const opened = await open(trx, attempt, { ...report, respondBy }, recorded);
    const { status } = report;
    if (status === 'opened') return true;
    const chargeback = opened ?? (await findByDispute(trx, attempt.gateway, report.dispute));
    if (chargeback === null || chargeback.attempt_id !== attempt.id) return false;
    if (chargeback.state === 'open') await close(trx, chargeback, status, recorded);
    else if ((chargeback.state === 'won') !== (status === 'won')) await contradict(trx, chargeback, status, recorded);
    return true;
  });
}

async function findByDispute(trx: Trx, gateway: string, dispute: string): Promise<Chargeback | null> {
  const row = await trx
    .selectFrom('chargebacks')
    .selectAll()
    .where('gateway', '=', gateway)
    .where('dispute', '=', dispute)
    .executeTakeFirst();
  return row ?? null;
}

async function contradict(
  trx: Trx,
  { id, order_refid: refid, contradicted_by }: Chargeback,
  status: 'won' | 'lost',
  { by, at }: Change,
): Promise<void> {
  if (contradicted_by === status) return;
  await trx.updateTable('chargebacks').set({ contradicted_by: status }).where('id', '=', id).execute();
  const detail = `${chargebackEntry(id)}: ${status}`;
  await writeHistory(trx, { refid, attemptId: null, state: 'chargeback-contradicted', by, at, detail });
}
