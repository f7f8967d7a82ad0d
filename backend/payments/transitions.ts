import { hasEnded, mayMove, type AttemptState, type OrderState } from '@/lib/domain/payment-states';
import { publishPaymentMove } from '@/lib/metrics/payment-moves';
import { afterCommit, type Db, type Trx } from '../db/database';
import { announce, eventOfState } from '../partners/webhooks';
import type { Attempt, Order } from './model';

/** Who or what moved a payment: written into its history. */
export type Mover =
  'payer' | 'partner' | 'gateway' | 'return' | 'callback' | 'enquiry' | 'timer' | 'backend' | 'operator';

export interface Move {
  readonly by: Mover;
  readonly at: Date;
  readonly detail?: string | null;
}

/** Writes a payment's new state into its history and, where that is an end, tells its partner: both hold if the transaction does. */
export async function writeHistory(
  trx: Trx,
  entry: { readonly refid: string; readonly attemptId: number | null; readonly state: string } & Move,
): Promise<void> {
  await trx
    .insertInto('payment_history')
    .values({
      order_refid: entry.refid,
      attempt_id: entry.attemptId,
      state: entry.state,
      moved_by: entry.by,
      detail: entry.detail ?? null,
      at: entry.at,
    })
    .execute();
  const of = entry.attemptId === null ? 'order' : 'attempt';
  afterCommit(trx, () => publishPaymentMove({ of, state: entry.state }));
  const event = eventOfState(of, entry.state);
  if (event !== null) await announce(trx, entry.refid, event, entry.at);
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

/** Moves an attempt, under its order's lock, and gives it as it is then. Throws for a move that the state table lacks: that is a bug. */
export async function moveAttempt(
  trx: Trx,
  attempt: Attempt,
  to: AttemptState,
  move: Move,
  asked: AttemptChange = {},
): Promise<Attempt> {
  // A card that did not pay is nobody's choice for the next bills.
  const change = hasEnded(to) && to !== 'successful' ? { ...asked, auto_debit_card: null } : asked;
  if (!mayMove(attempt.state, to)) throw new Error(`no attempt moves from ${attempt.state} to ${to}`);
  await trx
    .updateTable('attempts')
    .set({ ...change, state: to })
    .where('id', '=', attempt.id)
    .execute();
  await writeHistory(trx, { refid: attempt.order_refid, attemptId: attempt.id, state: to, ...move });
  return { ...attempt, ...change, state: to };
}

/** Closes an open order. Throws for one that is closed already: that is a bug. */
export async function closeOrder(trx: Trx, order: Order, to: Exclude<OrderState, 'open'>, move: Move): Promise<Order> {
  if (order.state !== 'open') throw new Error(`an order that is ${order.state} cannot become ${to}`);
  await trx.updateTable('orders').set({ state: to }).where('refid', '=', order.refid).execute();
  await writeHistory(trx, { refid: order.refid, attemptId: null, state: to, ...move });
  return { ...order, state: to };
}
