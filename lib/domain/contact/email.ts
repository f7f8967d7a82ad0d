import { containsCardNumber } from '../card/detect-card-number';
import { emailMaxLength } from '../forms/input-formats';
import { failure, success, type Result } from '../result';

declare const emailBrand: unique symbol;

/** One e-mail address that is safe to write into a message's header. */
export type EmailAddress = string & { readonly [emailBrand]: 'e-mail address' };

/** Stricter than RFC 5322, like the contract's addresses: what is excluded is hardly ever a real address, but often an attack. */
const localAtom = /^[a-z0-9_+'-]+$/i;
const domainLabel = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;
const topDomain = /^[a-z]{2,63}$/i;

export function isEmailAddress(text: string): text is EmailAddress {
  if (text.length > emailMaxLength) return false;
  const [local = '', domain = '', ...more] = text.split('@');
  if (more.length > 0 || local.length > 64 || local.endsWith("'")) return false;
  if (!local.split('.').every((atom) => localAtom.test(atom))) return false;
  const labels = domain.split('.');
  return labels.length > 1 && labels.every((label) => domainLabel.test(label)) && topDomain.test(labels.at(-1) ?? '');
}

/** The maximum length of input, with spaces around the address. */
const maxTypedLength = 4 * emailMaxLength;

/**
 * Parses one address: surrounding spaces are trimmed; line breaks, commas, quotes, display names, several addresses and addresses that
 * contain a card number are refused. Specification, section 5; security, rows 21 and 39.
 */
export function parseEmail(text: string): Result<EmailAddress, 'malformed'> {
  if (text.length > maxTypedLength || /\p{Cc}/u.test(text)) return failure('malformed');
  const address = text.trim();
  return isEmailAddress(address) && !containsCardNumber(address) ? success(address) : failure('malformed');
}
