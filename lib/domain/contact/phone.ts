import { failure, success, type Result } from '../result';

declare const phoneNumberBrand: unique symbol;
declare const mobileNumberBrand: unique symbol;

/** A Malaysian telephone number, mobile or landline, as `60…` in digits. */
export type PhoneNumber = string & { readonly [phoneNumberBrand]: 'phone number' };
/** A Malaysian mobile number, `601…`. Each is a phone number too. */
export type MobileNumber = PhoneNumber & { readonly [mobileNumberBrand]: 'mobile number' };

/** Room for a prefix and separators, in an input. */
export const phoneNumberMaxLength = 20;
/** Room for a leading + and blanks, in an input. */
export const mobileNumberMaxLength = 18;

/** Mobile numbers have nine digits after 60, those that begin with 11 or 15 have ten. Public numbering plan; specification, section 5. */
const mobilePattern = /^601(?:[02-46-9]\d{7}|[15]\d{8})$/;
/** Landlines: 03 and eight digits, 08x and six, other areas and seven; no subscriber's number begins with 0 or 1. */
const landlinePattern = /^60(?:3[2-9]\d{7}|[4-79][2-9]\d{6}|8[2-9]\d{6})$/;

function isPhoneNumber(text: string): text is PhoneNumber {
  return mobilePattern.test(text) || landlinePattern.test(text);
}

export function isMobileNumber(text: string): text is MobileNumber {
  return mobilePattern.test(text);
}

const separators = /[\s().\p{Pd}]/gu;

/**
 * Reads a phone number for contact: written with +60, 60 or 0 in front, or, as pages show it, with none of them; blanks, dashes,
 * dots and brackets are taken out. Gives it as `60…`. Specification, section 5: Phone.
 */
export function parsePhoneNumber(text: string): Result<PhoneNumber, 'malformed'> {
  const written = text.replace(separators, '');
  const national = /^(?:\+60|0)(.*)$/.exec(written)?.[1];
  const readings = national === undefined ? [written, `60${written}`] : [`60${national}`];
  const number = readings.find(isPhoneNumber);
  return number === undefined ? failure('malformed') : success(number);
}

/**
 * Reads the mobile number that pays by carrier billing. The form is `601XXXXXXXXX`; blanks, dashes and a leading + are forgiven.
 * Whose number it is, the carrier says: numbers are ported. Specification, sections 5 and 9.
 */
export function parseMobileNumber(text: string): Result<MobileNumber, 'malformed'> {
  const number = text.replace(separators, '').replace(/^\+/, '');
  return isMobileNumber(number) ? success(number) : failure('malformed');
}

/** Returns a phone number as pages show it: without a leading +60, 60 or 0. Specification, section 5. */
export function displayPhoneNumber(text: string): string {
  return text.replace(/^(?:\+?60|0)/, '');
}
