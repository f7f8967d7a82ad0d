import { randomBytes, randomUUID } from 'node:crypto';
import { NextResponse, type NextRequest } from 'next/server';
import { chooseLocale, localeCookie, localeHeader } from '@/lib/i18n/locale';
import { publicPages, routes } from '@/lib/routes';
import { loadCommonConfig } from '@/lib/server/backend/common-config';
import { makeSecurityHeaders } from '@/lib/server/security/security-headers';
import { readFlashedRetryAfter } from '@/lib/server/forms/flash';
import { clearFlashCookies } from '@/lib/server/forms/flash-cookies';
import { rememberVisit } from '@/lib/server/session/visit-id';
import { rememberVisited } from '@/lib/server/session/visited-payments';
import { findLinkRefusal, openReceipt, type LinkRefusal } from '@/lib/server/visit/link-refusal';
import {
  linkRetryAfterHeader,
  nonceHeader,
  partnerHeader,
  pathHeader,
  requestIdHeader,
  searchHeader,
} from '@/lib/server/visit/visit-headers';
import { chooseDestination, type Destination } from '@/lib/server/visit/visit-destination';
import { loadDirectPostUrl, loadVisitTheme, makeVisitPolicy } from '@/lib/server/visit/visit-policy';
import { getTraceIdAsUuid } from '@/lib/telemetry/tracing/spans';

/** Runs for everything except built files. No `missing` clause: a skipped request would have no policy. */
export const config = { runtime: 'nodejs', matcher: '/((?!_next/static/).*)' };

/** Sets each request's id, nonce, language and policy, and rewrites or redirects it. It is never the only check. */
export async function middleware(request: NextRequest): Promise<NextResponse> {
  const { pathname: path, search, searchParams } = request.nextUrl;
  const [siteConfig, theme, directPostUrl] = await Promise.all([
    loadCommonConfig(),
    loadVisitTheme(path, searchParams),
    loadDirectPostUrl(path, searchParams),
  ]);
  const known = siteConfig.ok ? siteConfig.value : null;
  // With tracing, the request id in the browser is the trace id.
  const requestId = getTraceIdAsUuid() ?? randomUUID();
  const destination = chooseDestination({
    method: request.method,
    path,
    queryNames: [...searchParams.keys()],
    wantsJson: request.headers.get('accept')?.includes('application/json') ?? false,
    site: known === null ? 'loading' : known.isUnderMaintenance ? 'closed' : 'open',
  });
  const isPage = destination.kind === 'as-asked';
  const link = { path, query: searchParams, headers: request.headers, requestId };
  const receipt = isPage && path === routes.receipt ? await openReceipt(link) : null;
  const linkRefusal = isPage && receipt === null ? await findLinkRefusal(link) : (receipt?.refusal ?? null);
  const nonce = randomBytes(16).toString('base64');
  const security = makeSecurityHeaders(
    makeVisitPolicy({ path, nonce, theme: receipt?.theme ?? theme, config: known, directPostUrl }),
  );

  const forwarded = new Headers(request.headers);
  const own = {
    [requestIdHeader]: requestId,
    [nonceHeader]: nonce,
    [pathHeader]: path,
    [searchHeader]: search,
    [localeHeader]: chooseLocale({
      acceptLanguage: request.headers.get('accept-language'),
      cookie: request.cookies.get(localeCookie)?.value ?? null,
      localisationEnabled: known?.localisationEnabled ?? true,
    }),
    // Next takes the nonce of its scripts from here, so a client's header of this name must not survive.
    'content-security-policy': security['content-security-policy'] ?? '',
  };
  for (const [name, value] of Object.entries(own)) forwarded.set(name, value);

  // Ours only: a request that names them is not believed.
  for (const name of [partnerHeader, linkRetryAfterHeader]) forwarded.delete(name);
  if (receipt?.theme) forwarded.set(partnerHeader, receipt.theme.partnerKey);
  if (linkRefusal?.status === 429) forwarded.set(linkRetryAfterHeader, String(linkRefusal.retryAfter));
  const refusal = linkRefusal ?? (isPage ? await findFormRefusal(request) : null);
  const response =
    refusal === null ? respond(request, forwarded, destination) : respondRefused(request, forwarded, refusal);
  for (const [name, value] of Object.entries(security)) response.headers.set(name, value);
  response.headers.set('x-request-id', requestId);
  if (!publicPages.includes(path)) response.headers.set('x-robots-tag', 'noindex');
  for (const cookie of clearFlashCookies(request)) response.headers.append('set-cookie', cookie);
  // An unknown payment has no theme.
  const opened = theme === null ? [] : await Promise.all([rememberVisited(request), rememberVisit(request)]);
  for (const cookie of opened) if (cookie !== null) response.headers.append('set-cookie', cookie);
  return response;
}

function respond(request: NextRequest, headers: Headers, destination: Destination): NextResponse {
  switch (destination.kind) {
    case 'as-asked':
      return NextResponse.next({ request: { headers } });
    case 'redirect':
      return NextResponse.redirect(withPath(request, destination.path), destination.status);
    case 'method-not-allowed':
      return new NextResponse(null, { status: 405, headers: { allow: 'GET, HEAD' } });
    case 'unavailable-json':
      return NextResponse.json(
        // A form is redirected to a page that explains it.
        { next: routes.home },
        { status: 503, headers: { 'retry-after': String(destination.retryAfter) } },
      );
    case 'rewrite': {
      const response = NextResponse.rewrite(withPath(request, destination.path), {
        request: { headers },
        status: destination.unavailable === null ? undefined : 503,
      });
      if (destination.unavailable) response.headers.set('retry-after', String(destination.unavailable.retryAfter));
      return response;
    }
  }
}

/** A rate limit has refused a form, whose page this is. */
async function findFormRefusal(request: NextRequest): Promise<LinkRefusal | null> {
  const retryAfter = await readFlashedRetryAfter(request);
  return retryAfter === null ? null : { status: 429, retryAfter };
}

/** The requested page, with the status of what was refused: its form, by a rate limit, or its link. */
function respondRefused(request: NextRequest, headers: Headers, refusal: LinkRefusal): NextResponse {
  const response = NextResponse.rewrite(request.nextUrl, { request: { headers }, status: refusal.status });
  if (refusal.status === 429) response.headers.set('retry-after', String(refusal.retryAfter));
  return response;
}

/** The same request at another path. Next makes the URL relative. */
function withPath(request: NextRequest, path: string): URL {
  const url = request.nextUrl.clone();
  url.pathname = path;
  return url;
}
