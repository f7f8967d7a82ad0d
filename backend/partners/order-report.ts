import type { ResponseInputOf } from '@/lib/contract/call';
import type { orderGet } from '@/lib/contract/orders';
import { getPaymentOutcome } from '@/lib/domain/payment/outcomes';
import { attemptShown, type Payment } from '../payments/model';

export type OrderReport = ResponseInputOf<typeof orderGet>;

/** Says of an order what its partner may know. */
export function describeOrder({ order, attempts }: Payment): OrderReport {
  const attempt = attemptShown(attempts);
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
    deadline: order.deadline.toISOString(),
  };
}
