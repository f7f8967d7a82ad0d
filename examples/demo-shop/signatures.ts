import { createHmac, timingSafeEqual } from 'node:crypto';

/** The signatures of docs/partners.md, from the partner's side: nothing here is shared with the site. */

export interface ShopKey {
  readonly keyId: string;
  readonly secret: string;
}

/** Request headers as Node has them. */
export type Headers = Readonly<Record<string, string | string[] | undefined>>;

const oldestMs = 5 * 60 * 1000;

function hmac(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('hex');
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** What is signed: four lines. `first` is the method and target of a call, or `webhook`; `body` is the raw body, empty for a GET. */
export function signedText(first: string, timestamp: string, nonce: string, body: string): string {
  return [first, timestamp, nonce, body].join('\n');
}

/** What is signed of a return to merchant: all fields but the signature, sorted by name. */
export function signedTextOfReturn({ signature: _, ...covered }: Readonly<Record<string, string>>): string {
  const pairs = Object.keys(covered)
    .sort()
    .map((name) => `${encodeURIComponent(name)}=${encodeURIComponent(covered[name] ?? '')}`);
  return `result\n${pairs.join('&')}`;
}

/** When a call is made, and its nonce, which is never used again. */
export interface Moment {
  readonly timestamp: string;
  readonly nonce: string;
}

export function createMoment(): Moment {
  return { timestamp: new Date().toISOString(), nonce: crypto.randomUUID() };
}

/** Headers for a call to the payment backend. `target` is path and query as sent; `body` is empty for a GET. */
export function signCall(
  key: ShopKey,
  method: string,
  target: string,
  body: string,
  { timestamp, nonce }: Moment = createMoment(),
): Record<string, string> {
  const signature = hmac(key.secret, signedText(`${method} ${target}`, timestamp, nonce, body));
  return { 'x-key-id': key.keyId, 'x-timestamp': timestamp, 'x-nonce': nonce, 'x-signature': signature };
}

function secretOf(keys: readonly ShopKey[], keyId: unknown): string | undefined {
  return keys.find((key) => key.keyId === keyId)?.secret;
}

/** Returns whether a webhook has a valid and recent signature of the payment backend. `body` is the raw body, before any parsing. */
export function isWebhook(keys: readonly ShopKey[], headers: Headers, body: string): boolean {
  const { 'x-timestamp': timestamp, 'x-nonce': nonce, 'x-signature': signature } = headers;
  const secret = secretOf(keys, headers['x-key-id']);
  if (secret === undefined || typeof timestamp !== 'string' || typeof signature !== 'string') return false;
  if (!(Math.abs(Date.now() - Date.parse(timestamp)) < oldestMs)) return false;
  return isSame(signature, hmac(secret, signedText('webhook', timestamp, String(nonce), body)));
}

/** Returns whether the fields of a return to merchant, which come through the payer's browser, have a valid signature of the payment backend. */
export function isMerchantReturn(keys: readonly ShopKey[], fields: Readonly<Record<string, string>>): boolean {
  const secret = secretOf(keys, fields['keyId']);
  return secret !== undefined && isSame(fields['signature'] ?? '', hmac(secret, signedTextOfReturn(fields)));
}
