import { z } from 'zod';

/*
 * What CHIP's OpenAPI 3.1 document says of its messages (docs.chip-in.asia, schemas `Purchase`, `Payment`, `Webhook` and `Event`), in our own
 * words: names, types, limits and values. It shares nothing with the simulator.
 */

const timestamp = z.int().min(1_000_000_000).max(99_999_999_999);
const money = z.int();
const url = z.union([z.literal(''), z.url().max(500)]);
const text = (maximum: number) => z.string().max(maximum);

const status = z.enum(
  (
    'created sent viewed error cancelled overdue expired blocked hold released pending_release pending_capture preauthorized paid ' +
    'pending_execute pending_charge cleared settled chargeback pending_refund refunded'
  ).split(' '),
);
const flow = z.enum(['api', 'direct_post', 'link', 'payform', 'server_to_server', 'web_office']);

const client = z.looseObject({
  email: z.email().max(254),
  phone: text(32),
  full_name: text(128),
  country: text(2),
  zip_code: text(32),
  cc: z.array(z.email()),
  bcc: z.array(z.email()),
  legal_name: text(128),
  bank_account: text(34),
  bank_code: text(11),
});

const payment = z.object({
  is_outgoing: z.boolean(),
  payment_type: z.enum(['purchase', 'purchase_charge', 'payout', 'bank_payment', 'refund', 'custom']),
  amount: money,
  currency: text(3),
  net_amount: money,
  fee_amount: money,
  pending_amount: money,
  pending_unfreeze_on: timestamp.nullable(),
  description: text(256),
  paid_on: timestamp,
  remote_paid_on: timestamp,
});

const error = z.object({ code: z.string().min(1), message: z.string().min(1) });
const attempt = z
  .looseObject({
    type: z.enum([
      'execute',
      'authorize',
      'release',
      'capture',
      'recurring_execute',
      'delete_recurring_token',
      'refund',
    ]),
    successful: z.boolean(),
    payment_method: z.string(),
    extra: z.record(z.string(), z.unknown()),
    country: z.string(),
    client_ip: z.string(),
    processing_time: timestamp,
    error: error.nullable(),
  })
  // The error is not null if the attempt was not successful.
  .refine((value) => value.successful === (value.error === null));

const base = { id: z.uuid(), type: z.string(), created_on: timestamp, updated_on: timestamp };

/** `Purchase`, in answers and as the payload of `purchase.*` events. */
export const purchaseMessage = z.looseObject({
  ...base,
  type: z.literal('purchase'),
  client,
  purchase: z.looseObject({
    currency: text(3),
    products: z
      .array(
        z.looseObject({
          name: text(256),
          quantity: z.string().regex(/^\d+(?:\.\d+)?$/),
          price: money.min(0),
          discount: money.min(0),
          tax_percent: z.string(),
          category: text(256),
        }),
      )
      .min(1),
    total: money,
    language: z.string().length(2),
    notes: text(10_000),
    debt: money,
    total_override: money.nullable(),
    request_client_details: z.array(z.string()),
    timezone: z.string(),
    due_strict: z.boolean(),
    single_attempt: z.boolean(),
  }),
  payment: payment.nullable(),
  issuer_details: z.looseObject({ legal_name: text(128), bank_accounts: z.array(z.unknown()) }),
  transaction_data: z.looseObject({
    payment_method: z.string(),
    flow,
    extra: z.record(z.string(), z.unknown()),
    country: z.string(),
    attempts: z.array(attempt),
  }),
  status,
  status_history: z
    .array(
      z.object({
        status,
        timestamp,
        related_object: z.object({ type: z.string(), id: z.uuid() }).optional(),
      }),
    )
    .min(1),
  viewed_on: timestamp.nullable(),
  company_id: z.uuid(),
  is_test: z.literal(true),
  user_id: z.uuid().nullable(),
  brand_id: z.uuid(),
  billing_template_id: z.uuid().nullable(),
  client_id: z.uuid().nullable(),
  send_receipt: z.boolean(),
  is_recurring_token: z.boolean(),
  recurring_token: z.uuid().nullable(),
  skip_capture: z.boolean(),
  force_recurring: z.boolean(),
  reference_generated: z.string(),
  reference: text(128),
  issued: z.iso.date(),
  due: timestamp.nullable(),
  refund_availability: z.enum(['all', 'full_only', 'partial_only', 'pis_all', 'pis_partial', 'none']),
  refundable_amount: money,
  currency_conversion: z.null(),
  payment_method_whitelist: z.array(z.string()).min(1).nullable(),
  success_redirect: url,
  failure_redirect: url,
  cancel_redirect: url,
  success_callback: url,
  creator_agent: text(32),
  platform: z.enum(['web', 'api', 'ios', 'android', 'macos', 'windows']),
  product: z.enum(['purchases', 'billing_invoices', 'billing_subscriptions', 'billing_subscriptions_invoice']),
  created_from_ip: z.string(),
  invoice_url: url.nullable(),
  checkout_url: z.url().max(500),
  direct_post_url: z.url().max(500).nullable(),
  marked_as_paid: z.boolean(),
});

/** `Payment`, the answer to a refund and the payload of `payment.*` events. */
export const paymentMessage = z.looseObject({
  ...base,
  type: z.literal('payment'),
  client,
  payment,
  related_to: z.object({ type: z.literal('purchase'), id: z.uuid() }),
  reference: text(128),
  is_test: z.literal(true),
  brand_id: z.uuid(),
});

/** The payload of a callback. */
export const eventMessage = z.discriminatedUnion('type', [
  purchaseMessage.extend({ event_type: z.string().startsWith('purchase.') }),
  paymentMessage.extend({ event_type: z.string().startsWith('payment.') }),
]);

export const webhookMessage = z.looseObject({
  ...base,
  title: text(100),
  all_events: z.boolean(),
  events: z.array(z.string()),
  callback: z.url().max(500),
  public_key: z.string().startsWith('-----BEGIN PUBLIC KEY-----\n'),
});

const addressToSend = z.url({ protocol: /^https?$/ }).max(500);

/** `PurchaseBody`, the request of `POST purchases/`: the fields that a merchant of one-off payments needs, and no others. */
export const purchaseRequest = z.strictObject({
  brand_id: z.uuid(),
  client: z.strictObject({
    email: z.email().max(254),
    phone: z
      .string()
      .regex(/^\+\d{1,3} \d+$/)
      .max(32)
      .optional(),
  }),
  purchase: z.strictObject({
    currency: z.literal('MYR'),
    products: z
      .array(z.strictObject({ name: text(256).min(1), price: money.min(0), quantity: z.number().min(0) }))
      .min(1),
    language: z.string().regex(/^[a-z]{2}$/),
    due_strict: z.boolean(),
    single_attempt: z.boolean(),
  }),
  reference: text(128),
  due: timestamp,
  payment_method_whitelist: z.array(z.string()).min(1),
  success_redirect: addressToSend,
  failure_redirect: addressToSend,
  cancel_redirect: addressToSend.regex(/^[^<>'"]*$/),
  success_callback: addressToSend,
  send_receipt: z.boolean(),
  creator_agent: text(32),
  platform: z.enum(['web', 'api', 'ios', 'android', 'macos', 'windows']),
  force_recurring: z.boolean().optional(),
});

/** The answer 400. */
export const errorMessage = z.object({ __all__: error });
