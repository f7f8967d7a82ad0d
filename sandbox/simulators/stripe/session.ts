import { z } from 'zod';
import { methodTypes } from './request';

/** A card as Stripe keeps it; `bin` are the first six digits. */
export const cardSchema = z.object({
  brand: z.string(),
  bin: z.string(),
  last4: z.string(),
  expMonth: z.int(),
  expYear: z.int(),
});
export type Card = z.infer<typeof cardSchema>;

/** The wallets on the Checkout page, by Stripe's names. */
export const walletTypes = ['apple_pay', 'google_pay'] as const;
export type WalletType = (typeof walletTypes)[number];

/** Why a try has failed, by Stripe's codes. */
export const errorSchema = z.object({
  type: z.string(),
  code: z.string(),
  decline_code: z.string().nullable(),
  advice_code: z.string().nullable().default(null),
});
export type StripeError = z.infer<typeof errorSchema>;

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
  status: z.enum(['requires_payment_method', 'requires_confirmation', 'processing', 'succeeded', 'canceled']),
  error: errorSchema.nullable(),
  /** The id of the last charge; null before one was tried. */
  charge: z.string().nullable(),
});
export type Intent = z.infer<typeof intentSchema>;

/** What is paid, by a session or a charge of a kept card. Amounts are in sen. */
const payableFields = {
  amount: z.int(),
  methods: z.array(z.enum(methodTypes)),
  intentDescription: z.string().nullable(),
  intentMetadata: z.record(z.string(), z.string()),
  /** The wallet that held the card; null: it was typed in, or is no card. */
  wallet: z.enum(walletTypes).nullable().default(null),
  refunds: z.array(refundSchema),
  dispute: disputeSchema.nullable(),
};
type PayableFields = z.infer<z.ZodObject<typeof payableFields>>;
export type Payable = PayableFields & { readonly intent: Intent | null; readonly card: Card | null };

/** A PaymentIntent that charges a kept card, with all that became of it. Times are seconds since 1970 by the banks' clock. */
export const chargeSchema = z.object({
  ...payableFields,
  id: z.string(),
  createdAt: z.int(),
  canceledAt: z.int().nullable(),
  customer: z.string(),
  paymentMethod: z.string(),
  card: cardSchema,
  intent: intentSchema,
  /** When the issuer's answer is known, of a charge that is being processed. */
  settlesAt: z.int().nullable(),
});
export type Charge = z.infer<typeof chargeSchema>;

/** A Checkout Session with all that became of it. Times are seconds since 1970 by the banks' clock, amounts are in sen. */
export const sessionSchema = z.object({
  id: z.string(),
  status: z.enum(['open', 'complete', 'expired']),
  createdAt: z.int(),
  expiresAt: z.int(),
  ...payableFields,
  reference: z.string().nullable(),
  email: z.string().nullable(),
  description: z.string(),
  locale: z.string(),
  successUrl: z.string(),
  cancelUrl: z.string().nullable(),
  metadata: z.record(z.string(), z.string()),
  intent: intentSchema.nullable(),
  /** Of a session whose card is not entered in the simulator. */
  card: z.null().default(null),
  /** The button that was pressed; null while nobody has. */
  button: z.string().nullable(),
});
export type Session = z.infer<typeof sessionSchema>;

export function isPaid({ intent }: Pick<Payable, 'intent'>): boolean {
  return intent?.status === 'succeeded';
}

/** What can still be refunded, sen. */
export function refundableAmount(payment: Payable): number {
  if (!isPaid(payment)) return 0;
  return payment.refunds.reduce((left, { amount }) => left - amount, payment.amount);
}
