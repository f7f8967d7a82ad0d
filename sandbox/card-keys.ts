import { randomBytes } from 'node:crypto';
import { generateCardDataKey } from '../backend/cards/card-data-key';
import { loadSecret } from './stored-secret';

/** The key for saved cards, 32 bytes. */
export function loadCardKey(dataDir: string): Buffer {
  return Buffer.from(
    loadSecret(dataDir, 'card.key', () => randomBytes(32).toString('base64url')),
    'base64url',
  );
}

/** The RSA key for card data, PEM. */
export function loadCardDataKey(dataDir: string): string {
  return loadSecret(dataDir, 'card-data.pem', generateCardDataKey);
}
