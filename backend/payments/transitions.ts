import { sql, type Insertable } from 'kysely';
import type { Onward } from '@/lib/domain/payment/payment';
import { hasEnded, mayMove, type AttemptState, type OrderState } from '@/lib/domain/payment/payment-states';
import { publishPaymentMove } from '@/lib/telemetry/metrics/payment-moves';
import { afterCommit, inOneStatement, type Db, type Trx } from '../db/database';
import { enqueueWebhook, webhookEventOf } from '../partners/webhooks';
import type { AttemptsTable } from '../db/tables';
import { executeBatch, type Write, type Writes } from '../db/execute-batch';
import { jobScheduleWrites, type JobSchedule } from '../jobs/model';
import { attemptColumns, type Attempt, type Order } from './model';
import { attemptJobSchedule, orderJobSchedule, nextCheckAfterRedirect, nextCheckAfterInitiation } from './schedule';

/** Who or what moved a payment: written into its history. */
export type Actor =
  'payer' | 'partner' | 'gateway' | 'return' | 'callback' | 'enquiry' | 'timer' | 'backend' | 'operator';

export interface Transition {
  readonly by: Actor;
  readonly at: Date;
  readonly detail?: string | null;
}

/** One line of a payment's history. */
type HistoryEntry = Transition & {
  readonly refid: string;
  readonly attemptId: number | null;
  readonly state: string;
  /** The order, where it is at hand: it is not looked for again. */
  readonly order?: Order;
};

function historyInsert(trx: Trx, entries: readonly HistoryEntry[]): Write {
  return trx.insertInto('payment_history').values(
    entries.map(({ refid, attemptId, state, by, detail, at }) => ({
      ...{ order_refid: refid, attempt_id: attemptId, state, moved_by: by, detail: detail ?? null, at },
    })),
  );
}

/** What follows from what a history says, once it is written. */
async function publishTransition(trx: Trx, { refid, attemptId, state, at, order }: HistoryEntry): Promise<void> {
  const of = attemptId === null ? 'order' : 'attempt';
  afterCommit(trx, () => publishPaymentMove({ of, state }));
  const event = webhookEventOf(of, state);
  if (event !== null && order?.partner_order_number !== null) await enqueueWebhook(trx, refid, event, at);
}

/** Writes a payment's new state into its history and, where that is an end, tells its partner: both hold if the transaction does. */
export async function writeHistory(trx: Trx, entry: HistoryEntry): Promise<void> {
  await executeBatch(trx, { history: historyInsert(trx, [entry]) });
  await publishTransition(trx, entry);
}

/** Gives when an attempt came into its present state, as its history has it. */
export async function findStateEnteredAt(db: Db, attempt: Attempt): Promise<Date | null> {
  const entry = await db
    .selectFrom('payment_history')
    .select('at')
    .where('order_refid', '=', attempt.order_refid)
    .where('attempt_id', '=', attempt.id)
    .where('state', '=', attempt.state)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return entry?.at ?? null;
}

type AttemptChange = Partial<
  Pick<
    Attempt,
    | 'gateway_answered'
    | 'gateway_reference'
    | 'bank_name'
    | 'reason_code'
    | 'confirmed_at'
    | 'approval_deadline'
    | 'card_to_save'
    | 'auto_debit_card'
    | 'deadline'
  >
>;

/** Gives the history of an attempt that another write of the statement returns, by that one's name. */
function historyInsertFrom(source: string, transitions: readonly { readonly state: AttemptState; readonly by: Actor }[], at: Date) {
  const rows = transitions.map(({ state, by }, index) => sql`(${sql.lit(index)}, ${sql.lit(state)}, ${sql.lit(by)})`);
  return sql<{ id: number }>`(insert into payment_history (order_refid, attempt_id, state, moved_by, at)
    select order_refid, id, move.state, move.by, ${at}::timestamptz
    from ${sql.table(source)}, (values ${sql.join(rows)}) move (number, state, by) order by move.number)`;
}

/** Likewise, its enquiry. */
function enquiryJobInsertFrom(source: string, dueAt: Date) {
  return sql<{ id: number }>`(insert into jobs (kind, subject, due_at)
    select 'enquire-attempt', id::text, ${dueAt}::timestamptz from ${sql.table(source)}
    on conflict (kind, subject) do update set due_at = excluded.due_at, tries = 0, claimed_until = null)`;
}

/** Writes an attempt down, created by its payer and initiated at once, and schedules what must happen should its beginning be cut short. */
export async function createAttempt(
  trx: Trx,
  attempt: Omit<Insertable<AttemptsTable>, 'state'>,
  at: Date,
): Promise<Attempt> {
  const transitions = [
    { state: 'created', by: 'payer' },
    { state: 'initiated', by: 'backend' },
  ] as const;
  const created = await trx
    .with('created', (db) =>
      db
        .insertInto('attempts')
        .values({ ...attempt, state: 'initiated' })
        .returning(attemptColumns),
    )
    .with('history', () => historyInsertFrom('created', transitions, at))
    .with('enquiry', () => enquiryJobInsertFrom('created', nextCheckAfterInitiation(at)))
    .selectFrom('created')
    .select(attemptColumns)
    .executeTakeFirstOrThrow();
  for (const { state } of transitions) afterCommit(trx, () => publishPaymentMove({ of: 'attempt', state }));
  return created;
}

