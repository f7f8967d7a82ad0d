import { z } from 'zod';
import { defineCall } from './call';
import { languageSchema } from './primitives';

export const partnerKeySchema = z.string().regex(/^[A-Z][A-Z0-9-]{0,39}$/);

export const themeGet = defineCall({
  name: 'theme.get',
  summary: 'Colour, logo and embedding of a partner, by its key or by one of its payments',
  method: 'GET',
  path: '/apg/theme',
  request: z.object({
    partnerKey: partnerKeySchema.optional(),
    refid: z.string().max(32).optional(),
    paymentId: z.string().max(32).optional(),
  }),
  response: z.object({
    partnerKey: partnerKeySchema,
    partnerName: z.string().max(100),
    ThemeColor: z.string().max(40),
    LogoURL: z.string().max(2000),
    /** Origins that may frame this partner's payment pages. */
    frameAncestors: z.array(z.string().max(300)).max(50),
  }),
  errors: { 'unknown-partner': 404 },
  kind: 'read',
});

export const partnerGet = defineCall({
  name: 'partner.get',
  summary: 'Auto-debit pop-up texts and provider settings of a partner',
  method: 'GET',
  path: '/apg/partner',
  /** `language`: of the texts; English if the partner has none in it. */
  request: z.object({ partnerKey: partnerKeySchema, language: languageSchema }),
  response: z.object({
    partnerKey: partnerKeySchema,
    /** Shown before the texts of `autodebit.info`, and after those of `autoDebitResponse` of `payment.result`. */
    autoDebitPopupTitle: z.string().max(200),
    autoDebitPopupMessage: z.string().max(2000),
    autoDebitThankYouMessage: z.string().max(2000),
    /** The payment methods of any order of this partner. A payment page shows those of its own order: `providerKeys` of `payment.page`. */
    providerKeys: z.array(z.string().max(40)).max(20),
    /** Whether the partner identifies its customers by a token, which the backend has the partner validate when an order is created. */
    merchantTokenValidation: z.boolean(),
    /** Whether `payment.customer` is called. A payment page follows the same field of `payment.page`, which belongs to its order. */
    makeUesCall: z.boolean(),
  }),
  errors: { 'unknown-partner': 404 },
  kind: 'read',
});
