import 'server-only';
import { readEnvironment } from '../environment';
import { framedCookieAttributes } from '../visit/framed-visit';

declare const cookieBrand: unique symbol;
/** A finished `Set-Cookie` line. */
export type SetCookie = string & { readonly [cookieBrand]: 'set-cookie' };

function isCookieLine(line: string): line is SetCookie {
  return /^[\w-]+=[\w.~-]*; /.test(line);
}

/**
 * Returns the name of a cookie of path `/` that nobody else may set: over https with the prefix `__Host-`, under which browsers take a
 * cookie from this host only, never from a sibling domain or over http. Without https browsers refuse that prefix.
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
