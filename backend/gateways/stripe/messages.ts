import { z } from 'zod';

/* What we read of Stripe's objects, by the names of its API reference. Amounts are in sen; unknown fields and values are allowed. */

/** The largest amount that we can store, sen. */
const largestAmount = 99_999_999_999;
const amount = z.int().min(0).max(largestAmount);
const currency = z.string().regex(/^[a-z]{3}$/);
const word = z.string().max(100);

export const sessionIdSchema = z.string().regex(/^cs_\w{1,97}$/);
export const intentIdSchema = z.string().regex(/^pi_\w{1,60}$/);
export const customerIdSchema = z.string().regex(/^cus_\w{1,40}$/);
export const paymentMethodIdSchema = z.string().regex(/^pm_\w{1,45}$/);
const refundIdSchema = z.string().regex(/^\w{1,64}$/);

/** Our number of an attempt, in `client_reference_id`. */
export const numberSchema = z.string().regex(/^[a-z0-9]{20}$/);

const chargeSchema = z.object({
  payment_method_details: z
    .object({
      type: word,
      card: z.object({ brand: word.nullish(), wallet: z.object({ type: word }).nullish() }).nullish(),
      fpx: z.object({ bank: word.nullish() }).nullish(),
    })
    .nullish(),
});

const errorSchema = z
  .object({ code: word.nullish(), decline_code: word.nullish(), type: word.nullish(), advice_code: word.nullish() })
  .nullish();

export const intentSchema = z.object({
  id: intentIdSchema,
  status: word,
  currency,
  amount_received: amount,
  last_payment_error: errorSchema,
  latest_charge: z.union([z.string(), chargeSchema]).nullish(),
});
export type StripeIntent = z.output<typeof intentSchema>;

/** What tells the PaymentIntents that charge kept cards from those of Checkout Sessions, in their metadata. */
export const chargePurpose = 'auto-debit';

/** A PaymentIntent that charges a kept card. */
export const chargeIntentSchema = intentSchema.extend({
  amount,
  metadata: z.object({ number: numberSchema, purpose: z.literal(chargePurpose) }),
});
export type StripeChargeIntent = z.output<typeof chargeIntentSchema>;

export const createdCustomerSchema = z.object({ id: customerIdSchema });

/** A Checkout Session in setup mode that was retrieved with its SetupIntent and the payment method of it. */
export const setupSessionSchema = z.object({
  id: sessionIdSchema,
  mode: z.literal('setup'),
  status: word.nullable(),
  client_reference_id: numberSchema,
  expires_at: z.int(),
  setup_intent: z
    .object({ id: z.string().regex(/^seti_\w{1,59}$/), status: word, last_setup_error: errorSchema })
    .nullable(),
});
export type StripeSetupSession = z.output<typeof setupSessionSchema>;

/** The card of a setup that has succeeded, kept for a customer. */
export const keptCardSchema = z.object({
  customer: customerIdSchema,
  setup_intent: z.object({
    payment_method: z.object({
      id: paymentMethodIdSchema,
      customer: customerIdSchema,
      card: z.object({
        brand: word,
        last4: z.string().regex(/^\d{4}$/),
        exp_month: z.int().min(1).max(12),
        exp_year: z.int().min(2000).max(9999),
      }),
    }),
  }),
});

/** A payment method: without a customer it is deleted, and cannot be used again. */
export const paymentMethodSchema = z.object({ id: paymentMethodIdSchema, customer: z.string().max(255).nullable() });

const sessionFields = {
  id: sessionIdSchema,
  status: word.nullable(),
  payment_status: word,
  client_reference_id: numberSchema,
  amount_total: amount,
  currency,
};

/** A session that was retrieved with its PaymentIntent. The payer's choice of how to pay creates the PaymentIntent. */
export const sessionSchema = z.object({
  ...sessionFields,
  /** When it was to end; it stays if the session is ended before. Seconds since 1970. */
  expires_at: z.int(),
  payment_intent: intentSchema.nullable(),
});
export type StripeSession = z.output<typeof sessionSchema>;

/** A session that was just created: `url` is where it is paid. */
export const createdSessionSchema = z.object({
  id: sessionIdSchema,
  client_reference_id: numberSchema,
  url: z.url({ protocol: /^https?$/ }).max(2000),
});

/** A session in setup mode in an event: it has no amount. */
export const reportedSetupSchema = z.object({
  id: sessionIdSchema,
  mode: z.literal('setup'),
  client_reference_id: numberSchema,
});

/** A session in an event. */
export const reportedSessionSchema = z.object({
  ...sessionFields,
  payment_intent: z.union([intentIdSchema, z.object({ id: intentIdSchema }).transform(({ id }) => id)]).nullable(),
});

export const refundSchema = z.object({
  id: refundIdSchema,
  status: word.nullable(),
  amount,
  currency,
  metadata: z.record(z.string(), z.string()).nullable(),
  failure_reason: word.nullish(),
});
export type StripeRefund = z.output<typeof refundSchema>;

export const refundListSchema = z.object({
  data: z.array(z.looseObject({ id: refundIdSchema })).max(100),
  has_more: z.boolean(),
});

export const disputeSchema = z.object({
  id: z.string().regex(/^\w{1,64}$/),
  payment_intent: intentIdSchema,
  status: word,
  amount,
  currency,
  reason: word,
  evidence_details: z.object({ due_by: z.int().min(0).max(253_402_300_799).nullish() }).nullish(),
  payment_method_details: z
    .object({ card: z.object({ network_reason_code: z.string().max(64).nullish() }).nullish() })
    .nullish(),
});
export type StripeDispute = z.output<typeof disputeSchema>;
