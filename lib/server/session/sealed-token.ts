import 'server-only';
import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { EncryptJWT, jwtDecrypt } from 'jose';
import type { z } from 'zod';
import { readEnvironment } from '../environment';
import { processSingleton } from '../process-singleton';

/** A type of sealed token: a value that the browser stores encrypted and sends back. */
export interface TokenType<Schema extends z.ZodType> {
  /** A token sealed for one purpose cannot be unsealed for another. */
  readonly purpose: string;
  readonly schema: Schema;
  /** Milliseconds, by this server's clock. */
  readonly lifetime: number;
}

/** One key for each purpose, all derived from the site's secret. */
export type SealingKeys = (purpose: string) => Uint8Array;

declare module '../process-singleton' {
  interface ProcessSingletons {
    sealingKeys: SealingKeys;
  }
}

function makeSealingKeys(): SealingKeys {
  // Without a secret (localhost only) tokens are lost when the process ends.
  const secret = readEnvironment().siteSecret ?? randomBytes(32);
  const keys = new Map<string, Uint8Array>();
  return (purpose) => {
    const known = keys.get(purpose);
    if (known !== undefined) return known;
    const key = new Uint8Array(hkdfSync('sha256', secret, 'ebill', purpose, 32));
    keys.set(purpose, key);
    return key;
  };
}

function keyFor(purpose: string): Uint8Array {
  return processSingleton('sealingKeys', makeSealingKeys)(purpose);
}

/** Returns 32 bytes in base64url that nobody can compute without the site's secret: the same for the same purpose and text. */
export function deriveToken(purpose: string, text: string): string {
  return createHmac('sha256', keyFor(purpose)).update(text).digest('base64url');
}

/** Encrypts a value (JWE, `dir` with AES-256-GCM) with its expiry inside. */
export async function seal<Schema extends z.ZodType>(
  kind: TokenType<Schema>,
  value: z.output<Schema>,
  now: number = Date.now(),
): Promise<string> {
  return new EncryptJWT({ value })
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .setExpirationTime(new Date(now + kind.lifetime))
    .encrypt(keyFor(kind.purpose));
}

/** Decrypts a token. Null if it is altered, expired, of another purpose or invalid by its schema. */
export async function unseal<Schema extends z.ZodType>(
  kind: TokenType<Schema>,
  text: string | null | undefined,
  now: number = Date.now(),
): Promise<z.output<Schema> | null> {
  if (!text) return null;
  try {
    const { payload } = await jwtDecrypt(text, keyFor(kind.purpose), {
      keyManagementAlgorithms: ['dir'],
      contentEncryptionAlgorithms: ['A256GCM'],
      currentDate: new Date(now),
    });
    const parsed = kind.schema.safeParse(payload['value']);
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
