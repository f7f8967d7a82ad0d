import { createHmac, timingSafeEqual } from 'node:crypto';

/** Whether a callback's body, as it was sent, has this signature: HMAC-SHA256 in lower-case hex. */
export function isSigned(key: string, body: string, signature: string): boolean {
  const expected = Buffer.from(createHmac('sha256', key).update(body, 'utf8').digest('hex'));
  const given = Buffer.from(signature);
  return expected.length === given.length && timingSafeEqual(expected, given);
}
