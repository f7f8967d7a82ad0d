import 'server-only';
import { readEnvironment } from '../environment';
import { framedCookieAttributes } from '../visit/framed-visit';

declare const cookieBrand: unique symbol;
/** The value of a `Set-Cookie` header. */
export type SetCookie = string & { readonly [cookieBrand]: 'set-cookie' };

function isCookieLine(line: string): line is SetCookie {
  return /^[\w-]+=[\w.~-]*; /.test(line);
}

/**
 * Returns the name of a cookie of path `/`: over https with the prefix `__Host-`, with which browsers accept the cookie only from this
 * host, never from a sibling domain or over http. Without https browsers reject that prefix.
 */
export function hostCookieName(name: string): string {
  return readEnvironment().isHttps ? `__Host-${name}` : name;
}

/**
 * Serializes a cookie: `HttpOnly`, not sent with cross-site posts, `Secure` when the site is served over https. `maxAge` in
 * seconds. Inside a partner's frame a Lax cookie is neither stored nor sent: there it is partitioned by the partner's site.
 */
export function serializeCookie(cookie: {
  readonly name: string;
  readonly value: string;
  readonly path: string;
  readonly maxAge: number;
  readonly isFramed: boolean;
}): SetCookie {
  const reach = cookie.isFramed ? framedCookieAttributes : `SameSite=Lax${readEnvironment().isHttps ? '; Secure' : ''}`;
  const line = `${cookie.name}=${cookie.value}; Path=${cookie.path}; Max-Age=${cookie.maxAge}; HttpOnly; ${reach}`;
  if (!isCookieLine(line)) throw new Error(`the cookie ${cookie.name} cannot be written`);
  return line;
}
