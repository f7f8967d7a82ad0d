import { containsCardNumber } from '@/lib/domain/card/detect-card-number';

/** The maximum length of a URL: our own references and a partner's parameters. */
const maxLength = 2_000;

/**
 * Returns a URL of this site: a path that a browser cannot read as another host (`//evil`, `/\evil`, with blanks or controls in it) or
 * another scheme, and that contains no card number (security, row 39). Null otherwise.
 */
export function parseLocalPath(text: string | undefined): string | null {
  if (text === undefined || text.length > maxLength || !/^\/(?![/\\])[\x21-\x7e]*$/.test(text)) return null;
  if (containsCardNumber(text)) return null;
  const anySite = 'http://site.invalid';
  const url = URL.canParse(text, anySite) ? new URL(text, anySite) : null;
  // Resolving dots can leave two leading slashes: `/..//evil` becomes `//evil`.
  return url?.origin === anySite && !url.pathname.startsWith('//') ? url.pathname + url.search : null;
}
