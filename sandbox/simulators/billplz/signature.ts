import { createHmac } from 'node:crypto';

/** A message's fields in pairs: `['billplz', 'id']` is the path of `billplz[id]`. */
export type SignedPair = readonly [path: readonly string[], value: string];

/**
 * Billplz, X Signature Calculation: each path and value are joined, the texts are sorted without regard to case, joined by `|` and signed by
 * HMAC-SHA256.
 */
export function signPairs(key: string, pairs: readonly SignedPair[]): string {
  const texts = pairs.map(([path, value]) => [...path, value].join(''));
  const order = texts.map((text) => ({ text, folded: text.toLowerCase() }));
  order.sort((one, other) => (one.folded < other.folded ? -1 : Number(one.folded > other.folded)));
  const source = order.map(({ text }) => text).join('|');
  return createHmac('sha256', key).update(source).digest('hex');
}

/** Adds `x_signature` to the fields of a callback. */
export function signCallback(key: string, fields: Readonly<Record<string, string>>): Record<string, string> {
  const pairs = Object.entries(fields).map(([name, value]): SignedPair => [[name], value]);
  return { ...fields, x_signature: signPairs(key, pairs) };
}

/** Nests the fields of a redirect in `billplz`, and adds the signature. */
export function signRedirect(key: string, fields: Readonly<Record<string, string>>): Record<string, string> {
  const pairs = Object.entries(fields).map(([name, value]): SignedPair => [['billplz', name], value]);
  const nested = Object.fromEntries(Object.entries(fields).map(([name, value]) => [`billplz[${name}]`, value]));
  return { ...nested, 'billplz[x_signature]': signPairs(key, pairs) };
}
