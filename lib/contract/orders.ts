import { z } from 'zod';
import { outcomes } from '@/lib/domain/payment/outcomes';
import { paymentMethods } from '@/lib/domain/methods/payment-methods';
import { orderStates } from '@/lib/domain/payment/payment-states';
import { defineCall } from './call';
import { partnerKeySchema } from './partners';
import { accountNumberSchema, instantSchema, paymentIdSchema, positiveSenSchema, senSchema } from './primitives';

/** The calls that a partner's server makes, each signed: docs/partners.md. */

const nameSchema = z.string().min(1).max(100);

/** One thing to pay for. */
export const orderItemSchema = z.object({ name: nameSchema, amount: positiveSenSchema });
/** What comes on top of the items. */
export const orderChargeSchema = z.object({ name: nameSchema, amount: senSchema.min(0) });

/** The partner's own number of an order. */
const orderNumberSchema = z.string().min(1).max(64);

/** The customer for whom a partner vouches by its signature. */
export const vouchedCustomerSchema = z.object({
  accountNumber: accountNumberSchema,
  email: z.string().max(254).optional(),
  phoneNumber: z.string().max(20).optional(),
  partneruserkey: z.string().max(100).optional(),
  profile: z
    .array(z.object({ key: z.string().max(100), value: z.string().max(500) }))
    .max(50)
    .default([]),
  /** What the partner knows its signed-in customer by; where `merchantTokenValidation` is set, the partner is asked whether it holds. */
  token: z.string().min(1).max(2000).optional(),
});

const addressSchema = z.string().max(2000);

/** All that an order says beside whose it is and its lines. */
export const orderContentSchema = z.object({
  productname: nameSchema.optional(),
  isEpp: z.boolean().default(false),
  /** Methods to offer, of those that the partner may offer at all; all of them when left out. */
  providerKeys: z.array(z.enum(paymentMethods)).min(1).max(paymentMethods.length).optional(),
  /** Where the payer's browser takes the result: on an origin that the partner has registered. */
  responseURL: addressSchema.optional(),
  responseCode: z.string().max(20).optional(),
  /** Where webhooks are sent instead of the registered URL; on a registered origin. */
  webhookURL: addressSchema.optional(),
  deadline: instantSchema.optional(),
  /** The account of the biller whose bill the order pays: its total is posted there. Without it nothing is posted. */
  billAccount: accountNumberSchema.optional(),
  customer: vouchedCustomerSchema.optional(),
});

const signatureErrors = { unsigned: 401, 'unknown-partner': 401 } as const;

export const orderCreate = defineCall({
  name: 'order.create',
  summary: "A partner's signed order",
  method: 'POST',
  path: '/apg/orders',
  request: orderContentSchema.extend({
    partnerKey: partnerKeySchema,
    /** The same number is the same order. */
    orderNumber: orderNumberSchema,
    itemDescList: z.array(orderItemSchema).min(1).max(100),
    additionalChargesList: z.array(orderChargeSchema).max(20).default([]),
    currencyCode: z.literal('MYR'),
  }),
  response: z.object({ paymentId: paymentIdSchema, url: z.string() }),
  errors: {
    ...signatureErrors,
    'response-url-not-registered': 422,
    'webhook-url-not-registered': 422,
    'order-number-reused': 422,
    /** The total is below the least or above the most that the partner may ask for: `limit`, and `figure` in sen. */
    'amount-not-allowed': 422,
    /** The deadline has passed, or lies too far ahead. */
    'deadline-not-allowed': 422,
    /** None of the order's methods is one that the partner may offer. */
    'method-unavailable': 422,
    /** The biller does not know `billAccount`, or takes no payment for it. */
    'unknown-account': 422,
    'account-closed': 422,
    'account-blacklisted': 422,
    'already-processing': 422,
  },
  kind: 'write',
  signedByPartner: true,
});

/** By which of its two names a partner means an order: exactly one is given. */
const orderNameSchema = z
  .object({
    partnerKey: partnerKeySchema,
    orderNumber: orderNumberSchema.optional(),
    paymentId: paymentIdSchema.optional(),
  })
  .refine(({ orderNumber, paymentId }) => (orderNumber === undefined) !== (paymentId === undefined), {
    message: 'one of orderNumber and paymentId',
  });

/** An order as its partner sees it: the answer of `order.get`, and what a webhook carries. */
export const orderReportSchema = z.object({
  paymentId: paymentIdSchema,
  orderNumber: orderNumberSchema,
  /** `open` until it is paid, cancelled or past its deadline. */
  orderState: z.enum(orderStates),
  /** What became of the latest attempt, `open` before the first. After a failed one an open order can be paid still. */
  status: z.enum(['open', ...outcomes]),
  amount: positiveSenSchema,
  currency: z.literal('MYR'),
  paymentMethod: z.enum(paymentMethods).nullable(),
  bankRefNo: z.string().nullable(),
  transactionId: z.string().nullable(),
  paymentDateTime: instantSchema.nullable(),
  deadline: instantSchema,
});

export const orderGet = defineCall({
  name: 'order.get',
  summary: 'How an order of the partner stands',
  method: 'GET',
  path: '/apg/orders',
  request: orderNameSchema,
  response: orderReportSchema,
  errors: { ...signatureErrors, 'unknown-order': 404 },
  kind: 'read',
  signedByPartner: true,
});

export const orderCancel = defineCall({
  name: 'order.cancel',
  summary: 'Takes an order back that nobody has paid',
  method: 'POST',
  path: '/apg/orders/cancel',
  request: orderNameSchema,
  response: orderReportSchema,
  errors: {
    ...signatureErrors,
    'unknown-order': 404,
    /** Money may be held: what a bank has begun is not cancelled here. */
    'attempt-under-way': 409,
    'payment-ended': 409,
  },
  kind: 'write',
  signedByPartner: true,
});

export const linkCreate = defineCall({
  name: 'link.create',
  summary: 'A direct link to the bill of an account, for partners who may make them',
  method: 'POST',
  path: '/apg/links',
  request: z.object({
    partnerKey: partnerKeySchema,
    accountNumber: accountNumberSchema,
    /** With an amount the link is a payment of it; null leaves that to the payer. */
    amount: positiveSenSchema.nullable().default(null),
  }),
  response: z.object({ url: z.string() }),
  errors: { ...signatureErrors, 'not-allowed': 403 },
  kind: 'write',
  signedByPartner: true,
});

/** What a webhook tells of; `order.*` are ends of the whole order, `attempt.*` of one attempt to pay it. */
export const webhookEvents = [
  'order.paid',
  'order.cancelled',
  'order.expired',
  'order.review',
  'attempt.failed',
  'attempt.cancelled',
  'attempt.expired',
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/** The body of a webhook. */
export const webhookSchema = orderReportSchema.extend({
  /** The same each time that it is sent: what has been seen already may be forgotten. */
  eventId: z.string(),
  event: z.enum(webhookEvents),
  partnerKey: partnerKeySchema,
  /** When it came about. */
  at: instantSchema,
});
