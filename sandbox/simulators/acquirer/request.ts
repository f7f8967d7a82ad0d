import { z } from 'zod';

const amount = z.int().min(1).max(99_999_999_999);
const number = z.string().regex(/^[a-z0-9]{20}$/);
const address = z.url({ protocol: /^https?$/ });

export const authoriseSchema = z.object({
  number,
  amount,
  currency: z.literal('MYR'),
  description: z.string().max(200),
  merchant: z.string().min(1).max(60),
  card: z.object({
    number: z.string().regex(/^\d{13,19}$/),
    expiry: z.string().regex(/^(?:0[1-9]|1[0-2])\/\d{2}$/),
    cvv: z
      .string()
      .regex(/^\d{3,4}$/)
      .nullable(),
    name: z.string().max(100),
  }),
  instalment: z.object({ bank: z.string(), months: z.int().min(1).max(60) }).nullable(),
  /** `merchant`: a charge of a stored card, without its payer. */
  initiator: z.enum(['payer', 'merchant']).default('payer'),
  returnUrl: address,
  callbackUrl: address,
  expiresAt: z.iso.datetime({ offset: true }),
});
export type AuthoriseRequest = z.infer<typeof authoriseSchema>;

export const enquireSchema = z.object({ number, amount, currency: z.literal('MYR') });

/** A refund, and the question what became of one. */
export const refundSchema = z.object({
  number,
  refund: z.string().regex(/^[a-z0-9]{26}$/),
  amount,
  currency: z.literal('MYR'),
});

/** Parses JSON by a schema; null for anything else. No error holds the input: it may hold a card. */
export function readBody<Schema extends z.ZodType>(schema: Schema, body: string): z.infer<Schema> | null {
  try {
    return schema.parse(JSON.parse(body));
  } catch {
    return null;
  }
}
