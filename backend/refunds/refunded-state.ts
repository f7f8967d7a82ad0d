import type { RefundedState } from '../gateways/gateway';

/**
 * Whether what a gateway calls refunded of a payment is what we have refunded there, in sen: only then it is sent another refund. Otherwise
 * somebody has refunded the payment elsewhere, for instance in the gateway's own back office.
 */
export function isAsBooked(told: RefundedState, booked: number): boolean {
  return 'amount' in told ? told.amount === booked : !told.isRefunded;
}

/**
 * Whether a refund whose answer was lost has been made: the gateway called refunded what we had booked before it was sent, and calls refunded
 * as much more now. A gateway that tells no sum calls the payment refunded, which it did not before.
 */
export function isRefundIncluded(told: RefundedState, booked: number, amount: number): boolean {
  return 'amount' in told ? told.amount === booked + amount : told.isRefunded;
}
