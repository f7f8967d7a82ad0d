import isLuhnValid from 'card-validator/dist/luhn-10.js';

/** Card numbers have 13 to 19 digits. ISO/IEC 7812-1. */
const fewestDigits = 13;
const mostDigits = 19;

/** Digits enough for a card number, with or without what people write between them. */
const longDigits = /\d(?:[\s._\p{Pd}]*\d){12,}/gu;

/**
 * Tells whether a text carries a card number: 13 to 19 digits, with or without blanks, dots or dashes between them, that pass the Luhn
 * check. Such a text is refused in every field but the card's own, and is never kept or logged. Security, rows 31 and 39.
 */
export function looksLikeCardNumber(text: string): boolean {
  const runs = text.normalize('NFKC').match(longDigits) ?? [];
  return runs.some((run) => holdsCardNumber(run.replace(/\D/g, '')));
}

/** What stands in a log in place of a card number. */
export const scrubbed = '[card number]';

/** Gives the text without card numbers: the last guard of a log, behind the rule that nothing a payer typed gets there. Security, row 31. */
export function scrubCardNumbers(text: string): string {
  return text.replace(longDigits, (run) => (holdsCardNumber(run.replace(/\D/g, '')) ? scrubbed : run));
}

function holdsCardNumber(digits: string): boolean {
  if (digits.length <= mostDigits) return isLuhnValid(digits);
  for (let start = 0; start + fewestDigits <= digits.length; start += 1) {
    for (let length = fewestDigits; length <= Math.min(mostDigits, digits.length - start); length += 1) {
      if (isLuhnValid(digits.slice(start, start + length))) return true;
    }
  }
  return false;
}
