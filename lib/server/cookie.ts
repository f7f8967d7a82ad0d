import 'server-only';
import { readEnvironment } from './environment';

declare const cookieBrand: unique symbol;
/** A finished `Set-Cookie` line. */
export type CookieToSet = string & { readonly [cookieBrand]: 'set-cookie' };

function isCookieLine(line: string): line is CookieToSet {
  return /^[\w-]+=[\w.~-]*; /.test(line);
}

/** Writes a cookie of ours: out of reach of scripts, kept from cross-site posts, `Secure` wherever the site is served over https. `maxAge` in seconds. */
export function writeCookie(cookie: {
  readonly name: string;
  readonly value: string;
  readonly path: string;
  readonly maxAge: number;
}): CookieToSet {
  const secure = readEnvironment().isHttps ? '; Secure' : '';
  const line = `${cookie.name}=${cookie.value}; Path=${cookie.path}; Max-Age=${cookie.maxAge}; HttpOnly; SameSite=Lax${secure}`;
  if (!isCookieLine(line)) throw new Error(`the cookie ${cookie.name} cannot be written`);
  return line;
}
