import { z } from 'zod';
import { defaultCounterMinutes, type CounterSettings } from '../counter/gateway';
import type { DuitNowSettings } from '../duitnow/gateway';
import { host } from '../environment-values';

const keyId = z.string().regex(/^[\w-]{1,64}$/);
const secret = z.string().min(32);
const plain = (longest: number) => z.string().regex(new RegExp(`^[ -~]{1,${longest}}$`));

export const counterSchema = z.object({
  COUNTER_HOST: host,
  COUNTER_KEY_ID: keyId,
  COUNTER_SECRET: secret,
  COUNTER_MERCHANT: plain(60).default('ebill'),
  COUNTER_VALID_MINUTES: z
    .string()
    .regex(/^[1-9]\d{0,4}$/)
    .transform(Number)
    .default(defaultCounterMinutes),
});

export const counterMeanings: Record<keyof z.input<typeof counterSchema>, string> = {
  COUNTER_HOST: "the counter network's origin",
  COUNTER_KEY_ID: 'the name of the key shared with the counter network',
  COUNTER_SECRET: 'the key shared with the counter network, at least 32 characters',
  COUNTER_MERCHANT: "the merchant's name at the counter",
  COUNTER_VALID_MINUTES: 'how long a barcode can be paid, in whole minutes',
};

export const duitNowSchema = z.object({
  DUITNOW_HOST: host,
  DUITNOW_KEY_ID: keyId,
  DUITNOW_SECRET: secret,
  DUITNOW_ACQUIRER_ID: z.string().regex(/^\d{6}$/),
  DUITNOW_MERCHANT_ID: plain(25),
  DUITNOW_MERCHANT: plain(25),
  DUITNOW_CITY: plain(15),
  DUITNOW_CATEGORY: z
    .string()
    .regex(/^\d{4}$/)
    .default('4900'),
});

export const duitNowMeanings: Record<keyof z.input<typeof duitNowSchema>, string> = {
  DUITNOW_HOST: "the origin of the bank that settles the merchant's DuitNow QR",
  DUITNOW_KEY_ID: 'the name of the key shared with that bank',
  DUITNOW_SECRET: 'the key shared with that bank, at least 32 characters',
  DUITNOW_ACQUIRER_ID: "the bank's number of six digits",
  DUITNOW_MERCHANT_ID: 'the merchant id that the bank gave, at most 25 characters',
  DUITNOW_MERCHANT: "the merchant's name in the QR, at most 25 plain characters",
  DUITNOW_CITY: "the merchant's city in the QR, at most 15 plain characters",
  DUITNOW_CATEGORY: "the merchant's category of four digits, such as 4900",
};

export function toCounterSettings(
  values: z.infer<typeof counterSchema>,
  own: { readonly backendUrl: string },
  timeoutMs: number,
): CounterSettings {
  return {
    hostUrl: values.COUNTER_HOST,
    keyId: values.COUNTER_KEY_ID,
    secret: values.COUNTER_SECRET,
    merchant: values.COUNTER_MERCHANT,
    validMinutes: values.COUNTER_VALID_MINUTES,
    callbackUrl: `${own.backendUrl}/callbacks/counter`,
    timeoutMs,
  };
}

export function toDuitNowSettings(
  values: z.infer<typeof duitNowSchema>,
  own: { readonly backendUrl: string },
  timeoutMs: number,
): DuitNowSettings {
  return {
    hostUrl: values.DUITNOW_HOST,
    keyId: values.DUITNOW_KEY_ID,
    secret: values.DUITNOW_SECRET,
    merchant: values.DUITNOW_MERCHANT,
    qrMerchant: {
      acquirerId: values.DUITNOW_ACQUIRER_ID,
      merchantId: values.DUITNOW_MERCHANT_ID,
      name: values.DUITNOW_MERCHANT,
      city: values.DUITNOW_CITY,
      category: values.DUITNOW_CATEGORY,
    },
    callbackUrl: `${own.backendUrl}/callbacks/duitnow`,
    timeoutMs,
  };
}
