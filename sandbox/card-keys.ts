import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateCardDataKey } from '../backend/cards/card-data-key';

/** Reads a secret that is not configured: it is generated at the first start, and stored for later starts. */
function loadSecret(dataDir: string, name: string, generate: () => string): string {
  const folder = join(dataDir, 'keys');
  const file = join(folder, name);
  try {
    return readFileSync(file, 'utf8');
  } catch {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const secret = generate();
    writeFileSync(file, secret, { mode: 0o600 });
    return secret;
  }
}

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