/**
 * The payer is about to be shown the way on: writes it down and moves an initiated attempt to redirected, in one statement that takes the
 * order's lock itself. One that has moved meanwhile stays as it is.
 */
export async function redirectAttempt(
  db: Db,
  attempt: Attempt,
  { onward, deadline }: { readonly onward: Onward; readonly deadline: Date },
  at: Date,
): Promise<void> {
  const dueAt = nextCheckAfterRedirect({ onward, deadline }, at);
  const row = await inOneStatement(() =>
    db
      .with('locked', (query) =>
        query.selectFrom('orders').select('refid').where('refid', '=', attempt.order_refid).forUpdate(),
      )
      .with('redirected', (query) =>
        query
          .updateTable('attempts')
          .from('locked')
          .set({ state: 'redirected', onward: JSON.stringify(onward), deadline })
          .whereRef('order_refid', '=', 'locked.refid')
          .where('id', '=', attempt.id)
          .where('state', '=', 'initiated')
          .returning(['id', 'order_refid']),
      )
      .with('history', () => historyInsertFrom('redirected', [{ state: 'redirected', by: 'gateway' }], at))
      .with('enquiry', () => enquiryJobInsertFrom('redirected', dueAt))
      .selectFrom('redirected')
      .select('id')
      .executeTakeFirst(),
  );
  if (row !== undefined) publishPaymentMove({ of: 'attempt', state: 'redirected' });
}

/** A move that is not written yet, and what it makes of what is moved. */
export interface PendingTransition<Updated> {
  readonly updated: Updated;
  readonly update: Write;
  readonly entry: HistoryEntry;
  readonly jobs: JobSchedule;
}

/** Plans a move of an attempt, under its order's lock. Throws for a move that the state table lacks: that is a bug. */
export function prepareAttemptTransition(
  trx: Trx,
  attempt: Attempt,
  to: AttemptState,
  transition: Transition,
  changes: AttemptChange = {},
): PendingTransition<Attempt> {
  if (!mayMove(attempt.state, to)) throw new Error(`no attempt moves from ${attempt.state} to ${to}`);
  const { id, order_refid: refid } = attempt;
  // A card that did not pay is nobody's choice for the next bills.
  const deletedCard = hasEnded(to) && to !== 'successful' ? { auto_debit_card: null } : {};
  const change = { ...changes, ...deletedCard, state: to };
  const updated = { ...attempt, ...change };
  return {
    updated,
    update: trx.updateTable('attempts').set(change).where('id', '=', id),
    entry: { refid, attemptId: id, state: to, ...transition },
    jobs: attemptJobSchedule(updated, transition.at),
  };
}

/** Plans the end of an open order. Throws for one that is closed already: that is a bug. */
export function prepareOrderClosure(trx: Trx, order: Order, to: Exclude<OrderState, 'open'>, transition: Transition): PendingTransition<Order> {
  if (order.state !== 'open') throw new Error(`an order that is ${order.state} cannot become ${to}`);
  const updated = { ...order, state: to };
  return {
    updated,
    update: trx.updateTable('orders').set({ state: to }).where('refid', '=', order.refid),
    entry: { refid: order.refid, attemptId: null, state: to, ...transition, order },
    jobs: orderJobSchedule(updated, transition.at),
  };
}

/** Writes moves of a payment, their history in this order, what is scheduled by them, and whatever else holds with them: in one statement. */
export async function executeTransitions(trx: Trx, transitions: readonly PendingTransition<unknown>[], also: Writes = {}): Promise<void> {
  const entries = transitions.map(({ entry }) => entry);
  await executeBatch(trx, {
    ...Object.fromEntries(transitions.map(({ update }, index) => [`move${index}`, update])),
    history: historyInsert(trx, entries),
    ...jobScheduleWrites(
      trx,
      transitions.map(({ jobs }) => jobs),
    ),
    ...also,
  });
  for (const entry of entries) await publishTransition(trx, entry);
}

/** Moves an attempt, under its order's lock, schedules what must happen to it now, and gives it as it is then. Throws as `planAttempt` does. */
export async function transitionAttempt(...parameters: Parameters<typeof prepareAttemptTransition>): Promise<Attempt> {
  const transition = prepareAttemptTransition(...parameters);
  await executeTransitions(parameters[0], [transition]);
  return transition.updated;
}

/** Closes an open order, and drops what was scheduled for it. Throws as `planEnd` does. */
export async function closeOrder(...parameters: Parameters<typeof prepareOrderClosure>): Promise<Order> {
  const transition = prepareOrderClosure(...parameters);
  await executeTransitions(parameters[0], [transition]);
  return transition.updated;
}
