import { z } from 'zod';
import { methodTypes } from './request';

const refundSchema = z.object({
  id: z.string(),
  amount: z.int(),
  status: z.enum(['pending', 'succeeded']),
  metadata: z.record(z.string(), z.string()),
  at: z.int(),
});
export type Refund = z.infer<typeof refundSchema>;

const disputeSchema = z.object({
  id: z.string(),
  amount: z.int(),
  reason: z.string(),
  status: z.enum(['needs_response', 'won', 'lost']),
  at: z.int(),
});
export type Dispute = z.infer<typeof disputeSchema>;

const intentSchema = z.object({
  id: z.string(),
  status: z.enum(['requires_payment_method', 'processing', 'succeeded', 'canceled']),
  error: z.object({ type: z.string(), code: z.string(), decline_code: z.string().nullable() }).nullable(),
  /** The id of the last charge; null before one was tried. */
  charge: z.string().nullable(),
});
export type Intent = z.infer<typeof intentSchema>;

/** A Checkout Session with all that became of it. Times are seconds since 1970 by the banks' clock, amounts are in sen. */
export const sessionSchema = z.object({
  id: z.string(),
  status: z.enum(['open', 'complete', 'expired']),
  createdAt: z.int(),
  expiresAt: z.int(),
  amount: z.int(),
  reference: z.string().nullable(),
  methods: z.array(z.enum(methodTypes)),
  email: z.string().nullable(),
  description: z.string(),
  locale: z.string(),
  successUrl: z.string(),
  cancelUrl: z.string().nullable(),
  metadata: z.record(z.string(), z.string()),
  intentDescription: z.string().nullable(),
  intentMetadata: z.record(z.string(), z.string()),
  intent: intentSchema.nullable(),
  refunds: z.array(refundSchema),
  dispute: disputeSchema.nullable(),
  /** The button that was pressed; null while nobody has. */
  button: z.string().nullable(),
});
export type Session = z.infer<typeof sessionSchema>;

export function isPaid({ intent }: Session): boolean {
  return intent?.status === 'succeeded';
}

/** What can still be refunded, sen. */
export function refundableAmount(session: Session): number {
  if (!isPaid(session)) return 0;
  return session.refunds.reduce((left, { amount }) => left - amount, session.amount);
}
