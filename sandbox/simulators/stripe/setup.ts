import { z } from 'zod';
import { cardSchema, errorSchema } from './session';

export const customerSchema = z.object({
  id: z.string(),
  email: z.string().nullable(),
  metadata: z.record(z.string(), z.string()),
  createdAt: z.int(),
});
export type Customer = z.infer<typeof customerSchema>;

/** A card of a customer; without one it is detached, for good. */
export const paymentMethodSchema = z.object({
  id: z.string(),
  customer: z.string().nullable(),
  card: cardSchema,
  name: z.string(),
  createdAt: z.int(),
});
export type PaymentMethod = z.infer<typeof paymentMethodSchema>;

/** A Checkout Session in setup mode with its SetupIntent. Times are seconds since 1970 by the banks' clock. */
export const setupSchema = z.object({
  id: z.string(),
  status: z.enum(['open', 'complete', 'expired']),
  createdAt: z.int(),
  expiresAt: z.int(),
  reference: z.string().nullable(),
  customer: z.string(),
  locale: z.string(),
  successUrl: z.string(),
  cancelUrl: z.string().nullable(),
  metadata: z.record(z.string(), z.string()),
  intent: z.object({
    id: z.string(),
    status: z.enum(['requires_payment_method', 'requires_action', 'processing', 'succeeded', 'canceled']),
    metadata: z.record(z.string(), z.string()),
    error: errorSchema.nullable(),
    paymentMethod: z.string().nullable(),
  }),
  /** The card that was typed in last, while its issuer asks the payer. */
  typed: z.object({ card: cardSchema, name: z.string() }).nullable(),
  /** The button that was pressed; null while nobody has. */
  button: z.string().nullable(),
});
export type Setup = z.infer<typeof setupSchema>;
