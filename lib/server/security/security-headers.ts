import { endpoints } from '@/lib/routes';

/** Where browsers report violations of the policy: `report-uri`, and the name of the endpoint in the Reporting API. */
const { policyReports } = endpoints;
const reportingGroup = 'policy';

/** The input of the security headers of one response. */
export interface SecurityPolicy {
  /** Base64, new for each response. */
  readonly nonce: string;
  readonly isHttps: boolean;
  /** Strict-Transport-Security covers the subdomains of the site's host. */
  readonly hstsIncludesSubdomains: boolean;
  /** Origins that may frame the page; none if empty. */
  readonly frameAncestors: readonly string[];
  /** Targets of the page's forms besides this site. */
  readonly formTargets: readonly string[];
  /** Origins of images besides this site. */
  readonly imageOrigins: readonly string[];
  /** Origins of a widget that the operator has enabled: its images, styles, fonts, frames and connections. */
  readonly widgetOrigins: readonly string[];
  /**
   * The page posts to another site, which receives only our origin; with the referrer policy `same-origin` the post would have `Origin:
   * null`.
   */
  readonly postsToOtherSite: boolean;
  /** The additions for hot module replacement (`npm run dev`); null in production. */
  readonly development: { readonly webSocketOrigin: string } | null;
}

/**
 * An origin that a partner has registered: a scheme, a host and optionally a port, or `*` for any port. Nothing else is written into a
 * header.
 */
const originPattern = /^https?:\/\/(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:]+\])(?::(?:\d{1,5}|\*))?$/;

/** Keeps valid origins. Plain http is accepted only on localhost. */
export function filterOrigins(texts: readonly string[]): readonly string[] {
  return texts
    .map((text) => text.toLowerCase())
    .filter((text) => originPattern.test(text))
    .filter((text) => text.startsWith('https:') || /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::|$)/.test(text));
}

/** Returns the origin of a URL as a list; empty if it has none. */
export function listOrigin(address: string | null): readonly string[] {
  return address !== null && URL.canParse(address) ? filterOrigins([new URL(address).origin]) : [];
}

/**
 * Writes the Content-Security-Policy of a page: scripts only by nonce, and the scripts that these load; nothing unsafe, no plug-ins, no
 * `base`; styles from the site's own files, and a partner's colours by nonce. Chromium applies `form-action` to each redirect after a post,
 * so a page that leads to a bank allows more than the site itself.
 */
export function writeContentSecurityPolicy(policy: SecurityPolicy): string {
  const ours = `'nonce-${policy.nonce}'`;
  const { widgetOrigins: widget, development } = policy;
  const directives: Record<string, string> = {
    'default-src': "'none'",
    'script-src': ["'self'", ours, "'strict-dynamic'", ...(development === null ? [] : ["'unsafe-eval'"])].join(' '),
    // With a nonce browsers ignore 'unsafe-inline'.
    'style-src': ["'self'", development === null ? ours : "'unsafe-inline'", ...widget].join(' '),
    'img-src': ["'self'", ...policy.imageOrigins, ...widget].join(' '),
    'font-src': ["'self'", ...widget].join(' '),
    'connect-src': ["'self'", ...(development === null ? [] : [development.webSocketOrigin]), ...widget].join(' '),
    ...(widget.length > 0 && { 'frame-src': widget.join(' ') }),
    // A nonce does not apply to workers.
    'worker-src': "'self'",
    'manifest-src': "'self'",
    'object-src': "'none'",
    'base-uri': "'none'",
    'form-action': ["'self'", ...policy.formTargets].join(' '),
    'frame-ancestors': policy.frameAncestors.length === 0 ? "'none'" : policy.frameAncestors.join(' '),
  };
  const reporting = [`report-uri ${policyReports}`, `report-to ${reportingGroup}`];
  const lines = Object.entries(directives).map(([name, value]) => `${name} ${value}`);
  return [...lines, ...(policy.isHttps ? ['upgrade-insecure-requests'] : []), ...reporting].join('; ');
}

/** Returns all security headers of a response. */
export function makeSecurityHeaders(policy: SecurityPolicy): Readonly<Record<string, string>> {
  return {
    'content-security-policy': writeContentSecurityPolicy(policy),
    'reporting-endpoints': `${reportingGroup}="${policyReports}"`,
    'x-content-type-options': 'nosniff',
    'referrer-policy': policy.postsToOtherSite ? 'strict-origin' : 'same-origin',
    // `payment`: no page opens the browser's payment sheet (docs/decisions/0029). A gateway's page has a policy of its own.
    'permissions-policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
    'cross-origin-opener-policy': 'same-origin',
    ...(policy.frameAncestors.length === 0 ? { 'x-frame-options': 'DENY' } : {}),
    ...(policy.isHttps
      ? { 'strict-transport-security': `max-age=63072000${policy.hstsIncludesSubdomains ? '; includeSubDomains' : ''}` }
      : {}),
  };
}
