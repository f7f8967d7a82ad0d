import 'server-only';
import { escapeHtml } from '@/lib/domain/visit/escape-html';
import type { SetCookie } from '../session/cookie';

const privateHeaders = { 'cache-control': 'private, no-store' } as const;

function appendCookies(headers: Headers, cookies: readonly SetCookie[]): Headers {
  for (const cookie of cookies) headers.append('set-cookie', cookie);
  return headers;
}

/** Redirects with 303 See Other. `path` is relative to the site, so that the Host header has no influence. */
export function seeOtherResponse(path: string, cookies: readonly SetCookie[] = []): Response {
  return new Response(null, {
    status: 303,
    headers: appendCookies(new Headers({ ...privateHeaders, location: path }), cookies),
  });
}

/** Returns a JSON response. `retryAfter` in seconds. */
export function jsonResponse(
  body: unknown,
  options: { readonly status?: number; readonly retryAfter?: number; readonly cookies?: readonly SetCookie[] } = {},
): Response {
  const headers = appendCookies(new Headers(privateHeaders), options.cookies ?? []);
  if (options.retryAfter !== undefined) headers.set('retry-after', String(options.retryAfter));
  return Response.json(body, { status: options.status ?? 200, headers });
}

/**
 * Returns a small standalone page for a form, where the status matters (403, 408, 413, 415):
 * a route handler cannot render the site's pages. It needs no script and no style sheet.
 */
export function plainPageResponse(page: {
  readonly status: number;
  readonly locale: string;
  readonly title: string;
  readonly text: string;
  readonly link: { readonly path: string; readonly label: string };
  readonly nonce: string | undefined;
  /** Seconds. */
  readonly retryAfter?: number;
}): Response {
  const headers = new Headers({ ...privateHeaders, 'content-type': 'text/html; charset=utf-8' });
  if (page.retryAfter !== undefined) headers.set('retry-after', String(page.retryAfter));
  const html = `<!doctype html><html lang="${escapeHtml(page.locale)}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(page.title)}</title>
<style nonce="${escapeHtml(page.nonce ?? '')}">:root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;max-width:34rem;margin:0 auto;padding:3rem 1rem}
h1{font-size:1.5rem;line-height:1.25}a{display:inline-block;padding:.75rem 0;color:inherit}</style></head>
<body><main><h1>${escapeHtml(page.title)}</h1><p role="alert">${escapeHtml(page.text)}</p>
<p><a href="${escapeHtml(page.link.path)}">${escapeHtml(page.link.label)}</a></p></main></body></html>`;
  return new Response(html, { status: page.status, headers });
}
