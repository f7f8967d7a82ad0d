import { outcomeOfPayment, type Outcome } from '@/lib/domain/outcomes';
import type { Payment } from './model';

/** Gives what is true of a payment. One that nobody has tried to make has no result to show: it is no longer valid here. */
export function outcomeOf({ order, attempts }: Payment): Outcome {
  if (order.refusal !== null) return order.refusal;
  const outcome = outcomeOfPayment({
    orderState: order.state,
    attempts: attempts.map(({ state }) => state),
    heldForReview: order.held_for_review,
  });
  return outcome === 'none' ? 'session-expired' : outcome;
}
