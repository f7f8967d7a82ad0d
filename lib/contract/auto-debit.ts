import { z } from 'zod';
import { defineCall } from './call';
import { instantSchema, refidSchema } from './primitives';

export const autoDebitInfo = defineCall({
  name: 'autodebit.info',
  summary: 'The offer to put the account of a successful payment on auto debit',
  method: 'GET',
  path: '/apg/autodebit',
  request: z.object({ refid: refidSchema }),
  response: z.object({
    refid: refidSchema,
    state: z.enum(['offered', 'registered', 'not-offered']),
    /** How it is registered: `otp` by one-time PIN, `ulm` by account linking. */
    autoDebitType: z.string().max(40),
    autoDebitPopupTitle: z.string().max(200),
    autoDebitPopupMessage: z.string().max(2000),
    autoDebitThankYouMessage: z.string().max(2000),
    /** The number on the account, masked; null when there is none. */
    maskedMobileNumber: z.string().max(20).nullable(),
    /** Sen a month, and for how many months at most. */
    rebate: z.object({ amount: z.int().min(0), months: z.int().min(0) }),
    serverTime: instantSchema,
  }),
  errors: { 'unknown-payment': 404 },
  kind: 'read',
});

export const autoDebitSendOtp = defineCall({
  name: 'autodebit.sendOtp',
  summary: "Sends a one-time PIN to the account's own mobile number",
  method: 'POST',
  path: '/apg/autodebit/otp',
  request: z.object({ refid: refidSchema }),
  response: z.object({
    maskedMobileNumber: z.string().max(20),
    resendAfter: instantSchema,
    expiresAt: instantSchema,
    resendsLeft: z.int().min(0),
    serverTime: instantSchema,
  }),
  errors: {
    'unknown-payment': 404,
    'not-offered': 409,
    'no-mobile-number': 409,
    'resend-too-early': 429,
    'too-many-sends': 429,
  },
  kind: 'write',
});

export const autoDebitVerifyOtp = defineCall({
  name: 'autodebit.verifyOtp',
  summary: 'Checks the one-time PIN and registers the account',
  method: 'POST',
  path: '/apg/autodebit/otp/verify',
  request: z.object({ refid: refidSchema, otp: z.string().regex(/^\d{6}$/) }),
  response: z.object({ refid: refidSchema, state: z.literal('registered') }),
  errors: {
    'unknown-payment': 404,
    'not-offered': 409,
    'wrong-code': 422,
    'code-expired': 422,
    'attempts-exceeded': 429,
    'card-refused': 409,
  },
  kind: 'write',
});

export const autoDebitLink = defineCall({
  name: 'autodebit.link',
  summary: 'Ends the account-linking service: an authorisation code for a registration',
  method: 'POST',
  path: '/apg/autodebit/link',
  request: z.object({
    refid: refidSchema,
    code: z.string().max(500),
    codeVerifier: z.string().regex(/^[\w.~-]{43,128}$/),
    redirectUri: z.string().max(2000),
  }),
  response: z.object({ refid: refidSchema, state: z.literal('registered') }),
  errors: { 'unknown-payment': 404, 'not-offered': 409, 'link-refused': 403, 'card-refused': 409 },
  kind: 'write',
});
