import isLuhnValid from 'card-validator/dist/luhn-10.js';

/** ISO/IEC 7812-1. */
const minDigits = 13;
const maxDigits = 19;
/** The usual lengths of card numbers; further digits before or after may be a month or a CVV. */
const commonLengths = [13, 14, 15, 16];

/** The maximum length of a text that is searched: twice the largest form. A longer one is refused without a search. */
const maxTextLength = 64 * 1024;

/**
 * The prefixes of card numbers by length: 13 digits only Visa, 14 Diners Club, 15 American Express and JCB, more digits all schemes. No
 * prefix matches the 20 of a year or the 1 of milliseconds since 1970, so times are not mistaken for cards.
 */
const issuedNumber =
  /^(?:4\d{12}|3(?:0[0-59]|[689]\d)\d{11}|(?:3[47]\d\d|1800|2131)\d{11}|(?:2[2-7]|[3-689]\d)\d{14,17})$/;

function isCardNumber(digits: string): boolean {
  return issuedNumber.test(digits) && isLuhnValid(digits);
}

/** Decodes percent-encoded bytes (RFC 3986, section 2.1). Bytes that are neither UTF-8 nor ASCII stay encoded. */
function decodePercent(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (bytes) => {
    try {
      return decodeURIComponent(bytes);
    } catch {
      return bytes.replace(/%([0-7][0-9a-f])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
    }
  });
}

/** Returns the ASCII form of a decimal digit. In Unicode the digits of a script are consecutive, from zero to nine. */
function toAsciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let before = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before += 1;
  return String(before % 10);
}

/**
 * Converts the digits of all scripts to ASCII, one at a time, since Unicode normalisation of a whole text is not linear. Removes invisible
 * characters.
 */
function normaliseDigits(text: string): string {
  const visible = text.replace(/\p{Cf}/gu, '');
  return visible.replace(/(?!\d)\p{N}/gu, (number) => number.normalize('NFKC').replace(/\p{Nd}/gu, toAsciiDigit));
}

/**
 * Digits separated only by spaces, dots and dashes. A sequence longer than any card number nearly always contains a number that passes the
 * check.
 */
function isWithin(digits: string): boolean {
  if (digits.length > maxDigits) return true;
  if (digits.length <= Math.max(...commonLengths)) return isCardNumber(digits);
  const parts = commonLengths.flatMap((length) => [digits.slice(0, length), digits.slice(-length)]);
  return [digits, ...parts].some(isCardNumber);
}

/** The sums of the Luhn check up to each digit, where the digits at even (0) or odd (1) places count twice. */
function sumDigits(digits: string, doubled: 0 | 1): readonly number[] {
  const sums = [0];
  for (let place = 0; place < digits.length; place += 1) {
    const digit = Number(digits[place]) * (place % 2 === doubled ? 2 : 1);
    sums.push((sums[place] ?? 0) + (digit > 9 ? digit - 9 : digit));
  }
  return sums;
}

/**
 * Returns whether `length` digits from `start` on contain a card number, as `isWithin` does. A text of 32 kB can ask for half a million numbers, and
 * with the sums each takes the time of a subtraction. Security, row 49.
 */
function searchDigits(digits: string): (start: number, length: number) => boolean {
  const [even, odd] = [sumDigits(digits, 0), sumDigits(digits, 1)];
  const isCard = (start: number, length: number) => {
    if (digits[start] === '0') return false;
    const end = start + length;
    // The last digit counts once, the one before it twice.
    const sums = end % 2 === 0 ? even : odd;
    return ((sums[end] ?? 0) - (sums[start] ?? 0)) % 10 === 0 && issuedNumber.test(digits.slice(start, end));
  };
  return (start, length) =>
    isCard(start, length) ||
    (length > Math.max(...commonLengths) &&
      commonLengths.some((common) => isCard(start, common) || isCard(start + length - common, common)));
}

/**
 * Digits separated by anything but letters: adjacent groups that form a card number. Either all separators are equal, or all groups but the
 * last have the same length of at least three digits; other lists of numbers are amounts, addresses and times.
 */
function isAmong(text: string): boolean {
  const groups = text.match(/\d+/g) ?? [];
  const separators = text.split(/\d+/).slice(1, -1);
  const hasCardNumber = searchDigits(groups.join(''));
  let start = 0;
  return groups.some((group, first) => {
    const from = start;
    start += group.length;
    let { length } = group;
    let hasOneSeparator = true;
    let hasOneLength = group.length > 2;
    for (let next = first + 1; next < groups.length && length <= maxDigits; next += 1) {
      hasOneSeparator &&= separators[next - 1] === separators[first];
      hasOneLength &&= groups[next - 1]?.length === group.length;
      if (!hasOneSeparator && !hasOneLength) return false;
      length += groups[next]?.length ?? 0;
      if (length >= minDigits && length <= maxDigits && hasCardNumber(from, length)) return true;
    }
    return false;
  });
}

/** The groups in which card numbers are printed, separated by the same few characters, also letters. */
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
 * Returns whether a text contains a card number: 13 to 19 digits of any script that begin like a card and pass the Luhn check, whatever is
 * between them, also with a few adjacent digits; or more digits than any card has. Percent-encoding is decoded, also if it was applied
 * twice. Runs in time linear in the length of the text. Guards every field except the card's own, URLs and logs: such a text is refused,
 * and never stored or logged. Security, rows 31 and 39.
 */
export function containsCardNumber(text: string): boolean {
  if (text.length < minDigits) return false;
  if (text.length > maxTextLength) return true;
  const decoded = decodePercent(text);
  return [...new Set([text, decoded, decodePercent(decoded)])].some(isIn);
}

/** Replaces a card number in logs. */
export const scrubbed = '[card number]';

/** Returns the text, or `scrubbed` if it contains a card number. Security, row 31. */
export function scrubCardNumber(text: string): string {
  return containsCardNumber(text) ? scrubbed : text;
}
