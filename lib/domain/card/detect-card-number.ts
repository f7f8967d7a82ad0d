import isLuhnValid from 'card-validator/dist/luhn-10.js';

/** ISO/IEC 7812-1. */
const minDigits = 13;
const maxDigits = 19;
/** Lengths of the numbers of all but a few cards; behind or before more digits may be a month or a CVV. */
const commonLengths = [13, 14, 15, 16];

/** The longest text that is searched, in characters: twice the largest form. A longer one is refused unread. */
const maxTextLength = 64 * 1024;

/**
 * How card numbers begin, by their length: 13 digits only Visa, 14 Diners Club, 15 American Express and JCB, more all schemes. No card begins
 * with the 20 of a year or the 1 of milliseconds since 1970, so that times are not taken for cards.
 */
const issuedNumber =
  /^(?:4\d{12}|3(?:0[0-59]|[689]\d)\d{11}|(?:3[47]\d\d|1800|2131)\d{11}|(?:2[2-7]|[3-689]\d)\d{14,17})$/;

function isCardNumber(digits: string): boolean {
  return issuedNumber.test(digits) && isLuhnValid(digits);
}

/** Returns each escaped byte (RFC 3986, section 2.1) as its character. Bytes that are no UTF-8 stay, but for those of ASCII. */
function decodePercent(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (bytes) => {
    try {
      return decodeURIComponent(bytes);
    } catch {
      return bytes.replace(/%([0-7][0-9a-f])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
    }
  });
}

/** Returns the ASCII form of a decimal digit. Unicode has the digits of a script in a row, from zero to nine. */
function toAsciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let before = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before += 1;
  return String(before % 10);
}

/**
 * Writes the numbers of all scripts in ASCII, one at a time: Unicode normalisation of a whole text is not linear. Invisible characters are
 * left out.
 */
function normaliseDigits(text: string): string {
  const visible = text.replace(/\p{Cf}/gu, '');
  return visible.replace(/(?!\d)\p{N}/gu, (number) => number.normalize('NFKC').replace(/\p{Nd}/gu, toAsciiDigit));
}

/** Digits with nothing but blanks, dots and dashes between them. More of them than any card has nearly always contain a number that passes. */
function isWithin(digits: string): boolean {
  if (digits.length > maxDigits) return true;
  if (digits.length <= Math.max(...commonLengths)) return isCardNumber(digits);
  const parts = commonLengths.flatMap((length) => [digits.slice(0, length), digits.slice(-length)]);
  return [digits, ...parts].some(isCardNumber);
}

/**
 * Digits with anything between them but letters: neighbouring groups that make up a card number. Either the same stands between all of them,
 * or all but the last are of one length, three digits at least; other lists of numbers are amounts, addresses and times.
 */
function isAmong(text: string): boolean {
  const groups = text.match(/\d+/g) ?? [];
  const separators = text.split(/\d+/).slice(1, -1);
  return groups.some((group, first) => {
    let digits = group;
    let hasOneSeparator = true;
    let hasOneLength = group.length > 2;
    for (let next = first + 1; next < groups.length && digits.length <= maxDigits; next += 1) {
      hasOneSeparator &&= separators[next - 1] === separators[first];
      hasOneLength &&= groups[next - 1]?.length === group.length;
      digits += groups[next];
      const isLong = digits.length >= minDigits && digits.length <= maxDigits;
      if (isLong && (hasOneSeparator || hasOneLength) && isWithin(digits)) return true;
    }
    return false;
  });
}

/** The groups that cards are printed in, with the same few characters between them, also letters. */
const printedGroups = /(?:^|\D)\d{4}(\D{1,3})(?:\d{4}\1\d{4}\1\d{4}|\d{6}\1\d{4,5})(?!\d)/g;

function isIn(text: string): boolean {
  const plain = normaliseDigits(text);
  return (
    plain.split(/[^\d\s._\p{Pd}]+/u).some((part) => isWithin(part.replace(/\D/g, ''))) ||
    plain.split(/\p{L}+/u).some(isAmong) ||
    (plain.match(printedGroups) ?? []).some((groups) => isCardNumber(groups.replace(/\D/g, '')))
  );
}

/**
 * Returns whether a text carries a card number: 13 to 19 digits of any script that begin like a card and pass the Luhn check, whatever is
 * between them, alone or with a few digits beside them; or more digits than any card has. Percent-encoding is undone, also where it was
 * applied twice. Takes time linear in the length of the text. The one guard of every field but the card's own, of URLs and of logs: such a
 * text is refused, and never kept or logged. Security, rows 31 and 39.
 */
export function containsCardNumber(text: string): boolean {
  if (text.length < minDigits) return false;
  if (text.length > maxTextLength) return true;
  const decoded = decodePercent(text);
  return [...new Set([text, decoded, decodePercent(decoded)])].some(isIn);
}

/** What stands in a log in place of a card number. */
export const scrubbed = '[card number]';

/** Returns the text, or `scrubbed` in its place where it carries a card number. Security, row 31. */
export function scrubCardNumber(text: string): string {
  return containsCardNumber(text) ? scrubbed : text;
}
