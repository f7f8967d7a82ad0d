import { createHmac, timingSafeEqual } from 'node:crypto';

type Fields = Readonly<Record<string, string>>;

/** Joins the elements of the X Signature. No value may contain it: `a|paidtrue` would be read as two elements. */
export const elementSeparator = '|';

const signatureNames: readonly string[] = ['x_signature', 'billplz[x_signature]'];

/** Sorts as lower case does, by which `_` is before letters: Billplz's documents have `paid_at…` before `paidtrue`. */
function compareElements(one: string, other: string): number {
  const [a, b] = [one.toLowerCase(), other.toLowerCase()];
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/**
 * Computes the X Signature of a message's fields: HMAC-SHA256, in hex, of the sorted elements. An element is a name and its value; the name of a
 * nested field is that of its parent and its own, `billplzpaid` of `billplz[paid]`. Billplz, X Signature.
 */
export function computeXSignature(key: string, fields: Fields): string {
  const elements = Object.entries(fields)
    .filter(([name]) => !signatureNames.includes(name))
    .map(([name, value]) => `${name.replaceAll(/[[\]]/g, '')}${value}`)
    .sort(compareElements);
  return createHmac('sha256', key).update(elements.join(elementSeparator), 'utf8').digest('hex');
}

/** Whether `signature` is the X Signature of the fields, which contain no separator: otherwise it could be that of others, too. */
export function verifyXSignature(key: string, fields: Fields, signature: string): boolean {
  if (Object.entries(fields).some((field) => field.some((text) => text.includes(elementSeparator)))) return false;
  const expected = Buffer.from(computeXSignature(key, fields));
  const given = Buffer.from(signature);
  return expected.length === given.length && timingSafeEqual(expected, given);
}
