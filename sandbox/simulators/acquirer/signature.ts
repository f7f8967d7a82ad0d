import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/*
 * The simulator's own implementation of the acquirer's protocol, written from its README and sharing no code with the gateway.
 */

export interface MerchantKey {
  readonly keyId: string;
  readonly secret: string;
}

const tolerance = 300;

function mac(secret: string, text: string): Buffer {
  return createHmac('sha256', secret).update(text).digest();
}

function digest(body: string): string {
  return createHash('sha256').update(body).digest('hex');
}

/** Returns the request's MAC in hex when it is valid and recent by the real clock, null otherwise. */
export function checkRequest(key: MerchantKey, header: string, path: string, body: string): string | null {
  const parts = new Map(header.split(',').map((part) => [part.split('=')[0] ?? '', part.split('=')[1] ?? '']));
  const timestamp = parts.get('timestamp') ?? '';
  const given = parts.get('mac') ?? '';
  if (parts.get('keyId') !== key.keyId || !/^\d{1,12}$/.test(timestamp) || !/^[0-9a-f]{64}$/.test(given)) return null;
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > tolerance) return null;
  const expected = mac(key.secret, `request\nPOST\n${path}\n${timestamp}\n${digest(body)}`);
  return timingSafeEqual(expected, Buffer.from(given, 'hex')) ? given : null;
}

/** Returns an answer's `x-signature`. */
export function signAnswer(key: MerchantKey, path: string, requestMac: string, body: string): string {
  const timestamp = Math.floor(Date.now() / 1000);
  const signed = mac(key.secret, `answer\n${path}\n${requestMac}\n${timestamp}\n${digest(body)}`).toString('hex');
  return `keyId=${key.keyId},timestamp=${timestamp},mac=${signed}`;
}

/** Returns a report with its `signature`. */
export function signReportFields(key: MerchantKey, fields: Readonly<Record<string, string>>): Record<string, string> {
  const names = Object.keys(fields).sort();
  const text = names.map((name) => `${encodeURIComponent(name)}=${encodeURIComponent(fields[name] ?? '')}`).join('&');
  return { ...fields, signature: mac(key.secret, `report\n${text}`).toString('hex') };
}
