import isLuhnValid from 'card-validator/dist/luhn-10.js';
import creditCardType from 'credit-card-type';
import type { CardBrand } from './card-brands';
import { failure, success, type Result } from '../result';

export interface CardNumber {
  /** Digits only. */
  readonly number: string;
  readonly brand: CardBrand;
}

const brandsByType: ReadonlyMap<string, CardBrand> = new Map([
  ['visa', 'visa'],
  ['mastercard', 'mastercard'],
  ['american-express', 'amex'],
]);

function removeSeparators(text: string): string {
  return text.replace(/[\s\p{Pd}]/gu, '');
}

function findScheme(digits: string) {
  for (const scheme of creditCardType(digits)) {
    const brand = brandsByType.get(scheme.type);
    if (brand !== undefined) return { brand, scheme };
  }
  return null;
}

/** Returns the brand of a complete or partial card number; null for an unsupported brand and for an empty field. */
export function getCardBrand(text: string): CardBrand | null {
  const digits = removeSeparators(text);
  return /^[0-9]+$/.test(digits) ? (findScheme(digits)?.brand ?? null) : null;
}

/**
 * Parses a card number: spaces and dashes are ignored; anything but a Visa, Mastercard or Amex number of the right length with a valid
 * check digit is 'malformed'. Specification, section 5: Card number.
 */
export function parseCardNumber(text: string): Result<CardNumber, 'malformed'> {
  const number = removeSeparators(text);
  if (!/^[0-9]{13,19}$/.test(number)) return failure('malformed');
  const found = findScheme(number);
  if (found === null || !found.scheme.lengths.includes(number.length) || !isLuhnValid(number))
    return failure('malformed');
  return success({ number, brand: found.brand });
}

/** As `parseCardNumber`, for instalments: Amex is refused. Specification, sections 1 and 5. */
export function parseInstalmentCardNumber(text: string): Result<CardNumber, 'malformed'> {
  const parsed = parseCardNumber(text);
  return parsed.ok && parsed.value.brand === 'amex' ? failure('malformed') : parsed;
}

/** Groups the digits of a complete or partial card number as on cards: 4-4-4-4, Amex 4-6-5. Other characters are dropped. */
export function groupCardNumber(text: string): string {
  const digits = text.replace(/[^0-9]/g, '').slice(0, 19);
  const gaps = (digits === '' ? null : findScheme(digits)?.scheme.gaps) ?? [4, 8, 12];
  const cuts = [0, ...gaps.filter((gap) => gap < digits.length)];
  return cuts.map((cut, index) => digits.slice(cut, cuts[index + 1])).join(' ');
}
