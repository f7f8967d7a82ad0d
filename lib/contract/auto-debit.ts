import { z } from 'zod';
import { defineCall } from './call';
import { gatewayRequestSchema } from './payment';
import { instantSchema, jweSchema, languageSchema, linkTokenSchema, refidSchema, visitIdSchema } from './primitives';

/** The state of a registration: done, waiting for a card, or for the payer at the card's issuer. */
const registrationSchema = z.object({
  refid: refidSchema,
  state: z.enum(['registered', 'card-needed', 'card-check']),
});

/** How the verification of the card can end, whoever has confirmed the registration. */
const cardErrors = {
  /** Not approved. Another card may be. */
  'card-refused': 409,
  /** The acquirer does not respond: any charge is reversed. */
  'try-later': 503,
} as const;

export const autoDebitInfo = defineCall({
  name: 'autodebit.info',
  summary: 'The offer to put the account of a successful payment on auto debit',
  method: 'GET',
  path: '/apg/autodebit',
  /**
   * `language`: of the texts; English if the partner has none in it. `visitId`: the visit that reads it. Only the visit that paid sees its
   * card, and only for it the acquirer is enquired about a card verification whose return was rejected.
   */
  request: z.object({ refid: refidSchema, language: languageSchema, visitId: visitIdSchema.optional() }),
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
    /**
     * The registration's next step: the holder's confirmation, a card, or the response of the card's issuer; `tries-exhausted`: no PIN is
     * accepted any more.
     */
    step: z.enum(['confirm', 'card', 'card-check', 'tries-exhausted']).default('confirm'),
    /** The registered card, or the card that this visit paid with, which is verified next; null if a card must be entered. */
    card: z
      .object({ cardBrand: z.enum(['visa', 'mastercard', 'amex']), lastFour: z.string().regex(/^\d{4}$/) })
      .nullable()
      .default(null),
    /** The last card was refused. */
    cardRefused: z.boolean().default(false),
    /** The request to the issuer's page, for `card-check`. */
    cardCheck: gatewayRequestSchema.nullable().default(null),
    /**
     * Where a card is entered: `own`, in a form of the site, and verified by a charge of RM1; `gateway`, on the page of the gateway, which keeps it and
     * verifies it without a charge.
     */
    cardEntry: z.enum(['own', 'gateway']).default('own'),
    /** The payer has asked for auto debit on the payment page already. */
    isAskedFor: z.boolean().default(false),
    /** The public key (JWK, RSA-OAEP-256) that encrypts card data. */
    cardEncryptionKey: z.record(z.string(), z.string()).default({}),
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
  /** `language`: of the text message. */
  request: z.object({ refid: refidSchema, language: languageSchema }),
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
  summary: 'Checks the one-time PIN; with a card that is known already, verifies it and registers the account',
  method: 'POST',
  path: '/apg/autodebit/otp/verify',
  /** `visitId`: the visit that enters the PIN. The visit that paid has its card verified; any other must enter one. */
  request: z.object({ refid: refidSchema, otp: z.string().regex(/^\d{6}$/), visitId: visitIdSchema.optional() }),
  response: registrationSchema,
  errors: {
    'unknown-payment': 404,
    'not-offered': 409,
    'wrong-code': 422,
    'code-expired': 422,
    'attempts-exceeded': 429,
    ...cardErrors,
  },
  kind: 'write',
});

export const autoDebitLink = defineCall({
  name: 'autodebit.link',
  summary: 'Ends the account-linking service: an authorisation code for a registration',
  method: 'POST',
  path: '/apg/autodebit/link',
  /** `visitId`: the visit that returns, as for `autodebit.verifyOtp`. */
  request: z.object({
    refid: refidSchema,
    code: z.string().max(500),
    codeVerifier: z.string().regex(/^[\w.~-]{43,128}$/),
    redirectUri: z.string().max(2000),
    visitId: visitIdSchema.optional(),
  }),
  response: registrationSchema,
  errors: { 'unknown-payment': 404, 'not-offered': 409, 'link-refused': 403, 'attempts-exceeded': 429, ...cardErrors },
  kind: 'write',
});

export const autoDebitCard = defineCall({
  name: 'autodebit.card',
  summary:
    'Verifies another card by RM1, reversed at once, or on the page of the gateway that keeps it, and registers the account with it',
  method: 'POST',
  path: '/apg/autodebit/card',
  /** `cardDetails`: absent where the card is entered at the gateway (`cardEntry`); the answer is then `card-check`. */
  request: z.object({ refid: refidSchema, cardDetails: jweSchema.optional() }),
  response: registrationSchema,
  errors: {
    'unknown-payment': 404,
    'not-offered': 409,
    /** Neither a PIN nor the account-linking service has confirmed the registration, or too long ago. */
    'not-confirmed': 409,
    'invalid-card': 422,
    'card-expired': 422,
    'attempts-exceeded': 429,
    ...cardErrors,
  },
  kind: 'write',
});

export const autoDebitRemind = defineCall({
  name: 'autodebit.remind',
  summary: 'The payer wants to be reminded later: one e-mail the next day',
  method: 'POST',
  path: '/apg/autodebit/remind',
  request: z.object({ refid: refidSchema }),
  response: z.object({ refid: refidSchema, reminderAt: instantSchema }),
  errors: { 'unknown-payment': 404, 'not-offered': 409 },
  kind: 'write',
});

const mandateSchema = z.object({
  state: z.enum(['registered', 'cancelled']),
  /** All but its last digits are hidden. */
  maskedAccountNumber: z.string().max(20),
  card: z.object({ cardBrand: z.enum(['visa', 'mastercard', 'amex']), lastFour: z.string().regex(/^\d{4}$/) }),
});

export const autoDebitMandate = defineCall({
  name: 'autodebit.mandate',
  summary: 'The registration that the link in its confirmation is for',
  method: 'GET',
  path: '/apg/autodebit/mandate',
  request: z.object({ token: linkTokenSchema }),
  response: mandateSchema,
  /** Not a token of this backend. */
  errors: { 'unknown-mandate': 404 },
  kind: 'read',
});

export const autoDebitCancel = defineCall({
  name: 'autodebit.cancel',
  summary: 'Cancels the registration that the link in its confirmation is for; once it is cancelled nothing changes',
  method: 'POST',
  path: '/apg/autodebit/cancel',
  request: z.object({ token: linkTokenSchema }),
  response: mandateSchema,
  errors: { 'unknown-mandate': 404 },
  kind: 'write',
});
