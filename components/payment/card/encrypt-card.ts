import { CompactEncrypt, importJWK } from 'jose';
import type { CardData, SavedCardCvv } from '@/lib/domain/card/card-data';
import type { PaymentPage } from '@/lib/domain/payment/payment';

/**
 * Encrypts a card, or a saved card's CVV, in the browser for the backend alone, as a compact JWE: the site passes it on and cannot read it (design,
 * section 5). Throws where the browser has no Web Crypto, as on an address that is neither https nor localhost.
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
