import 'server-only';
import { CompactEncrypt, importJWK } from 'jose';
import type { CardData, SavedCardCvv } from '@/lib/domain/card/card-data';
import { formatCardExpiry } from '@/lib/domain/card/card-fields';
import type { CardEntry } from '@/lib/domain/methods/forms/card-entry';

/**
 * Encrypts card data for the backend, as a compact JWE: without scripts this is the first thing that happens to a card after it was parsed
 * (docs/decisions/0004-card-boundary.md). Takes the public key of `payment.page` (a JWK). Throws if it is not an RSA key: a fault of the
 * backend.
 */
export async function encryptCardData(
  data: CardData | SavedCardCvv,
  key: Readonly<Record<string, string>>,
): Promise<string> {
  const publicKey = await importJWK({ ...key, kty: 'RSA' }, 'RSA-OAEP-256');
  return new CompactEncrypt(new TextEncoder().encode(JSON.stringify(data)))
    .setProtectedHeader({ alg: 'RSA-OAEP-256', enc: 'A256GCM', kid: key['kid'] })
    .encrypt(publicKey);
}

/** Encrypts a card that was typed into a form without scripts; returns the ciphertext of one that the browser has encrypted. */
export async function encryptCard(card: CardEntry, key: Readonly<Record<string, string>>): Promise<string> {
  if (card.kind === 'encrypted') return card.jwe;
  const { number, expiry, cvv, name } = card;
  return encryptCardData({ number, expiry: formatCardExpiry(expiry), cvv, name }, key);
}
