import { containsCardNumber } from '../card/detect-card-number';
import { emailMaxLength } from '../forms/input-formats';
import { failure, success, type Result } from '../result';

declare const emailBrand: unique symbol;

/** One e-mail address that is safe to write into a message's header. */
export type EmailAddress = string & { readonly [emailBrand]: 'e-mail address' };

/** Narrower than RFC 5322 allows, as the contract's addresses are: what is left out is hardly ever an address, but often an attack. */
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

/** Characters that are read, blanks around the address included. */
const maxTypedLength = 4 * emailMaxLength;

/**
 * Reads one address: blanks around it are taken off; line breaks, commas, quotes, names in front, several addresses and addresses
 * that carry a card number are refused. Specification, section 5; security, rows 21 and 39.
 */
export function parseEmail(text: string): Result<EmailAddress, 'malformed'> {
  if (text.length > maxTypedLength || /\p{Cc}/u.test(text)) return failure('malformed');
  const address = text.trim();
  return isEmailAddress(address) && !containsCardNumber(address) ? success(address) : failure('malformed');
}
