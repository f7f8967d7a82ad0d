import { approvalParameter, isResultRoute, originParameter } from '@/lib/domain/payment/outcomes';
import { actions, endpoints, routes } from '@/lib/routes';

/** A request, and the state of the site. */
export interface VisitRequest {
  readonly method: string;
  readonly path: string;
  /** Names in the query string. */
  readonly queryNames: readonly string[];
  readonly wantsJson: boolean;
  /** `loading`: no common config has been loaded yet. `closed`: the operator has closed the site. */
  readonly site: 'open' | 'loading' | 'closed';
}

export type Destination =
  | { readonly kind: 'as-asked' }
  | { readonly kind: 'redirect'; readonly path: string; readonly status: 303 | 308 }
  | { readonly kind: 'rewrite'; readonly path: string; readonly unavailable: { readonly retryAfter: number } | null }
  | { readonly kind: 'unavailable-json'; readonly retryAfter: number }
  | { readonly kind: 'method-not-allowed' };

/** Seconds for `Retry-After`; the loading page reloads after the same time. */
const retryAfter = { loading: 5, closed: 120 } as const;

/** Served in every state of the site: endpoints for machines, and the change of language, which works on a closed site too. */
const alwaysOpen: readonly string[] = [
  endpoints.config,
  endpoints.configUnderApi,
  endpoints.health,
  endpoints.readiness,
  actions.setLanguage,
];

/**
 * Chooses the destination of a request. Banks' returns (a post to a result route, or a GET with more than our own parameters) are handled
 * even while the site is closed, so that no payment is lost.
 */
export function chooseDestination(visit: VisitRequest): Destination {
  const { method, path, site } = visit;
  const isApi = path.startsWith('/api/');
  if (path === routes.oldHome) return { kind: 'redirect', path: routes.home, status: 308 };
  if (isBankReturn(visit)) return { kind: 'rewrite', path: actions.bankReturn, unavailable: null };
  if (isAccountLinkReturn(visit)) return { kind: 'rewrite', path: actions.accountLinkCallback, unavailable: null };
  if (method !== 'GET' && method !== 'HEAD' && !(method === 'POST' && isApi)) return { kind: 'method-not-allowed' };
  if (site === 'open' && isInternalPath(path)) return { kind: 'rewrite', path: routes.notFound, unavailable: null };
  if (site === 'open' || alwaysOpen.includes(path) || isSiteFile(path)) return { kind: 'as-asked' };
  const wait = { retryAfter: retryAfter[site] };
  if (isApi && (visit.wantsJson || method !== 'POST')) return { kind: 'unavailable-json', ...wait };
  // The loading page reloads with GET, which a form's action does not support.
  if (isApi && site === 'loading') return { kind: 'redirect', path: routes.home, status: 303 };
  return { kind: 'rewrite', path: site === 'closed' ? routes.maintenance : routes.loading, unavailable: wait };
}

/** Icons and logos, which the maintenance page also shows, and files that browsers request with any page. */
const siteFiles: readonly string[] = [
  '/icon.svg',
  '/favicon.ico',
  '/apple-touch-icon.png',
  '/manifest.webmanifest',
  '/icon-512.png',
  '/icon-maskable-512.png',
];

function isSiteFile(path: string): boolean {
  return siteFiles.includes(path) || path.startsWith('/partners/');
}

/**
 * Internal paths that Next would serve: its own error page, with status 500, the maintenance and loading pages, and paths next to
 * `/epayment/entry*` and `/view/dcb*`. A page that throws `notFound()` itself is blank without scripts; an address without a page is not.
 */
function isInternalPath(path: string): boolean {
  if (path.startsWith('/epayment/')) return !path.startsWith(routes.payment);
  if (path.startsWith('/view/')) return !path.startsWith(routes.payByMobile);
  if (path.startsWith('/ulm/')) return !path.startsWith(routes.autoDebit) && path !== routes.cancelAutoDebit;
  if (path.startsWith('/otp/')) return !path.startsWith(routes.autoDebitPin);
  return path === routes.maintenance || path === routes.loading || path === '/_global-error';
}

/** What our own links to a result have in their query string. */
const resultParameters: readonly string[] = ['refid', originParameter, approvalParameter];

function isBankReturn({ method, path, queryNames }: VisitRequest): boolean {
  if (!isResultRoute(path)) return false;
  return method === 'POST' || (method === 'GET' && !queryNames.every((name) => resultParameters.includes(name)));
}

/**
 * The browser returns from the account-linking service (RFC 6749, section 4.1.2): a GET that changes state, protected by its own `state`.
 */
function isAccountLinkReturn({ method, path, queryNames, site }: VisitRequest): boolean {
  const isAnswer = queryNames.includes('code') || queryNames.includes('error');
  return site === 'open' && method === 'GET' && path === routes.autoDebit && isAnswer && queryNames.includes('state');
}
