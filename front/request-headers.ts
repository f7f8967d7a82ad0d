import type { IncomingMessage } from 'node:http';
import { isRouterState, routerStateHeader } from './router-state';

/** The header with the client's IP address for the site. */
export const clientAddressHeader = 'x-ebill-client-address';

/**
 * Headers with a meaning for Next, for our middleware or for a proxy, which only the front itself may set. A client's
 * `content-security-policy` would choose the nonce of the page; `next-action` would reach Next's server actions, of which there are none; a
 * `traceparent` could join any trace and control its sampling. A `Range`, which a server may ignore (RFC 9110, section 14.2), makes Next
 * respond with 500 where a file is shorter.
 */
const internalHeaders =
  /^(x-ebill-|x-forwarded-|x-middleware-|x-nextjs-|x-next-|x-invoke-|x-matched-path$|x-prerender-|x-nonce$|x-real-ip$|x-original-url$|x-rewrite-url$|forwarded$|content-security-policy|next-action$|next-resume$|traceparent$|tracestate$|baggage$|upgrade$|http2-settings$|range$|if-range$)/;

export function isInternalHeader(name: string): boolean {
  return internalHeaders.test(name.toLowerCase());
}

/**
 * The maximum lengths of headers that the front or Next parses for every request, static files included. Next's pattern for crawlers takes
 * quadratic time in the length of `User-Agent`. Longer ones are truncated, not rejected: in-app browsers send long ones.
 */
const headerLimits: Readonly<Record<string, number>> = {
  'user-agent': 512,
  'accept-encoding': 256,
  'accept-language': 256,
  accept: 512,
};

/** Truncates the headers that are parsed for every request. Changes the request in place. */
export function truncateHeaders(request: IncomingMessage): void {
  const { headers, rawHeaders } = request;
  for (const [name, limit] of Object.entries(headerLimits)) {
    const value = headers[name];
    if (typeof value === 'string' && value.length > limit) headers[name] = value.slice(0, limit);
  }
  request.rawHeaders = rawHeaders.map((text, index) =>
    index % 2 === 1 ? text.slice(0, headerLimits[rawHeaders[index - 1]?.toLowerCase() ?? ''] ?? text.length) : text,
  );
}

/**
 * Makes a request's headers trustworthy: internal headers are dropped and set again by the front. Changes the request in place, since Next
 * reads it.
 */
export function replaceHeaders(request: IncomingMessage, own: Readonly<Record<string, string>>): void {
  const { headers, rawHeaders } = request;
  for (const name of Object.keys(headers)) if (isInternalHeader(name)) delete headers[name];
  // Without it Next renders the whole page.
  const routerState = headers[routerStateHeader];
  if (routerState !== undefined && !isRouterState(String(routerState))) delete headers[routerStateHeader];
  const kept: string[] = [];
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const [name = '', value = ''] = rawHeaders.slice(index, index + 2);
    if (headers[name.toLowerCase()] !== undefined && own[name.toLowerCase()] === undefined) kept.push(name, value);
  }
  for (const [name, value] of Object.entries(own)) {
    request.headers[name] = value;
    kept.push(name, value);
  }
  request.rawHeaders = kept;
}

/** With these headers Next matches a request of its client to its debugging information, under `npm run dev`. */
const debugHeaders = ['x-nextjs-request-id', 'x-nextjs-html-request-id'];

/** Returns the headers of a request for Next's development server. */
export function selectDebugHeaders(request: IncomingMessage): Readonly<Record<string, string>> {
  return Object.fromEntries(
    debugHeaders.flatMap((name) => {
      const value = request.headers[name];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );
}
