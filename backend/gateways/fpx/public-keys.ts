import { createPublicKey, X509Certificate, type KeyObject } from 'node:crypto';
import { verifyChecksum } from './checksum';

/** A public key of FPX; `expiresAt` is its certificate's notAfter (X.509), ms since 1970, and null for a bare key. */
export interface FpxPublicKey {
  readonly key: KeyObject;
  readonly expiresAt: number | null;
}

const pemBlock = /-----BEGIN ([A-Z0-9 ]+)-----[\s\S]+?-----END \1-----/g;

const keyLabels: ReadonlySet<string> = new Set(['PUBLIC KEY', 'RSA PUBLIC KEY']);

function readKey(block: string, label: string): FpxPublicKey {
  if (label === 'CERTIFICATE') {
    const certificate = new X509Certificate(block);
    return { key: certificate.publicKey, expiresAt: Date.parse(certificate.validTo) };
  }
  if (!keyLabels.has(label)) throw new RangeError('FPX_PUBLIC_KEY holds something other than keys and certificates');
  return { key: createPublicKey(block), expiresAt: null };
}

/**
 * Reads FPX's public keys and certificates, PEM, one after the other: during a rollover there are two. Throws a RangeError if there is none,
 * and an error of OpenSSL for one that cannot be opened.
 */
export function readFpxPublicKeys(pem: string): readonly FpxPublicKey[] {
  const keys = [...pem.matchAll(pemBlock)].map(([block, label = '']) => readKey(block, label));
  if (keys.length === 0) throw new RangeError('FPX_PUBLIC_KEY holds no complete key or certificate');
  return keys;
}

/** Whether a key can be trusted at a time, ms since 1970. A certificate is valid through its notAfter (RFC 5280, 4.1.2.5). */
export function isUnexpired({ expiresAt }: FpxPublicKey, now: number): boolean {
  return expiresAt === null || now <= expiresAt;
}

/** Whether a checksum signs a source. */
export type FpxVerifier = (source: string, checksum: string) => boolean;

/** Creates the check of FPX's signatures: by any of its keys that has not expired. Throws as `readFpxPublicKeys` does. */
export function createFpxVerifier(pem: string, now: () => number): FpxVerifier {
  const keys = readFpxPublicKeys(pem);
  return (source, checksum) => {
    const at = now();
    return keys.some((candidate) => isUnexpired(candidate, at) && verifyChecksum(source, checksum, candidate.key));
  };
}
