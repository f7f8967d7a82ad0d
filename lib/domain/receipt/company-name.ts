import { containsCardNumber } from '../card/detect-card-number';
import { isDisplayText } from '../display-text';
import { failure, success, type Result } from '../result';
import { companyNameMaxLength } from './company-name-length';

/**
 * Parses the name of a company as typed: on one line, with a letter, at most `companyNameMaxLength` long. A card number never belongs into it
 * (security, row 39).
 */
export function parseCompanyName(text: string): Result<string, 'malformed'> {
  if (text.length > companyNameMaxLength) return failure('malformed');
  const name = text.trim();
  return isCompanyName(name) ? success(name) : failure('malformed');
}

/** Whether a text is the name of a company as it is stored. */
export function isCompanyName(text: string): boolean {
  if (text.length > companyNameMaxLength || text !== text.trim()) return false;
  return /\p{L}/u.test(text) && isDisplayText(text) && !containsCardNumber(text);
}
