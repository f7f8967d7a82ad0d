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
/** A charge in addition to the items. */
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
  /** The partner's token of its signed-in customer; if `merchantTokenValidation` is set, the backend has the partner validate it. */
  token: z.string().min(1).max(2000).optional(),
});

/** An address; empty or null is none. */
const addressSchema = z
  .string()
  .max(2000)
  .nullable()
  .transform((address) => (address === null || address.trim() === '' ? undefined : address))
  .optional();

/** The fields of an order besides its partner, number and lines. */
export const orderContentSchema = z.object({
  productname: nameSchema.optional(),
  isEpp: z.boolean().default(false),
  /** Months of the instalment plan that is chosen at first, if a plan offers it. */
  monthTerm: z.int().min(2).max(60).optional(),
  /** Auto debit is ticked at first, where it is offered. */
  autoDebitDefaultCheckedFlag: z.boolean().optional(),
  /** The methods to offer, a subset of those that the partner may offer; all of them by default. */
  providerKeys: z.array(z.enum(paymentMethods)).min(1).max(paymentMethods.length).optional(),
  /** Where the payer's browser is sent with the result; on a registered origin. */
  responseURL: addressSchema,
  responseCode: z.string().max(20).optional(),
  /** Where webhooks are sent instead of the registered URL; on a registered origin. */
  webhookURL: addressSchema,
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
    /** The total is below the partner's minimum or above its maximum: `limit`, and `figure` in sen. */
    'amount-not-allowed': 422,
    /** The deadline has passed, or is too far in the future. */
    'deadline-not-allowed': 422,
    /** The partner may offer none of the order's methods. */
    'method-unavailable': 422,
    /** The biller has no account `billAccount`, or accepts no payment for it. */
    'unknown-account': 422,
    'account-closed': 422,
    'account-blacklisted': 422,
    'already-processing': 422,
  },
  kind: 'write',
  signedByPartner: true,
});

/** Identifies an order by exactly one of its two references. */
const orderNameSchema = z
  .object({
    partnerKey: partnerKeySchema,
    orderNumber: orderNumberSchema.optional(),
    paymentId: paymentIdSchema.optional(),
  })
  .refine(({ orderNumber, paymentId }) => (orderNumber === undefined) !== (paymentId === undefined), {
    message: 'one of orderNumber and paymentId',
  });

/** An order as its partner sees it: the response of `order.get`, and the data of a webhook. */
export const orderReportSchema = z.object({
  paymentId: paymentIdSchema,
  orderNumber: orderNumberSchema,
  /** `open` until it is paid, cancelled or past its deadline. */
  orderState: z.enum(orderStates),
  /** The outcome of the latest attempt, `open` before the first. After a failed one an open order can still be paid. */
  status: z.enum(['open', ...outcomes]),
  amount: positiveSenSchema,
  currency: z.literal('MYR'),
  paymentMethod: z.enum(paymentMethods).nullable(),
  bankRefNo: z.string().nullable(),
  transactionId: z.string().nullable(),
  paymentDateTime: instantSchema.nullable(),
  /** What of the payment was returned to its payer. It changes neither `orderState` nor `status`. */
  refundedAmount: senSchema.min(0).default(0),
  deadline: instantSchema,
});

export const orderGet = defineCall({
  name: 'order.get',
  summary: 'The state of an order of the partner',
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
    /** Money may be held: a payment in progress at a bank cannot be cancelled. */
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
    /** With an amount the link is a payment of it; null leaves the amount to the payer. */
    amount: positiveSenSchema.nullable().default(null),
  }),
  response: z.object({ url: z.string() }),
  errors: { ...signatureErrors, 'not-allowed': 403 },
  kind: 'write',
  signedByPartner: true,
});

/**
 * The events of webhooks: `order.*` for the end of an order, and for each refund of its payment; `attempt.*` for the end of one attempt to pay
 * it.
 */
export const webhookEvents = [
  'order.paid',
  'order.cancelled',
  'order.expired',
  'order.review',
  'order.refunded',
  'attempt.failed',
  'attempt.cancelled',
  'attempt.expired',
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/** The body of a webhook. */
export const webhookSchema = orderReportSchema.extend({
  /** The same for each delivery, so that receivers can ignore duplicates. */
  eventId: z.string(),
  event: z.enum(webhookEvents),
  partnerKey: partnerKeySchema,
  /** When the event occurred. */
  at: instantSchema,
  /** Of `order.refunded`: this refund. `refundedAmount` is the sum of all. */
  refund: z.object({ reference: z.string().max(64), amount: positiveSenSchema }).optional(),
});
