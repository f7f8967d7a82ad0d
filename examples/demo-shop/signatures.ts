import { createHmac, timingSafeEqual } from 'node:crypto';

/** The signatures of docs/partners.md, from the partner's side: nothing here is shared with the site. */

export interface ShopKey {
  readonly keyId: string;
  readonly secret: string;
}

const oldestMs = 5 * 60 * 1000;

function hmac(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('hex');
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Headers for a call to the payment backend. `target` is path and query as sent; `body` is empty for a GET. */
export function signCall(key: ShopKey, method: string, target: string, body: string): Record<string, string> {
  const timestamp = new Date().toISOString();
  const nonce = crypto.randomUUID();
  const signature = hmac(key.secret, [`${method} ${target}`, timestamp, nonce, body].join('\n'));
  return { 'x-key-id': key.keyId, 'x-timestamp': timestamp, 'x-nonce': nonce, 'x-signature': signature };
}

function secretOf(keys: readonly ShopKey[], keyId: unknown): string | undefined {
  return keys.find((key) => key.keyId === keyId)?.secret;
}

/** Returns whether a webhook has a valid and recent signature of the payment backend. `body` is the raw body, before any parsing. */
export function isWebhook(
  keys: readonly ShopKey[],
  headers: Readonly<Record<string, string | string[] | undefined>>,
  body: string,
): boolean {
  const { 'x-timestamp': timestamp, 'x-nonce': nonce, 'x-signature': signature } = headers;
  const secret = secretOf(keys, headers['x-key-id']);
  if (secret === undefined || typeof timestamp !== 'string' || typeof signature !== 'string') return false;
  if (!(Math.abs(Date.now() - Date.parse(timestamp)) < oldestMs)) return false;
  return isSame(signature, hmac(secret, ['webhook', timestamp, nonce, body].join('\n')));
}

/** Returns whether the fields of a return to merchant, which come through the payer's browser, have a valid signature of the payment backend. */
export function isMerchantReturn(keys: readonly ShopKey[], fields: Readonly<Record<string, string>>): boolean {
  const { signature = '', ...covered } = fields;
  const secret = secretOf(keys, covered['keyId']);
  if (secret === undefined) return false;
  const text = Object.keys(covered)
    .sort()
    .map((name) => `${encodeURIComponent(name)}=${encodeURIComponent(covered[name] ?? '')}`)
    .join('&');
  return isSame(signature, hmac(secret, `result\n${text}`));
}
