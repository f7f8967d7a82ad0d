import { failure, success, type Result } from './result';

declare const senBrand: unique symbol;

/** An amount of Malaysian money: a whole number of sen. 12345 is RM123.45; a credit balance is negative. */
export type Sen = number & { readonly [senBrand]: 'sen' };

/** The largest supported amount, RM999,999,999.99: far above every limit, and far below a loss of precision. */
const maxSen = 99_999_999_999;

function isSen(value: number): value is Sen {
  return Number.isSafeInteger(value) && Math.abs(value) <= maxSen;
}

/** Takes a whole number of sen. Throws a RangeError for fractions, NaN and amounts beyond RM999,999,999.99: those are bugs. */
export function sen(value: number): Sen {
  if (!isSen(value)) throw new RangeError(`not a whole number of sen: ${value}`);
  return value === 0 ? zeroSen : value;
}

/** Whether an amount in ringgit (a number such as 500) is a whole number of sen. */
export function isWholeSen(ringgit: number): boolean {
  return Math.abs(ringgit * 100 - Math.round(ringgit * 100)) < 1e-6;
}

/** Converts ringgit of the configuration (a number such as 500) to sen. Throws a RangeError for a fraction of a sen. */
export function senFromRinggit(ringgit: number): Sen {
  if (!isWholeSen(ringgit)) throw new RangeError(`not a whole number of sen: RM${ringgit}`);
  return sen(Math.round(ringgit * 100));
}

/** Returns the sum of amounts; 0 for none. Throws a RangeError if the sum is out of range. */
export function addSen(...amounts: readonly Sen[]): Sen {
  return sen(amounts.reduce((total: number, amount) => total + amount, 0));
}

/** Subtracts `amount` from `from`. Throws a RangeError if the difference is out of range. */
export function subtractSen(from: Sen, amount: Sen): Sen {
  return sen(from - amount);
}

/**
 * Parses an amount of ringgit as typed: ASCII digits, optional grouping commas in the right places, at most two decimals; surrounding
 * spaces are trimmed. Signs, exponents, other scripts' digits and a third decimal are 'malformed'.
 */
export function parseRinggit(text: string): Result<Sen, 'malformed'> {
  const match = /^([1-9]\d{0,2}(?:,\d{3})+|\d{1,12})(?:\.(\d{1,2}))?$/.exec(text.trim());
  if (!match) return failure('malformed');
  const [, whole = '', decimals = ''] = match;
  const value = Number(whole.replaceAll(',', '')) * 100 + Number(decimals.padEnd(2, '0'));
  return isSen(value) ? success(value) : failure('malformed');
}

/** Two decimals, and a comma before every third digit of the whole. Not `Intl.NumberFormat`: creating one takes a phone 80 ms. */
function formatDecimals(amount: number): string {
  return (amount / 100).toFixed(2).replaceAll(/\B(?=(?:\d{3}){1,2}\.)/g, ',');
}

/** Formats an amount for pages: `RM1,234.50`; a credit as `-RM20.00`. It is the same in every language. */
export function formatRinggit(amount: Sen): string {
  return `${amount < 0 ? '-' : ''}RM${formatDecimals(Math.abs(amount))}`;
}

/** Formats an amount without RM, for messages that contain it: `200` when whole, `1,500.50` otherwise. */
export function formatLimitFigure(amount: Sen): string {
  return formatDecimals(amount).replace('.00', '');
}

/** Formats an amount in ringgit with two decimals and without grouping, as in gateways' messages: `1234.50`. */
export function formatPlainRinggit(amount: Sen): string {
  return (amount / 100).toFixed(2);
}

const zero = 0;
if (!isSen(zero)) throw new RangeError('zero is an amount');
export const zeroSen: Sen = zero;
