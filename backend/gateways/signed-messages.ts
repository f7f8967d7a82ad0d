import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** A secret shared with a gateway, and its key id. */
export interface SharedKey {
  readonly keyId: string;
  readonly secret: string;
}

/** The fields of a return or callback. */
export type ReportFields = Readonly<Record<string, string>>;

/** The maximum clock skew of a message's timestamp, seconds (acquirer/README.md, Signatures). */
const maxClockSkewSeconds = 300;

function computeMac(key: SharedKey, lines: readonly string[]): string {
  return createHmac('sha256', key.secret).update(lines.join('\n'), 'utf8').digest('hex');
}

function hashBody(body: string): string {
  return createHash('sha256').update(body, 'utf8').digest('hex');
}

function isSameMac(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}

export interface SignedRequest {
  readonly header: string;
  readonly mac: string;
}

/** Signs a request at `nowMs` (real time); its `mac` is needed to verify the response. */
export function signRequest(key: SharedKey, path: string, body: string, nowMs: number): SignedRequest {
  const timestamp = String(Math.floor(nowMs / 1000));
  const mac = computeMac(key, ['request', 'POST', path, timestamp, hashBody(body)]);
  return { header: `keyId=${key.keyId},timestamp=${timestamp},mac=${mac}`, mac };
}

/** Whether a response is the gateway's, for the request with that MAC, and recent. */
export function verifyResponse(
  key: SharedKey,
  answer: {
    readonly header: string;
    readonly path: string;
    readonly requestMac: string;
    readonly body: string;
    readonly nowMs: number;
  },
): boolean {
  const match = /^keyId=([\w-]{1,64}),timestamp=(\d{1,12}),mac=([0-9a-f]{64})$/.exec(answer.header);
  if (!match) return false;
  const [, keyId = '', timestamp = '', mac = ''] = match;
  if (keyId !== key.keyId) return false;
  if (Math.abs(answer.nowMs / 1000 - Number(timestamp)) > maxClockSkewSeconds) return false;
  const lines = ['answer', answer.path, answer.requestMac, timestamp, hashBody(answer.body)];
  return isSameMac(computeMac(key, lines), mac);
}

/** Signs all fields of a return or callback except `signature`. */
export function signReport(key: SharedKey, fields: ReportFields): string {
  const text = Object.entries(fields)
    .filter(([name]) => name !== 'signature')
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .sort()
    .join('&');
  return computeMac(key, ['report', text]);
}

/** A surrogate without its other half cannot be percent-encoded. */
const loneSurrogate = /\p{Surrogate}/u;

/** Whether the field `signature` is the gateway's signature of the other fields. */
export function verifyReport(key: SharedKey, fields: ReportFields): boolean {
  if (
    Object.entries(fields)
      .flat()
      .some((text) => loneSurrogate.test(text))
  )
    return false;
  return fields.keyId === key.keyId && isSameMac(signReport(key, fields), fields.signature ?? '');
}
