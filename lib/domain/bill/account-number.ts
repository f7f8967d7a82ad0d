import { failure, success, type Result } from '../result';

declare const accountNumberBrand: unique symbol;

/** The number of a customer's account: ten ASCII digits. */
export type AccountNumber = string & { readonly [accountNumberBrand]: 'account number' };

/** Digits of an account number. Specification, section 9. */
export const accountNumberDigits = 10;
/** The maximum length of input, with separators. */
export const accountNumberMaxLength = 24;

/** Returns whether a text is an account number in its canonical form: exactly ten digits. */
export function isAccountNumber(text: string): text is AccountNumber {
  return /^[0-9]{10}$/.test(text);
}

/**
 * Parses an account number as typed or pasted. Spaces and dashes are ignored; the rest must be ten ASCII digits, otherwise it is
 * 'malformed'. Only the backend knows whether the account exists.
 */
export function parseAccountNumber(text: string): Result<AccountNumber, 'malformed'> {
  const digits = text.replace(/[\s\p{Pd}]/gu, '');
  return isAccountNumber(digits) ? success(digits) : failure('malformed');
}
