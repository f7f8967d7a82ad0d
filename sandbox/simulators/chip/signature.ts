import { createPublicKey, sign, verify } from 'node:crypto';

/** Returns the `X-Signature` of a callback: base64 of RSA PKCS#1 v1.5 over the SHA-256 of the body. CHIP Collect, Authentication. */
export function signBody(body: string, privateKey: string): string {
  return sign('sha256', Buffer.from(body), privateKey).toString('base64');
}

/** Whether a body was signed by the key; PEM. */
export function isSignedBy(publicKey: string, body: string, signature: string): boolean {
  return verify('sha256', Buffer.from(body), publicKey, Buffer.from(signature, 'base64'));
}

/** Returns the public key of a private one, PEM. */
export function publicKeyOf(privateKey: string): string {
  return createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString();
}
