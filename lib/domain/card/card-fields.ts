import type { CardBrand } from './card-brands';
import { containsCardNumber } from './detect-card-number';
import { cardNameMaxLength } from './card-lengths';
import { toMalaysiaDay } from '../malaysia-time';
import { failure, success, type Result } from '../result';

export { cardBrands, type CardBrand } from './card-brands';
export { cardCvvMaxLength, cardExpiryMaxLength, cardNameMaxLength, cardNumberMaxLength } from './card-lengths';
export {
  getCardBrand,
  groupCardNumber,
  parseCardNumber,
  parseInstalmentCardNumber,
  type CardNumber,
} from './card-number';

/** Cards are issued for a few years; an expiry further in the future (years) is a typing error. */
const maxExpiryYears = 20;

/** A card is valid until the end of this month. */
export interface CardExpiry {
  /** 1 to 12. */
  readonly month: number;
  /** Four digits. */
  readonly year: number;
}

/**
 * Parses an expiry `MM/YY`, also without the slash, with spaces around it or with a four-digit year. An invalid month, or one that has
 * passed in Malaysia, is 'malformed'; the current month is valid. `now` is an ISO 8601 instant. Specification, section 5.
 */
export function parseCardExpiry(text: string, now: string): Result<CardExpiry, 'malformed'> {
  const match =
    /^(0?[1-9]|1[0-2])(?:\s*[/-]\s*|\s+)(\d{2}|20\d{2})$/.exec(text.trim()) ??
    /^(0[1-9]|1[0-2])(\d{2})$/.exec(text.trim());
  if (match === null) return failure('malformed');
  const month = Number(match[1]);
  const year = 2000 + (Number(match[2]) % 100);
  const monthsAhead = year * 12 + month - toMonthNumber(now);
  return monthsAhead < 0 || monthsAhead > maxExpiryYears * 12 ? failure('malformed') : success({ month, year });
}

function toMonthNumber(now: string): number {
  const day = toMalaysiaDay(now);
  return Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
}

/** Formats an expiry as on cards: `05/29`. */
export function formatCardExpiry({ month, year }: CardExpiry): string {
  return `${String(month).padStart(2, '0')}/${String(year % 100).padStart(2, '0')}`;
}

/** The lengths of a brand's CVV: four digits for Amex, three for the others; either without a brand. */
export function getCvvLengths(brand: CardBrand | null): readonly number[] {
  if (brand === null) return [3, 4];
  return brand === 'amex' ? [4] : [3];
}

/** Parses a CVV: ASCII digits, as many as the brand uses. Specification, section 5: CVV. */
export function parseCardCvv(text: string, brand: CardBrand | null): Result<string, 'malformed'> {
  const cvv = text.trim();
  return /^[0-9]+$/.test(cvv) && getCvvLengths(brand).includes(cvv.length) ? success(cvv) : failure('malformed');
}

/**
 * Parses the name on a card: printable letters, marks, digits and punctuation, at least one letter; repeated spaces are collapsed. A card
 * number is refused, so that it is never stored as a name. Specification, section 5: Name; security, row 39.
 */
export function parseCardName(text: string): Result<string, 'malformed'> {
  const name = text.trim().replace(/ +/g, ' ');
  if (name.length > cardNameMaxLength || containsCardNumber(name)) return failure('malformed');
  const isPrintable = /^[\p{L}\p{M}\p{N}\p{P} ]*$/u.test(name);
  return isPrintable && /\p{L}/u.test(name) ? success(name) : failure('malformed');
}
