import { failure, success, type Result } from '../result';

declare const oneTimeCodeBrand: unique symbol;

/** A code from a text message, TAC or one-time PIN: six ASCII digits. */
export type OneTimeCode = string & { readonly [oneTimeCodeBrand]: 'one-time code' };

/** The length of a TAC and of a one-time PIN. Specification, section 9. */
export const oneTimeCodeDigits = 6;
/** The maximum length of input, with separators. */
export const oneTimeCodeMaxLength = 12;

function isOneTimeCode(text: string): text is OneTimeCode {
  return /^[0-9]{6}$/.test(text);
}

/** Parses a code as typed or pasted: spaces and dashes are ignored. */
export function parseOneTimeCode(text: string): Result<OneTimeCode, 'malformed'> {
  const code = text.replace(/[\s\p{Pd}]/gu, '');
  return isOneTimeCode(code) ? success(code) : failure('malformed');
}
