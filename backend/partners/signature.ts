import { createHmac, timingSafeEqual } from 'node:crypto';
import { failure, success, type Result } from '@/lib/domain/result';

/** How far a partner's clock may be off, ms. It is judged by the real clock, which no control moves. */
const skewMs = 5 * 60 * 1000;

/** What a partner signs an order with: headers `x-timestamp` (ISO 8601), `x-nonce`, `x-signature`. */
export interface OrderSignature {
  readonly timestamp: string;
  readonly nonce: string;
  /** HMAC-SHA256 under the partner's key, lower-case hex. */
  readonly signature: string;
}

export function readOrderSignature(headers: Readonly<Record<string, unknown>>): OrderSignature | null {
  const { 'x-timestamp': timestamp, 'x-nonce': nonce, 'x-signature': signature } = headers;
  if (typeof timestamp !== 'string' || typeof nonce !== 'string' || typeof signature !== 'string') return null;
  return /^[\w-]{16,64}$/.test(nonce) && /^[0-9a-f]{64}$/.test(signature) ? { timestamp, nonce, signature } : null;
}

/** Signs the raw body of an order: time stamp, nonce and body, joined by `\n`. */
export function signOrder(secret: string, timestamp: string, nonce: string, body: string): string {
  return createHmac('sha256', secret).update(`${timestamp}\n${nonce}\n${body}`).digest('hex');
}

/** Checks an order's signature and the age of its time stamp; `realNow` is ms since 1970. */
export function verifyOrder(
  secret: string,
  signed: OrderSignature,
  body: string,
  realNow: number,
): Result<null, 'unsigned'> {
  const at = Date.parse(signed.timestamp);
  if (Number.isNaN(at) || Math.abs(realNow - at) > skewMs) return failure('unsigned');
  const expected = Buffer.from(signOrder(secret, signed.timestamp, signed.nonce, body));
  return timingSafeEqual(expected, Buffer.from(signed.signature)) ? success(null) : failure('unsigned');
}
