import { z } from 'zod';
import { cardBrands } from '@/lib/domain/card/card-fields';
import type { KeptCard } from '../gateways/gateway';

/** An encrypted card, stored in its attempt until the attempt succeeds. */
export const cardToSaveSchema = z.object({
  owner: z.string(),
  brand: z.enum(cardBrands),
  lastFour: z.string(),
  expiry: z.string(),
  sealed: z.string(),
  fingerprint: z.string(),
});

/** Whose card it is that its gateway keeps once it has paid; the gateway's report of the payment has the card. */
const cardToKeepSchema = z.object({ owner: z.string(), isKept: z.literal(true) });

/** Writes what is stored in an attempt whose card its gateway is to keep. */
export function writeCardToKeep(owner: string): string {
  return JSON.stringify({ owner, isKept: true } satisfies z.input<typeof cardToKeepSchema>);
}

/** Reads the card that an attempt saves: encrypted here, or kept by its gateway (`isKept`). */
export const savedByAttemptSchema = z.union([cardToKeepSchema, cardToSaveSchema]);

const keptCardSchema = z.object({
  token: z.string(),
  brand: z.enum(cardBrands),
  lastFour: z.string(),
  expiry: z.string(),
});

/** The card of a payment that is retained for a registration for auto debit: kept by its gateway, or encrypted here. */
export const retainedCardSchema = z.union([z.object({ kept: keptCardSchema.nullable() }), cardToSaveSchema]);

/** Writes what is stored in an attempt whose card is retained by its gateway; null: the gateway is to keep it once it has paid. */
export function writeRetainedKeptCard(kept: KeptCard | null): string {
  return JSON.stringify({ kept } satisfies z.input<typeof retainedCardSchema>);
}

/** What is stored in an attempt until its gateway has kept its card for auto debit. */
export const cardToRetain = writeRetainedKeptCard(null);
