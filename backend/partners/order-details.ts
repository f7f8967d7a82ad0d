import type { ResponseInputOf } from '@/lib/contract/call';
import type { orderGet } from '@/lib/contract/orders';
import { getPaymentOutcome } from '@/lib/domain/payment/outcomes';
import { findDisplayedAttempt, type Payment } from '../payments/model';

export type OrderDetails = ResponseInputOf<typeof orderGet>;

/** Describes an order for its partner. `refundedAmount`: sen of its money that was returned. */
export function describeOrder({ order, attempts }: Payment, refundedAmount: number): OrderDetails {
  const attempt = findDisplayedAttempt(attempts);
  const outcome = getPaymentOutcome({
    orderState: order.state,
    attempts: attempts.map(({ state }) => state),
    heldForReview: order.held_for_review,
  });
  return {
    paymentId: order.payment_id,
    orderNumber: order.partner_order_number ?? '',
    orderState: order.state,
    status: outcome === 'none' ? 'open' : outcome,
    amount: order.total,
    currency: 'MYR',
    paymentMethod: attempt?.method ?? null,
    bankRefNo: attempt?.gateway_reference ?? null,
    transactionId: attempt?.number ?? null,
    paymentDateTime: attempt?.confirmed_at?.toISOString() ?? null,
    refundedAmount,
    deadline: order.deadline.toISOString(),
  };
}
