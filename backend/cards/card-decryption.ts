import { z } from 'zod';
import {
  formatCardExpiry,
  parseCardCvv,
  parseCardExpiry,
  parseCardName,
  parseCardNumber,
  type CardBrand,
} from '@/lib/domain/card/card-fields';
import { failure, success, type Result } from '@/lib/domain/result';
import type { DataEncryption } from '../data-encryption';
import type { CardData } from '../gateways/gateway';
import type { CardDataKey } from './card-data-key';

/** The payloads that the browser encrypts: a new card, and a saved card's CVV. */
const cardSchema = z.object({
  number: z.string().max(40),
  expiry: z.string().max(10),
  cvv: z.string().max(4),
  name: z.string().max(100),
});
const cvvSchema = z.object({ cvv: z.string().max(4) });

export interface DecryptedCard {
  readonly brand: CardBrand;
  readonly data: CardData;
}

/** Decrypts and validates a card. It is kept in memory only, from here to the acquirer. `now` is ISO 8601. */
export async function decryptCard(
  jwe: string | undefined,
  key: CardDataKey,
  now: string,
): Promise<Result<DecryptedCard, 'invalid-card' | 'card-expired'>> {
  const opened = jwe === undefined ? failure('undecipherable') : await key.decrypt(jwe);
  const card = cardSchema.safeParse(opened.ok ? opened.value : null);
  if (!card.success) return failure('invalid-card');
  const number = parseCardNumber(card.data.number);
  if (!number.ok) return failure('invalid-card');
  const cvv = parseCardCvv(card.data.cvv, number.value.brand);
  const name = parseCardName(card.data.name);
  if (!cvv.ok || !name.ok) return failure('invalid-card');
  const expiry = parseCardExpiry(card.data.expiry, now);
  if (!expiry.ok) return failure('card-expired');
  return success({
    brand: number.value.brand,
    data: { number: number.value.number, expiry: formatCardExpiry(expiry.value), cvv: cvv.value, name: name.value },
  });
}

/**
 * Returns what two ciphertexts of one card have in common: a keyed digest of its number and expiry date. Null for what is no card. The CVV is
 * not part of it: nothing of it may be kept (PCI DSS 3.3.1.2).
 */
export async function identifyCard(
  { cardDataKey, encryption }: { readonly cardDataKey: CardDataKey; readonly encryption: DataEncryption },
  jwe: string | undefined,
): Promise<string | null> {
  const opened = jwe === undefined ? failure('undecipherable') : await cardDataKey.decrypt(jwe);
  const card = cardSchema.safeParse(opened.ok ? opened.value : null);
  const number = card.success ? parseCardNumber(card.data.number) : null;
  if (!card.success || !number?.ok) return null;
  return encryption.digest(`${number.value.number} ${card.data.expiry.replace(/\D/g, '')}`, 'card of a request');
}

/** Decrypts and validates a saved card's CVV. */
export async function decryptCvv(
  jwe: string | undefined,
  key: CardDataKey,
  brand: CardBrand,
): Promise<Result<string, 'invalid-card'>> {
  const opened = jwe === undefined ? failure('undecipherable') : await key.decrypt(jwe);
  const data = cvvSchema.safeParse(opened.ok ? opened.value : null);
  const cvv = data.success ? parseCardCvv(data.data.cvv, brand) : null;
  return cvv?.ok ? success(cvv.value) : failure('invalid-card');
}
