import { z } from 'zod';

/* The parameters of Stripe's calls that this simulator takes. Like Stripe it refuses those that it does not know. */

/** A list as a form has it: names `0`, `1`, …. */
function listOf<Item extends z.ZodType>(item: Item, longest: number) {
  return z
    .record(z.string().regex(/^\d{1,3}$/), item)
    .transform((items) => Object.values(items))
    .refine((items) => items.length > 0 && items.length <= longest);
}

const wholeNumber = z
  .string()
  .regex(/^\d{1,11}$/)
  .transform(Number);
const amount = wholeNumber.refine((sen) => sen <= 99_999_999_999);
const address = z.url({ protocol: /^https?$/ }).max(5000);
const metadata = z.record(z.string().max(40), z.string().max(500)).default({});

/** The methods of an account in Malaysia. */
export const methodTypes = ['card', 'fpx', 'grabpay'] as const;
export type MethodType = (typeof methodTypes)[number];

export const createSessionSchema = z.strictObject({
  mode: z.literal('payment'),
  currency: z.literal('myr').optional(),
  allowed_payment_method_types: listOf(z.enum(methodTypes), methodTypes.length).optional(),
  client_reference_id: z.string().max(200).optional(),
  customer_email: z.email().max(800).optional(),
  line_items: listOf(
    z.strictObject({
      quantity: wholeNumber.refine((count) => count > 0),
      price_data: z.strictObject({
        currency: z.literal('myr'),
        unit_amount: amount,
        product_data: z.strictObject({ name: z.string().min(1).max(250) }),
      }),
    }),
    100,
  ),
  success_url: address,
  cancel_url: address.optional(),
  expires_at: wholeNumber.optional(),
  locale: z.enum(['auto', 'en', 'ms']).default('auto'),
  metadata,
  payment_intent_data: z.strictObject({ description: z.string().max(1000).optional(), metadata }).optional(),
});
export type CreateSessionRequest = z.infer<typeof createSessionSchema>;

export const retrieveSchema = z.strictObject({
  expand: listOf(z.enum(['payment_intent', 'payment_intent.latest_charge']), 4).default([]),
});

export const createRefundSchema = z.strictObject({
  payment_intent: z.string(),
  amount: amount.refine((sen) => sen > 0).optional(),
  metadata,
});
export type CreateRefundRequest = z.infer<typeof createRefundSchema>;

const limit = wholeNumber.refine((count) => count >= 1 && count <= 100).default(10);

export const listSessionsSchema = z.strictObject({ limit });

export const listRefundsSchema = z.strictObject({
  payment_intent: z.string(),
  limit,
  starting_after: z.string().optional(),
});
