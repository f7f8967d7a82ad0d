import type { IncomingHttpHeaders } from 'node:http';

/**
 * Whether a post comes from a page of the backend itself: `Origin` is present and has the request's host, and `Sec-Fetch-Site`, if present,
 * agrees. The scheme may differ: a proxy may terminate TLS.
 */
export function isSameOrigin({ origin, host, 'sec-fetch-site': site }: IncomingHttpHeaders): boolean {
  if (origin === undefined || !URL.canParse(origin) || new URL(origin).host !== host) return false;
  return site === undefined || site === 'same-origin';
}

/** Whether a browser sends this from a page of another origin; requests without an origin, as suites send them, are not. */
export function isCrossOriginPost(headers: IncomingHttpHeaders): boolean {
  const comesFromPage = headers.origin !== undefined || headers['sec-fetch-site'] !== undefined;
  return comesFromPage && !isSameOrigin(headers);
}
