import isLuhnValid from 'card-validator/dist/luhn-10.js';

/** Card numbers have 13 to 19 digits. ISO/IEC 7812-1. */
const fewestDigits = 13;
const mostDigits = 19;

/**
 * Tells whether a text carries a card number: 13 to 19 digits, with or without blanks, dots or dashes between them, that pass the Luhn
 * check. Such a text is refused in every field but the card's own, and is never kept or logged. Security, rows 31 and 39.
 */
export function looksLikeCardNumber(text: string): boolean {
  const runs = text.normalize('NFKC').match(/\d(?:[\s._\p{Pd}]*\d){12,}/gu) ?? [];
  return runs.some((run) => holdsCardNumber(run.replace(/\D/g, '')));
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
