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

/** What sessions of both modes take. */
const sessionFields = {
  currency: z.literal('myr').optional(),
  client_reference_id: z.string().max(200).optional(),
  success_url: address,
  cancel_url: address.optional(),
  expires_at: wholeNumber.optional(),
  locale: z.enum(['auto', 'en', 'ms']).default('auto'),
  metadata,
};

/** A session that keeps a card. Stripe takes other methods, too. */
const createSetupSchema = z.strictObject({
  ...sessionFields,
  mode: z.literal('setup'),
  allowed_payment_method_types: listOf(z.literal('card'), 1).optional(),
  customer: z.string(),
  setup_intent_data: z.strictObject({ description: z.string().max(1000).optional(), metadata }).optional(),
});
export type CreateSetupRequest = z.infer<typeof createSetupSchema>;

const createPaymentSessionSchema = z.strictObject({
  ...sessionFields,
  mode: z.literal('payment'),
  allowed_payment_method_types: listOf(z.enum(methodTypes), methodTypes.length).optional(),
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
  payment_intent_data: z.strictObject({ description: z.string().max(1000).optional(), metadata }).optional(),
});
export type CreateSessionRequest = z.infer<typeof createPaymentSessionSchema>;

export const createSessionSchema = z.discriminatedUnion('mode', [createPaymentSessionSchema, createSetupSchema]);

const sessionExpansions = [
  ...(['payment_intent', 'payment_intent.latest_charge', 'setup_intent', 'setup_intent.payment_method'] as const),
] as const;

export type SessionExpansion = (typeof sessionExpansions)[number];

export const retrieveSchema = z.strictObject({ expand: listOf(z.enum(sessionExpansions), 4).default([]) });

export const createCustomerSchema = z.strictObject({ email: z.email().max(512).optional(), metadata });
export type CreateCustomerRequest = z.infer<typeof createCustomerSchema>;

/** A PaymentIntent of a kept card, which is confirmed by another call. Stripe takes other methods, too. */
export const createIntentSchema = z.strictObject({
  amount,
  currency: z.literal('myr'),
  customer: z.string(),
  payment_method: z.string(),
  allowed_payment_method_types: listOf(z.literal('card'), 1),
  description: z.string().max(1000).optional(),
  metadata,
});
export type CreateIntentRequest = z.infer<typeof createIntentSchema>;

const intentExpand = listOf(z.literal('latest_charge'), 1).default([]);

export const retrieveIntentSchema = z.strictObject({ expand: intentExpand });

/** A charge without its payer: Stripe confirms others for a payer at a page, which this simulator does not. */
export const confirmIntentSchema = z.strictObject({
  payment_method: z.string(),
  off_session: z.literal('true'),
  expand: intentExpand,
});

export const cancelIntentSchema = z.strictObject({
  cancellation_reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer', 'abandoned']).optional(),
});

export const noParametersSchema = z.strictObject({});

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
