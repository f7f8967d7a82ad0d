import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { loadSecret } from './stored-secret';

/** The simulated CHIP's private RSA keys, PEM. */
export interface ChipKeys {
  /** Signs success callbacks; its public key is at `GET public_key/`. */
  readonly company: string;
  /** Signs the callbacks of the sandbox's own webhook. */
  readonly webhook: string;
}

/** Returns a private RSA key, PEM. */
export function generateChipKey(): string {
  return generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  }).privateKey;
}

/** Loads the keys in `{dataDir}/keys`, generated at the first use. */
export function loadChipKeys(dataDir: string): ChipKeys {
  return {
    company: loadSecret(dataDir, 'chip-company.pem', generateChipKey),
    webhook: loadSecret(dataDir, 'chip-webhook.pem', generateChipKey),
  };
}

/** Returns the public key of the sandbox's own webhook, PEM. */
export function loadChipPublicKey(dataDir: string): string {
  return createPublicKey(loadChipKeys(dataDir).webhook).export({ type: 'spki', format: 'pem' }).toString();
}
