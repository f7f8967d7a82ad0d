import type { IncomingHttpHeaders } from 'node:http';

/**
 * Tells whether a post comes from a page of the backend itself: `Origin` is there and names the host that was asked, and `Sec-Fetch-Site`,
 * where a browser sends it, agrees. The scheme may differ: a proxy in front may have taken TLS off.
 */
export function isSameOrigin({ origin, host, 'sec-fetch-site': site }: IncomingHttpHeaders): boolean {
  if (origin === undefined || !URL.canParse(origin) || new URL(origin).host !== host) return false;
  return site === undefined || site === 'same-origin';
}

/** Tells whether a browser says that another site's page sends this; what names no page at all, as suites do, is none. */
export function isCrossOriginPost(headers: IncomingHttpHeaders): boolean {
  const comesFromPage = headers.origin !== undefined || headers['sec-fetch-site'] !== undefined;
  return comesFromPage && !isSameOrigin(headers);
}
