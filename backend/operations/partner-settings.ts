import { z } from 'zod';
import { partnerKeySchema } from '@/lib/contract/partners';
import { isDisplayText } from '@/lib/domain/display-text';
import { localeCodes } from '@/lib/domain/locales';
import { paymentMethods } from '@/lib/domain/methods/payment-methods';

/** Plain HTTP is allowed for localhost only. */
function isSafeAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username } = new URL(text);
  const isLoopback = /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname);
  return username === '' && (protocol === 'https:' || (protocol === 'http:' && isLoopback));
}

const addressSchema = z.string().max(2000).refine(isSafeAddress, { message: 'an https address' });
const originSchema = addressSchema.refine((text) => URL.canParse(text) && new URL(text).origin === text, {
  message: 'an origin such as https://shop.example, without a path',
});
/** A text that payers read. Security, row 55. */
const shownText = (longest: number) =>
  z
    .string()
    .max(longest)
    .refine((text) => isDisplayText(text.replaceAll('\n', ' ')), { message: 'a text without control characters' });
/** A text on one line of a receipt. */
const shownLine = (longest: number) =>
  shownText(longest)
    .min(1)
    .refine((text) => !text.includes('\n'), { message: 'a text on one line' });
const senSchema = z.int().min(100).max(9_999_999_999);

/** A partner's own texts in one language; an empty text means the default. */
const autoDebitTextsSchema = z
  .strictObject({ title: shownText(200), message: shownText(2000), thankYou: shownText(2000) })
  .partial();

/** The settings of a partner; omitted ones stay unchanged, or take their default. Amounts are sen. */
export const partnerSettingsSchema = z
  .object({
    name: shownText(100).min(1).optional(),
    themeColor: z
      .string()
      .regex(/^#[0-9a-fA-F]{6}$/, { message: 'a colour such as #0b6e4f' })
      .optional(),
    logoUrl: z.union([z.literal(''), addressSchema]).optional(),
    registeredOrigins: z.array(originSchema).max(50).optional(),
    webhookUrl: addressSchema.nullable().optional(),
    tokenCheckUrl: addressSchema.nullable().optional(),
    providerKeys: z.array(z.enum(paymentMethods)).min(1).nullable().optional(),
    minimumAmount: senSchema.optional(),
    maximumAmount: senSchema.optional(),
    isKiosk: z.boolean().optional(),
    userKeyFrom: z.enum(['partneruserkey', 'accountid']).optional(),
    makeUesCall: z.boolean().optional(),
    mayLinkBills: z.boolean().optional(),
    registrationNumber: shownLine(60).nullable().optional(),
    address: shownLine(300).nullable().optional(),
    supportEmail: z.email().max(100).nullable().optional(),
    supportPhone: z
      .string()
      .regex(/^\+[1-9]\d{7,14}$/, { message: 'a number such as +60312345678' })
      .nullable()
      .optional(),
    statementText: shownLine(40).nullable().optional(),
    autoDebitTexts: z.partialRecord(z.enum(localeCodes), autoDebitTextsSchema).optional(),
  })
  .refine(({ minimumAmount = 100, maximumAmount = 9_999_999_999 }) => minimumAmount <= maximumAmount, {
    message: 'the minimum is above the maximum',
  });

export type PartnerSettings = z.output<typeof partnerSettingsSchema>;

export const partnerToRegisterSchema = z.object({ key: partnerKeySchema, settings: partnerSettingsSchema });
