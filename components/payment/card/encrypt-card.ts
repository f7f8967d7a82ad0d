import { CompactEncrypt, importJWK } from 'jose';
import type { CardData, SavedCardCvv } from '@/lib/domain/card/card-data';
import type { PaymentPage } from '@/lib/domain/payment/payment';

/**
 * Encrypts a card, or a saved card's CVV, for the backend as a compact JWE that the site cannot read (docs/decisions/0004-card-boundary.md). Throws without
 * Web Crypto, for example on an origin that is neither https nor localhost.
 */
export async function encryptCard(
  card: CardData | SavedCardCvv,
  key: PaymentPage['cardEncryptionKey'],
): Promise<string> {
  const publicKey = await importJWK({ ...key, kty: 'RSA' }, 'RSA-OAEP-256');
  return new CompactEncrypt(new TextEncoder().encode(JSON.stringify(card)))
    .setProtectedHeader({ alg: 'RSA-OAEP-256', enc: 'A256GCM', kid: key['kid'] })
    .encrypt(publicKey);
}
