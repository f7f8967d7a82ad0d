import { framedHeader } from '@/lib/domain/visit/framed-header';

/** The `Set-Cookie` attributes of a cookie inside a partner's frame. Browsers accept them over https, and on localhost. */
export const framedCookieAttributes = 'SameSite=None; Secure; Partitioned';

/**
 * Returns whether a request comes from inside a frame. Only the attributes of cookies and the place of the
 * bar with the main action depend on it. The header is trusted only in a fetch
 * of our own pages, so that no link or form of another site can make a visit's cookies `SameSite=None`.
 */
export function isFramedVisit(headers: Headers): boolean {
  const destination = headers.get('sec-fetch-dest');
  if (destination === 'iframe') return true;
  const isOwnFetch =
    (destination ?? 'empty') === 'empty' && (headers.get('sec-fetch-site') ?? 'same-origin') === 'same-origin';
  return isOwnFetch && headers.get(framedHeader) === '1';
}
