import { createPublicKey, verify, type KeyObject } from 'node:crypto';

/** The longest accepted signature in base64: that of a key of 8192 bits has 1368 characters. */
const longestSignature = 1400;

/**
 * Whether a callback's body was signed by the key: `X-Signature` is base64 of RSA PKCS#1 v1.5 over the SHA-256 of the body as it was sent.
 * CHIP Collect, Authentication.
 */
export function isSignedBy(key: KeyObject, body: string, signature: string): boolean {
  if (signature.length > longestSignature || !/^[A-Za-z0-9+/]+={0,2}$/.test(signature)) return false;
  return verify('sha256', Buffer.from(body), key, Buffer.from(signature, 'base64'));
}

/** Reads an RSA public key, PEM; null for anything else. */
export function readPublicKey(pem: string): KeyObject | null {
  try {
    const key = createPublicKey(pem);
    return key.asymmetricKeyType === 'rsa' ? key : null;
  } catch {
    return null;
  }
}
