import { createHmac, timingSafeEqual } from 'node:crypto';

/** The maximum skew of a partner's clock, ms, compared with real time, which the sandbox cannot move. */
const maxClockSkewMs = 5 * 60 * 1000;

/**
 * The signature headers of messages between a partner's server and ours, in both directions: `x-key-id`, `x-timestamp` (ISO 8601),
 * `x-nonce`, `x-signature`.
 */
export interface MessageSignature {
  readonly keyId: string;
  readonly timestamp: string;
  readonly nonce: string;
  /** HMAC-SHA256 with the key's secret, lower-case hex. */
  readonly signature: string;
}

/** What the signature covers besides timestamp and nonce. */
export interface SignedMessage {
  /**
   * The purpose prevents the reuse of a signature for another kind of message: `POST /apg/orders` for a call, with its query; `webhook`;
   * `customer-check`.
   */
  readonly purpose: string;
  /** The unparsed body; empty for a GET. */
  readonly body: string;
}

/** ISO 8601 with offset, and nothing around it: the signed text has line breaks between its parts. */
const timestampPattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})$/;

/** Reads the signature headers; null where one is missing or not well-formed. */
export function readSignature(headers: Readonly<Record<string, unknown>>): MessageSignature | null {
  const { 'x-key-id': keyId, 'x-timestamp': timestamp, 'x-nonce': nonce, 'x-signature': signature } = headers;
  if (typeof keyId !== 'string' || typeof timestamp !== 'string') return null;
  if (typeof nonce !== 'string' || typeof signature !== 'string') return null;
  const isWellFormed =
    /^[\w-]{1,64}$/.test(keyId) &&
    timestampPattern.test(timestamp) &&
    /^[\w-]{16,64}$/.test(nonce) &&
    /^[0-9a-f]{64}$/.test(signature);
  return isWellFormed ? { keyId, timestamp, nonce, signature } : null;
}

/** Signs a message: purpose, timestamp, nonce and body, joined by `\n`. */
export function signMessage(
  secret: string,
  { purpose, body }: SignedMessage,
  { timestamp, nonce }: Pick<MessageSignature, 'timestamp' | 'nonce'>,
): string {
  return createHmac('sha256', secret).update([purpose, timestamp, nonce, body].join('\n')).digest('hex');
}

/** Whether a signature is valid and its timestamp recent; `realNow` is ms since 1970. */
export function verifySignature(
  secret: string,
  message: SignedMessage,
  signed: MessageSignature,
  realNow: number,
): boolean {
  const at = Date.parse(signed.timestamp);
  if (Number.isNaN(at) || Math.abs(realNow - at) > maxClockSkewMs) return false;
  return timingSafeEqual(Buffer.from(signMessage(secret, message, signed)), Buffer.from(signed.signature));
}
