import { z } from 'zod';
import type { CardBrand } from '@/lib/domain/card/card-fields';
import type { KeptCard, RememberedCard } from '../gateway';

/** The cards that can be registered and saved; CHIP's names of them are ours. */
export const keptBrands = ['visa', 'mastercard'] as const satisfies readonly CardBrand[];

/** CHIP's schema `Purchase`: `transaction_data.extra` of a card, and who can be charged by it. The year's digits are two or four. */
const cardSchema = z.object({
  is_recurring_token: z.literal(true),
  transaction_data: z.object({
    payment_method: z.enum(keptBrands),
    extra: z.object({
      masked_pan: z.string().regex(/\d{4}$/),
      expiry_month: z.int().min(1).max(12),
      expiry_year: z.int().min(0).max(9999),
      three_d_secure: z.boolean().catch(false),
    }),
  }),
});

function toKeptCard({ transaction_data: paid }: z.output<typeof cardSchema>, token: string): KeptCard {
  const { payment_method: brand, extra } = paid;
  const [month, year] = [extra.expiry_month, extra.expiry_year % 100].map((part) => String(part).padStart(2, '0'));
  return { token, brand, lastFour: extra.masked_pan.slice(-4), expiry: `${month}/${year}` };
}

/** Reads the card of a purchase that is a token; null for one that is none, or whose card cannot be understood. */
export function readKeptCard(purchase: unknown, token: string): KeptCard | null {
  const read = cardSchema.safeParse(purchase);
  return read.success ? toKeptCard(read.data, token) : null;
}

/**
 * Reads the card that CHIP has kept on a payment; undefined if it has kept none. Only a card whose payment was verified by 3-D Secure
 * (`extra.three_d_secure`) can be saved: a charge by its token asks its holder for nothing.
 */
export function readRememberedCard(
  purchase: { readonly is_recurring_token: boolean },
  token: string,
): RememberedCard | undefined {
  if (!purchase.is_recurring_token) return undefined;
  const read = cardSchema.safeParse(purchase);
  const isVerified = read.success && read.data.transaction_data.extra.three_d_secure;
  return { token, card: isVerified ? toKeptCard(read.data, token) : null };
}
