import { sql, type Insertable } from 'kysely';
import type { NextAction } from '@/lib/domain/payment/payment';
import {
  hasEnded,
  canTransition,
  canTransitionOrder,
  type AttemptState,
  type OrderState,
} from '@/lib/domain/payment/payment-states';
import { publishPaymentTransition } from '@/lib/telemetry/metrics/payment-transitions';
import { afterCommit, inOneStatement, type Db, type Trx } from '../db/database';
import { enqueueWebhook, webhookEventOf } from '../partners/webhooks';
import type { AttemptsTable } from '../db/tables';
import { executeBatch, type Write, type Writes } from '../db/execute-batch';
import { jobScheduleWrites, type JobSchedule } from '../jobs/model';
import { attemptColumns, type Attempt, type Order } from './model';
import { hasSeveralAccounts } from './order-accounts';
import { attemptJobSchedule, orderJobSchedule, nextCheckAfterRedirect, nextCheckAfterInitiation } from './schedule';

/** Who or what caused a transition: recorded in the payment's history. */
export type Actor =
  'payer' | 'partner' | 'gateway' | 'return' | 'callback' | 'enquiry' | 'timer' | 'backend' | 'biller' | 'operator';

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
  /** The order, if the caller has it: saves a query. */
  readonly order?: Order;
};

function historyInsert(trx: Trx, entries: readonly HistoryEntry[]): Write {
  return trx.insertInto('payment_history').values(
    entries.map(({ refid, attemptId, state, by, detail, at }) => ({
      ...{ order_refid: refid, attempt_id: attemptId, state, moved_by: by, detail: detail ?? null, at },
    })),
  );
}

/** Publishes a transition: metrics after the commit, and the partner's webhook. */
async function publishTransition(trx: Trx, { refid, attemptId, state, at, order }: HistoryEntry): Promise<void> {
  const of = attemptId === null ? 'order' : 'attempt';
  afterCommit(trx, () => publishPaymentTransition({ of, state }));
  const event = webhookEventOf(of, state);
  if (event !== null && order?.partner_order_number !== null) await enqueueWebhook(trx, refid, event, at);
}

/** Writes an entry to a payment's history and enqueues the partner's webhook, in one SQL transaction. */
export async function writeHistory(trx: Trx, entry: HistoryEntry): Promise<void> {
  await executeBatch(trx, { history: historyInsert(trx, [entry]) });
  await publishTransition(trx, entry);
}

/** Returns when an attempt entered its current state; null if its history does not show it. */
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
    | 'card_brand'
    | 'card_last_four'
    | 'deadline'
  >
>;

/** Builds the insert of history entries for the attempt that the CTE `source` returns. */
function historyInsertFrom(
  source: string,
  transitions: readonly { readonly state: AttemptState; readonly by: Actor }[],
  at: Date,
) {
  const rows = transitions.map(({ state, by }, index) => sql`(${sql.lit(index)}, ${sql.lit(state)}, ${sql.lit(by)})`);
  return sql<{ id: number }>`(insert into payment_history (order_refid, attempt_id, state, moved_by, at)
    select order_refid, id, move.state, move.by, ${at}::timestamptz
    from ${sql.table(source)}, (values ${sql.join(rows)}) move (number, state, by) order by move.number)`;
}

/** Builds the insert of the enquiry job for the attempt that the CTE `source` returns. */
function enquiryJobInsertFrom(source: string, dueAt: Date) {
  return sql<{ id: number }>`(insert into jobs (kind, subject, due_at)
    select 'enquire-attempt', id::text, ${dueAt}::timestamptz from ${sql.table(source)}
    on conflict (kind, subject) do update set due_at = excluded.due_at, tries = 0, claimed_until = null)`;
}

