import { failure, success, type Result } from '../result';

declare const phoneNumberBrand: unique symbol;
declare const mobileNumberBrand: unique symbol;

/** A Malaysian phone number, mobile or landline: digits that begin with `60`. */
export type PhoneNumber = string & { readonly [phoneNumberBrand]: 'phone number' };
/** A Malaysian mobile number: digits that begin with `601`. */
export type MobileNumber = PhoneNumber & { readonly [mobileNumberBrand]: 'mobile number' };

/** The maximum length of input, with prefix and separators. */
export const phoneNumberMaxLength = 20;
/** The maximum length of input, with a leading + and spaces. */
export const mobileNumberMaxLength = 18;

/** Nine digits after 60, or ten for the prefixes 11 and 15. Malaysian numbering plan; specification, section 5. */
const mobilePattern = /^601(?:[02-46-9]\d{7}|[15]\d{8})$/;
/** Area code 3 with eight digits, 8x with six, others with seven; subscriber numbers do not begin with 0 or 1. */
const landlinePattern = /^60(?:3[2-9]\d{7}|[4-79][2-9]\d{6}|8[2-9]\d{6})$/;

function isPhoneNumber(text: string): text is PhoneNumber {
  return mobilePattern.test(text) || landlinePattern.test(text);
}

export function isMobileNumber(text: string): text is MobileNumber {
  return mobilePattern.test(text);
}

const separators = /[\s().\p{Pd}]/gu;

/**
 * Parses a contact phone number with the prefix +60, 60 or 0, or without a prefix, as pages show it. Spaces, dashes, dots and parentheses are
 * ignored. Specification, section 5: Phone.
 */
export function parsePhoneNumber(text: string): Result<PhoneNumber, 'malformed'> {
  const compact = text.replace(separators, '');
  const national = /^(?:\+60|0)(.*)$/.exec(compact)?.[1];
  const candidates = national === undefined ? [compact, `60${compact}`] : [`60${national}`];
  const number = candidates.find(isPhoneNumber);
  return number === undefined ? failure('malformed') : success(number);
}

/**
 * Parses the mobile number for carrier billing, in every form that `parsePhoneNumber` accepts, to `601XXXXXXXXX`. The number does not identify the
 * carrier, since numbers can be ported. Specification, sections 5 and 9.
 */
export function parseMobileNumber(text: string): Result<MobileNumber, 'malformed'> {
  const parsed = parsePhoneNumber(text);
  return parsed.ok && isMobileNumber(parsed.value) ? success(parsed.value) : failure('malformed');
}

/** Formats a phone number for pages: without the prefix +60, 60 or 0. Specification, section 5. */
export function displayPhoneNumber(text: string): string {
  return text.replace(/^(?:\+?60|0)/, '');
}

/** Formats a mobile number (`601…`) in full, so that its owner recognises it: `+60 12-345 6789`. */
export function formatMobileNumber(number: string): string {
  return number.replace(/^60(\d{2})(\d{3,4})(\d{4})$/, '+60 $1-$2 $3');
}
