import { createHmac, timingSafeEqual } from 'node:crypto';

/** How far a partner's clock may be off, ms. It is judged by the real clock, which no control moves. */
const maxClockSkewMs = 5 * 60 * 1000;

/**
 * What a message between a partner's server and ours is signed with: headers `x-key-id`, `x-timestamp` (ISO 8601), `x-nonce`,
 * `x-signature`. Both directions sign alike.
 */
export interface MessageSignature {
  readonly keyId: string;
  readonly timestamp: string;
  readonly nonce: string;
  /** HMAC-SHA256 under the key's secret, lower-case hex. */
  readonly signature: string;
}

/** What the signature covers beside time stamp and nonce. */
export interface SignedMessage {
  /** What the message is for, so that none can be used as another: `POST /apg/orders` of a call, with its query; `webhook`; `customer-check`. */
  readonly purpose: string;
  /** As it was sent; empty for a GET. */
  readonly body: string;
}

export function readSignature(headers: Readonly<Record<string, unknown>>): MessageSignature | null {
  const { 'x-key-id': keyId, 'x-timestamp': timestamp, 'x-nonce': nonce, 'x-signature': signature } = headers;
  if (typeof keyId !== 'string' || typeof timestamp !== 'string') return null;
  if (typeof nonce !== 'string' || typeof signature !== 'string') return null;
  const isWellFormed = /^[\w-]{1,64}$/.test(keyId) && /^[\w-]{16,64}$/.test(nonce) && /^[0-9a-f]{64}$/.test(signature);
  return isWellFormed ? { keyId, timestamp, nonce, signature } : null;
}

/** Signs a message: purpose, time stamp, nonce and body, joined by `\n`. */
export function signMessage(
  secret: string,
  { purpose, body }: SignedMessage,
  { timestamp, nonce }: Pick<MessageSignature, 'timestamp' | 'nonce'>,
): string {
  return createHmac('sha256', secret).update([purpose, timestamp, nonce, body].join('\n')).digest('hex');
}

/** Tells whether a signature is the key's and its time stamp fresh; `realNow` is ms since 1970. */
export function verifySignature(secret: string, message: SignedMessage, signed: MessageSignature, realNow: number): boolean {
  const at = Date.parse(signed.timestamp);
  if (Number.isNaN(at) || Math.abs(realNow - at) > maxClockSkewMs) return false;
  return timingSafeEqual(Buffer.from(signMessage(secret, message, signed)), Buffer.from(signed.signature));
}
