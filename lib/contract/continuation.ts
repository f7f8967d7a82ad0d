import { z } from 'zod';
import { continuationStatuses } from '@/lib/domain/payment/continuation';
import { defineCall } from './call';
import { instantSchema, linkTokenSchema, pageLanguageSchema, refidSchema, senSchema } from './primitives';

export const continuationCreate = defineCall({
  name: 'continuation.create',
  summary:
    "Makes a link that opens the payment in another browser, once: the payer's phone. It replaces an earlier one",
  method: 'POST',
  path: '/apg/continuation',
  request: z.object({ refid: refidSchema }),
  response: z.object({ token: linkTokenSchema, validUntil: instantSchema }),
  errors: { 'unknown-payment': 404, 'payment-ended': 409 },
  kind: 'write',
});

export const continuationGet = defineCall({
  name: 'continuation.get',
  summary: 'What a link that continues a payment is for, without using it: no reference of the payment',
  method: 'GET',
  path: '/apg/continuation',
  request: z.object({ token: linkTokenSchema, language: pageLanguageSchema }),
  response: z.object({
    status: z.enum(continuationStatuses),
    validUntil: instantSchema,
    productname: z.string().max(100),
    totalAmount: senSchema.min(1),
  }),
  /** Not a token of this backend, or replaced by a later one of its payment. */
  errors: { 'unknown-continuation': 404 },
  kind: 'read',
});

export const continuationUse = defineCall({
  name: 'continuation.use',
  summary: 'Opens the payment by its link: once',
  method: 'POST',
  path: '/apg/continuation/use',
  request: z.object({ token: linkTokenSchema }),
  response: z.object({ refid: refidSchema }),
  errors: { 'unknown-continuation': 404, 'continuation-used': 409, 'continuation-expired': 410 },
  kind: 'write',
});
