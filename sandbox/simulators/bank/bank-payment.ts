import { z } from 'zod';

export const railNames = ['fpx', 'acquirer', 'eghl', 'counter', 'duitnow'] as const;
export type RailName = (typeof railNames)[number];

export const bankStates = [
  /** The payer is at the bank's page. */
  'open',
  'approved',
  'declined',
  'cancelled',
  'pending',
  'pending-approval',
  /** The bank does not know the outcome until `settlesAt`; then it is approved. */
  'unknown',
  'voided',
  /** The bank does not know the payment. */
  'no-payment',
] as const;
export type BankState = (typeof bankStates)[number];

/** Times are ISO 8601 by the bank's clock, the amount is in sen. */
export const bankPaymentSchema = z.object({
  rail: z.enum(railNames),
  /** The merchant's number. */
  number: z.string(),
  /** The unguessable id of the bank's page. */
  session: z.string(),
  /** The bank's own number. */
  reference: z.string(),
  merchant: z.string(),
  description: z.string(),
  amount: z.int(),
  currency: z.string(),
  isCorporate: z.boolean(),
  openedAt: z.string(),
  timesOutAt: z.string(),
  state: z.enum(bankStates),
  reason: z.string(),
  decidedAt: z.string(),
  settlesAt: z.string().nullable(),
  /** The button that was pressed; null when none was. */
  button: z.string().nullable(),
  /** Data of the gateway; never a card number. */
  details: z.record(z.string(), z.string()),
});
export type BankPayment = z.infer<typeof bankPaymentSchema>;

/** A payment's state at a time of the bank's clock: an open page times out, and an unknown outcome settles. */
export function stateAt(payment: BankPayment, nowMs: number): BankState | 'expired' {
  if (payment.state === 'open' && nowMs >= Date.parse(payment.timesOutAt)) return 'expired';
  if (payment.state === 'unknown' && payment.settlesAt !== null && nowMs >= Date.parse(payment.settlesAt)) {
    return 'approved';
  }
  return payment.state;
}

/** Whether the bank can still end it. */
export function isUndecided(payment: BankPayment): boolean {
  return ['open', 'pending', 'pending-approval', 'unknown'].includes(payment.state);
}

/** A refund of a payment. Times are ISO 8601 by the bank's clock, the amount is in sen. */
export const bankRefundSchema = z.object({
  /** The merchant's number of the payment. */
  number: z.string(),
  /** The merchant's reference of the refund; empty on a rail whose refunds have none. */
  reference: z.string(),
  /** The bank's own number of the refund. */
  bankReference: z.string(),
  amount: z.int(),
  state: z.enum(['refunded', 'refused', 'pending']),
  reason: z.string(),
  at: z.string(),
});
export type BankRefund = z.infer<typeof bankRefundSchema>;

/** How long a pending refund takes, ms. */
const pendingRefundMs = 60 * 60 * 1000;

/** When a refund is made, ms since 1970 by the bank's clock. */
export function refundMadeAt({ state, at }: BankRefund): number {
  return Date.parse(at) + (state === 'pending' ? pendingRefundMs : 0);
}

/** A refund's state at a time of the bank's clock: a pending one is made after an hour. */
export function refundStateAt(refund: BankRefund, nowMs: number): BankRefund['state'] {
  return refund.state === 'pending' && nowMs >= refundMadeAt(refund) ? 'refunded' : refund.state;
}
