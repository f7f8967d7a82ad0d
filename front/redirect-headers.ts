import type { ServerResponse } from 'node:http';

/**
 * The request headers on which a redirect depends besides its URL: the visit, and the headers with which Next's router requests a part of a
 * page.
 */
const variesBy = [
  'Cookie',
  'RSC',
  'Next-Router-State-Tree',
  'Next-Router-Prefetch',
  'Next-Router-Segment-Prefetch',
  'Next-Url',
];

function listTokens(header: ReturnType<ServerResponse['getHeader']>): readonly string[] {
  return String(header ?? '')
    .split(',')
    .map((token) => token.trim())
    .filter((token) => token !== '');
}

/**
 * Completes the headers of a redirect of a page, a route handler, the middleware or Next itself: no cache stores it, its target is in
 * `Location` only, and only the response to a form (303) sets cookies. Next sets none of these headers if it redirects a request of its
 * router. Security, row 33.
 */
export function completeRedirect(response: ServerResponse, status: number): void {
  if (status < 300 || status > 399 || !response.hasHeader('location')) return;
  const given = listTokens(response.getHeader('vary'));
  const known = new Set(given.map((token) => token.toLowerCase()));
  response.setHeader('vary', [...given, ...variesBy.filter((name) => !known.has(name.toLowerCase()))].join(', '));
  response.setHeader('cache-control', 'private, no-store');
  // Next repeats the target of a 308 in it, for Internet Explorer 11.
  response.removeHeader('refresh');
  if (status !== 303) response.removeHeader('set-cookie');
}
