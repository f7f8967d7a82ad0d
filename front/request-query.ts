/**
 * The maximum number of parameters of an address: a gateway that returns a payer by GET sends some thirty. Next's middleware takes quadratic time
 * in their number.
 */
export const parameterLimit = 100;

/**
 * Prefixes of Next's own parameters. Its middleware reads `nxtPrefid` as `refid`, and its pages do not (`normalizeNextQueryParam` in
 * `server/web/utils`): the policy and the rate limit of a page would be those of another one.
 */
const internalName = /^nxt[PI]/;

/** What is wrong with the query of a request target; null if nothing is. The target must not be longer than its limit. */
export function findQueryError(target: string): 'too-many-parameters' | 'internal-parameter' | null {
  const start = target.indexOf('?');
  if (start < 0) return null;
  const query = target.slice(start + 1);
  if (query.split('&').length > parameterLimit) return 'too-many-parameters';
  // Decoded, as Next reads them.
  const names = [...new URLSearchParams(query).keys()];
  return names.some((name) => internalName.test(name)) ? 'internal-parameter' : null;
}
