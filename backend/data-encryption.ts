import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/** Encrypts secrets at rest with a key of the environment. */
export interface DataEncryption {
  /** Encrypts a text (AES-256-GCM). `purpose` is the associated data: a text can be decrypted with the same purpose only. */
  encrypt(text: string, purpose: string): string;
  /** Decrypts a text of `encrypt`. Throws if key, purpose or text do not match: tampering or a lost key, never a user's error. */
  decrypt(sealed: string, purpose: string): string;
  /** Returns a keyed digest (HMAC-SHA256): equal texts have equal digests, and guessing texts needs the key. */
  digest(text: string, purpose: string): string;
}

const algorithm = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

function deriveKey(key: Buffer, use: string): Buffer {
  if (key.length !== 32) throw new RangeError('the key must have 32 bytes');
  return Buffer.from(hkdfSync('sha256', key, '', use, 32));
}

function decryptWith(key: Buffer, bytes: Buffer, purpose: string): string {
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, ivBytes));
  decipher.setAAD(Buffer.from(purpose));
  decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
  return decipher.update(bytes.subarray(ivBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8');
}

/**
 * Takes the key, 32 bytes, and the replaced keys, latest first, which still decrypt older texts. Digests use the oldest key, since they are
 * compared with stored digests.
 */
export function createDataEncryption(key: Buffer, replaced: readonly Buffer[] = []): DataEncryption {
  const decryptionKeys = [key, ...replaced].map((each) => deriveKey(each, 'ebill sealing'));
  const [encryptionKey = deriveKey(key, 'ebill sealing')] = decryptionKeys;
  const digestKey = deriveKey(replaced.at(-1) ?? key, 'ebill digest');
  return {
    encrypt(text, purpose) {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv(algorithm, encryptionKey, iv);
      cipher.setAAD(Buffer.from(purpose));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return `v1.${Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')}`;
    },
    decrypt(sealed, purpose) {
      const bytes = Buffer.from(sealed.replace(/^v1\./, ''), 'base64url');
      for (const decryptionKey of decryptionKeys.slice(0, -1)) {
        try {
          return decryptWith(decryptionKey, bytes, purpose);
        } catch {
          // Encrypted with another key.
        }
      }
      return decryptWith(decryptionKeys.at(-1) ?? encryptionKey, bytes, purpose);
    },
    digest(text, purpose) {
      return createHmac('sha256', digestKey).update(`${purpose}\n${text}`).digest('base64url');
    },
  };
}
