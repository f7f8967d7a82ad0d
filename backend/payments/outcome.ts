import { getPaymentOutcome, type Outcome } from '@/lib/domain/payment/outcomes';
import type { AttemptState } from '@/lib/domain/payment/payment-states';
import { sql } from 'kysely';
import type { Db } from '../db/database';
import type { Order } from './model';

/** Returns a payment's outcome. A payment without attempts has no result: 'session-expired'. */
export function outcomeOf({
  order,
  attempts,
}: {
  readonly order: Pick<Order, 'state' | 'refusal' | 'held_for_review'>;
  /** Oldest first. */
  readonly attempts: readonly { readonly state: AttemptState }[];
}): Outcome {
  if (order.refusal !== null) return order.refusal;
  const outcome = getPaymentOutcome({
    orderState: order.state,
    attempts: attempts.map(({ state }) => state),
    heldForReview: order.held_for_review,
  });
  return outcome === 'none' ? 'session-expired' : outcome;
}

/** Reads the outcome of an existing payment. */
export async function readOutcome(db: Db, refid: string): Promise<Outcome> {
  const { states, ...order } = await db
    .selectFrom('orders')
    .select(['state', 'refusal', 'held_for_review'])
    .select(
      sql<AttemptState[]>`array(select state from attempts where order_refid = orders.refid order by id)`.as('states'),
    )
    .where('refid', '=', refid)
    .executeTakeFirstOrThrow();
  return outcomeOf({ order, attempts: states.map((state) => ({ state })) });
}
