/** How far a cookie of ours reaches inside a partner's frame, as `Set-Cookie` says it. Browsers keep it there over https, and on localhost. */
export const framedCookieAttributes = 'SameSite=None; Secure; Partitioned';

/** By which an enhanced form says that it stands in a frame: the browser's own header tells that of documents alone. */
export const framedHeader = 'x-ebill-framed';

/** Tells whether a request comes from inside a frame. It decides nothing but how far a cookie reaches. */
export function isFramedVisit(headers: Headers): boolean {
  return headers.get('sec-fetch-dest') === 'iframe' || headers.get(framedHeader) === '1';
}
