import { sql, type Insertable } from 'kysely';
import type { NextAction } from '@/lib/domain/payment/payment';
import { hasEnded, canTransition, type AttemptState, type OrderState } from '@/lib/domain/payment/payment-states';
import { publishPaymentTransition } from '@/lib/telemetry/metrics/payment-transitions';
import { afterCommit, inOneStatement, type Db, type Trx } from '../db/database';
import { announce, eventOfState } from '../partners/webhooks';
import type { AttemptsTable } from '../db/tables';
import { writeTogether, type Write, type Writes } from '../db/together';
import { writesOfAgendas, type Agenda } from '../jobs/model';
import { attemptColumns, type Attempt, type Order } from './model';
import { agendaOfAttempt, agendaOfOrder, nextLookAfter, nextLookAtBeginning } from './schedule';

/** Who or what moved a payment: written into its history. */
export type Mover =
  'payer' | 'partner' | 'gateway' | 'return' | 'callback' | 'enquiry' | 'timer' | 'backend' | 'operator';

export interface Move {
  readonly by: Mover;
  readonly at: Date;
  readonly detail?: string | null;
}

/** One line of a payment's history. */
type Entry = Move & {
  readonly refid: string;
  readonly attemptId: number | null;
  readonly state: string;
  /** The order, where it is at hand: it is not looked for again. */
  readonly order?: Order;
};

function historyOf(trx: Trx, entries: readonly Entry[]): Write {
  return trx.insertInto('payment_history').values(
    entries.map(({ refid, attemptId, state, by, detail, at }) => ({
      ...{ order_refid: refid, attempt_id: attemptId, state, moved_by: by, detail: detail ?? null, at },
    })),
  );
}

/** What follows from what a history says, once it is written. */
async function tellOf(trx: Trx, { refid, attemptId, state, at, order }: Entry): Promise<void> {
  const of = attemptId === null ? 'order' : 'attempt';
  afterCommit(trx, () => publishPaymentTransition({ of, state }));
  const event = eventOfState(of, state);
  if (event !== null && order?.partner_order_number !== null) await announce(trx, refid, event, at);
}

/** Writes a payment's new state into its history and, where that is an end, tells its partner: both hold if the transaction does. */
export async function writeHistory(trx: Trx, entry: Entry): Promise<void> {
  await writeTogether(trx, { history: historyOf(trx, [entry]) });
  await tellOf(trx, entry);
}

/** Gives when an attempt came into its present state, as its history has it. */
export async function findLastMove(db: Db, attempt: Attempt): Promise<Date | null> {
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
function historyFrom(source: string, moves: readonly { readonly state: AttemptState; readonly by: Mover }[], at: Date) {
  const rows = moves.map(({ state, by }, index) => sql`(${sql.lit(index)}, ${sql.lit(state)}, ${sql.lit(by)})`);
  return sql<{ id: number }>`(insert into payment_history (order_refid, attempt_id, state, moved_by, at)
    select order_refid, id, move.state, move.by, ${at}::timestamptz
    from ${sql.table(source)}, (values ${sql.join(rows)}) move (number, state, by) order by move.number)`;
}

/** Likewise, its enquiry. */
function enquiryFrom(source: string, dueAt: Date) {
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
  const moves = [
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
    .with('history', () => historyFrom('created', moves, at))
    .with('enquiry', () => enquiryFrom('created', nextLookAtBeginning(at)))
    .selectFrom('created')
    .select(attemptColumns)
    .executeTakeFirstOrThrow();
  for (const { state } of moves) afterCommit(trx, () => publishPaymentTransition({ of: 'attempt', state }));
  return created;
}

/**
 * The payer is about to be shown the way on: writes it down and moves an initiated attempt to redirected, in one statement that takes the
 * order's lock itself. One that has moved meanwhile stays as it is.
 */
export async function redirectAttempt(
  db: Db,
  attempt: Attempt,
  { onward, deadline }: { readonly onward: NextAction; readonly deadline: Date },
  at: Date,
): Promise<void> {
  const dueAt = nextLookAfter({ onward, deadline }, at);
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
      .with('history', () => historyFrom('redirected', [{ state: 'redirected', by: 'gateway' }], at))
      .with('enquiry', () => enquiryFrom('redirected', dueAt))
      .selectFrom('redirected')
      .select('id')
      .executeTakeFirst(),
  );
  if (row !== undefined) publishPaymentTransition({ of: 'attempt', state: 'redirected' });
}

/** A move that is not written yet, and what it makes of what is moved. */
export interface PlannedMove<Moved> {
  readonly moved: Moved;
  readonly change: Write;
  readonly entry: Entry;
  readonly agenda: Agenda;
}

/** Plans a move of an attempt, under its order's lock. Throws for a move that the state table lacks: that is a bug. */
export function planAttempt(
  trx: Trx,
  attempt: Attempt,
  to: AttemptState,
  move: Move,
  asked: AttemptChange = {},
): PlannedMove<Attempt> {
  if (!canTransition(attempt.state, to)) throw new Error(`no attempt moves from ${attempt.state} to ${to}`);
  const { id, order_refid: refid } = attempt;
  // A card that did not pay is nobody's choice for the next bills.
  const forgotten = hasEnded(to) && to !== 'successful' ? { auto_debit_card: null } : {};
  const change = { ...asked, ...forgotten, state: to };
  const moved = { ...attempt, ...change };
  return {
    moved,
    change: trx.updateTable('attempts').set(change).where('id', '=', id),
    entry: { refid, attemptId: id, state: to, ...move },
    agenda: agendaOfAttempt(moved, move.at),
  };
}

/** Plans the end of an open order. Throws for one that is closed already: that is a bug. */
export function planEnd(trx: Trx, order: Order, to: Exclude<OrderState, 'open'>, move: Move): PlannedMove<Order> {
  if (order.state !== 'open') throw new Error(`an order that is ${order.state} cannot become ${to}`);
  const moved = { ...order, state: to };
  return {
    moved,
    change: trx.updateTable('orders').set({ state: to }).where('refid', '=', order.refid),
    entry: { refid: order.refid, attemptId: null, state: to, ...move, order },
    agenda: agendaOfOrder(moved, move.at),
  };
}

/** Writes moves of a payment, their history in this order, what is scheduled by them, and whatever else holds with them: in one statement. */
export async function writeMoves(trx: Trx, moves: readonly PlannedMove<unknown>[], also: Writes = {}): Promise<void> {
  const entries = moves.map(({ entry }) => entry);
  await writeTogether(trx, {
    ...Object.fromEntries(moves.map(({ change }, index) => [`move${index}`, change])),
    history: historyOf(trx, entries),
    ...writesOfAgendas(
      trx,
      moves.map(({ agenda }) => agenda),
    ),
    ...also,
  });
  for (const entry of entries) await tellOf(trx, entry);
}

/** Moves an attempt, under its order's lock, schedules what must happen to it now, and gives it as it is then. Throws as `planAttempt` does. */
export async function moveAttempt(...planned: Parameters<typeof planAttempt>): Promise<Attempt> {
  const move = planAttempt(...planned);
  await writeMoves(planned[0], [move]);
  return move.moved;
}

/** Closes an open order, and drops what was scheduled for it. Throws as `planEnd` does. */
export async function closeOrder(...planned: Parameters<typeof planEnd>): Promise<Order> {
  const move = planEnd(...planned);
  await writeMoves(planned[0], [move]);
  return move.moved;
}