/** Creates an attempt, initiated immediately, and schedules an enquiry in case the process dies. `by`: who has asked for it. */
export async function createAttempt(
  trx: Trx,
  attempt: Omit<Insertable<AttemptsTable>, 'state'>,
  at: Date,
  by: Actor = 'payer',
): Promise<Attempt> {
  const transitions = [
    { state: 'created', by },
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
  for (const { state } of transitions) afterCommit(trx, () => publishPaymentTransition({ of: 'attempt', state }));
  return created;
}

/**
 * Stores the next action and sets an initiated attempt to redirected, in one statement that also locks the order. An attempt whose state
 * has changed meanwhile is left unchanged.
 */
export async function redirectAttempt(
  db: Db,
  attempt: Attempt,
  {
    nextAction,
    deadline,
    paymentId,
  }: { readonly nextAction: NextAction; readonly deadline: Date; readonly paymentId: string | null },
  at: Date,
): Promise<void> {
  const dueAt = nextCheckAfterRedirect({ onward: nextAction, deadline, created_at: attempt.created_at }, at);
  const row = await inOneStatement(() =>
    db
      .with('locked', (query) =>
        query.selectFrom('orders').select('refid').where('refid', '=', attempt.order_refid).forUpdate(),
      )
      .with('redirected', (query) =>
        query
          .updateTable('attempts')
          .from('locked')
          .set({ state: 'redirected', onward: JSON.stringify(nextAction), deadline, gateway_payment: paymentId })
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
  if (row !== undefined) publishPaymentTransition({ of: 'attempt', state: 'redirected' });
}

/** A transition that is not written yet, and the updated record. */
export interface PendingTransition<Updated> {
  readonly updated: Updated;
  readonly update: Write;
  readonly entry: HistoryEntry;
  readonly jobs: JobSchedule;
}

/** Prepares an attempt's transition, under its order's lock. Throws for a transition that is not in the state table: a bug. */
export function prepareAttemptTransition(
  trx: Trx,
  attempt: Attempt,
  to: AttemptState,
  transition: Transition,
  changes: AttemptChange = {},
): PendingTransition<Attempt> {
  if (!canTransition(attempt.state, to)) throw new Error(`no attempt moves from ${attempt.state} to ${to}`);
  const { id, order_refid: refid } = attempt;
  // A card that did not pay is not retained for auto debit.
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

/** Prepares the closure of an order. Throws for a transition that is not in the state table: a bug. */
export function prepareOrderClosure(
  trx: Trx,
  order: Order,
  to: Exclude<OrderState, 'open'>,
  transition: Transition,
): PendingTransition<Order> {
  if (!canTransitionOrder(order.state, to)) throw new Error(`an order that is ${order.state} cannot become ${to}`);
  // The table refuses to mark an order of several accounts as paid by a backend that does not know of them.
  const credited = to === 'paid' && hasSeveralAccounts(order) ? { credited_accounts: order.account_count } : {};
  const change = { ...credited, state: to };
  const updated = { ...order, ...change };
  return {
    updated,
    update: trx.updateTable('orders').set(change).where('refid', '=', order.refid),
    entry: { refid: order.refid, attemptId: null, state: to, ...transition, order },
    jobs: orderJobSchedule(updated, transition.at),
  };
}

/** Executes a payment's transitions, with their history entries in this order, their jobs and `also`, in one statement. */
export async function executeTransitions(
  trx: Trx,
  transitions: readonly PendingTransition<unknown>[],
  also: Writes = {},
): Promise<void> {
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

/** Executes an attempt's transition, under its order's lock, and returns the updated attempt. Throws as `prepareAttemptTransition` does. */
export async function transitionAttempt(...parameters: Parameters<typeof prepareAttemptTransition>): Promise<Attempt> {
  const transition = prepareAttemptTransition(...parameters);
  await executeTransitions(parameters[0], [transition]);
  return transition.updated;
}

/** Closes an order and cancels its jobs. Throws as `prepareOrderClosure` does. */
export async function closeOrder(...parameters: Parameters<typeof prepareOrderClosure>): Promise<Order> {
  const transition = prepareOrderClosure(...parameters);
  await executeTransitions(parameters[0], [transition]);
  return transition.updated;
}
