import { failure, success, type Result } from '../result';

declare const accountNumberBrand: unique symbol;

/** The number of a customer's account: ten ASCII digits. */
export type AccountNumber = string & { readonly [accountNumberBrand]: 'account number' };

/** Digits of an account number. Specification, section 9. */
export const accountNumberDigits = 10;
/** Room for blanks and dashes between the digits, in an input. */
export const accountNumberMaxLength = 24;

/** Returns whether a text is an account number as it is stored and sent: ten digits and nothing else. */
export function isAccountNumber(text: string): text is AccountNumber {
  return /^[0-9]{10}$/.test(text);
}

/**
 * Reads an account number as a payer types or pastes it: blanks and dashes are taken out; what is then not ten ASCII digits is
 * 'malformed'. Whether the account exists is for the backend to say.
 */
export function parseAccountNumber(text: string): Result<AccountNumber, 'malformed'> {
  const digits = text.replace(/[\s\p{Pd}]/gu, '');
  return isAccountNumber(digits) ? success(digits) : failure('malformed');
}
