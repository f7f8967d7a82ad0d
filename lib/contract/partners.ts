import { z } from 'zod';
import { defineCall } from './call';
import { instantSchema } from './primitives';

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
  request: z.object({ partnerKey: partnerKeySchema }),
  response: z.object({
    partnerKey: partnerKeySchema,
    autoDebitPopupTitle: z.string().max(200),
    autoDebitPopupMessage: z.string().max(2000),
    autoDebitThankYouMessage: z.string().max(2000),
    providerKeys: z.array(z.string().max(40)).max(20),
    merchantTokenValidation: z.boolean(),
    makeUesCall: z.boolean(),
  }),
  errors: { 'unknown-partner': 404 },
  kind: 'read',
});

export const orderCreate = defineCall({
  name: 'order.create',
  summary: "A partner's signed order",
  method: 'POST',
  path: '/apg/orders',
  request: z.object({
    partnerKey: partnerKeySchema,
    /** The partner's own number of the order: the same number is the same order. */
    orderNumber: z.string().min(1).max(64),
    productname: z.string().min(1).max(100).optional(),
    itemDescList: z
      .array(z.object({ name: z.string().min(1).max(100), amount: z.int().min(1).max(99_999_999_999) }))
      .min(1)
      .max(100),
    additionalChargesList: z
      .array(z.object({ name: z.string().min(1).max(100), amount: z.int().min(0).max(99_999_999_999) }))
      .max(20)
      .default([]),
    currencyCode: z.literal('MYR'),
    isEpp: z.boolean().default(false),
    responseURL: z.string().max(2000).optional(),
    responseCode: z.string().max(20).optional(),
    deadline: instantSchema.optional(),
    customer: z
      .object({
        accountNumber: z.string().regex(/^\d{10}$/),
        email: z.string().max(254).optional(),
        phoneNumber: z.string().max(20).optional(),
        partneruserkey: z.string().max(100).optional(),
        profile: z
          .array(z.object({ key: z.string().max(100), value: z.string().max(500) }))
          .max(50)
          .default([]),
      })
      .optional(),
  }),
  response: z.object({ paymentId: z.string(), url: z.string() }),
  errors: { unsigned: 401, 'unknown-partner': 401, 'response-url-not-registered': 422, 'order-number-reused': 422 },
  kind: 'write',
  signedByPartner: true,
});
