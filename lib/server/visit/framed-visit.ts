/** The `Set-Cookie` attributes of a cookie inside a partner's frame. Browsers accept them over https, and on localhost. */
export const framedCookieAttributes = 'SameSite=None; Secure; Partitioned';

/** Set by forms that are submitted with fetch inside a frame: `Sec-Fetch-Dest` tells it for documents only. */
export const framedHeader = 'x-ebill-framed';

/** Returns whether a request comes from inside a frame. Only the attributes of cookies depend on it. */
export function isFramedVisit(headers: Headers): boolean {
  return headers.get('sec-fetch-dest') === 'iframe' || headers.get(framedHeader) === '1';
}
