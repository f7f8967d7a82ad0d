import { z } from 'zod';
import { outcomes, resultRoutes } from '@/lib/domain/payment/outcomes';
import { defineCall } from './call';
import { instantSchema, languageSchema, refidSchema } from './primitives';

const mobileNumberSchema = z.string().regex(/^601\d{8,9}$/);

export const dcbSendTac = defineCall({
  name: 'dcb.sendTac',
  summary: "Sends a TAC to the payer's mobile number",
  method: 'POST',
  path: '/apg/dcb/tac',
  /** `language`: of the text message. */
  request: z.object({
    refid: refidSchema,
    mobileNumber: mobileNumberSchema,
    language: languageSchema,
  }),
  response: z.object({
    /** From when another TAC can be requested, and until when this one is valid. */
    resendAfter: instantSchema,
    expiresAt: instantSchema,
    resendsLeft: z.int().min(0),
    serverTime: instantSchema,
  }),
  errors: {
    'unknown-payment': 404,
    'payment-ended': 409,
    'number-refused': 422,
    'resend-too-early': 429,
    'too-many-sends': 429,
  },
  kind: 'write',
});

export const dcbVerifyTac = defineCall({
  name: 'dcb.verifyTac',
  summary: 'Checks the TAC and charges the carrier bill',
  method: 'POST',
  path: '/apg/dcb/tac/verify',
  request: z.object({ refid: refidSchema, tac: z.string().regex(/^\d{6}$/) }),
  response: z.object({ refid: refidSchema, status: z.enum(outcomes), resultRoute: z.enum(resultRoutes) }),
  errors: {
    'unknown-payment': 404,
    'payment-ended': 409,
    'wrong-code': 422,
    'code-expired': 422,
    'attempts-exceeded': 429,
  },
  kind: 'write',
});

export const dcbCancel = defineCall({
  name: 'dcb.cancel',
  summary: 'The payer gives up paying by mobile',
  method: 'POST',
  path: '/apg/dcb/cancel',
  request: z.object({ refid: refidSchema }),
  response: z.object({ refid: refidSchema, status: z.enum(outcomes) }),
  errors: { 'unknown-payment': 404, 'attempt-under-way': 409, 'payment-ended': 409 },
  kind: 'write',
});
