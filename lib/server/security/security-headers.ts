import { endpoints } from '@/lib/routes';

/** Where browsers say what the policy has held back: in the old way, and by its name in the Reporting API. */
const { policyReports } = endpoints;
const reportingGroup = 'policy';

/** What the security headers of one answer depend on. */
export interface SecurityPolicy {
  /** Base64, new for each answer. */
  readonly nonce: string;
  readonly isHttps: boolean;
  /** Strict-Transport-Security covers the subdomains of the site's host. */
  readonly hstsIncludesSubdomains: boolean;
  /** Origins that may frame the page; nobody may when empty. */
  readonly frameAncestors: readonly string[];
  /** Where a form on the page may lead beside this site. */
  readonly formTargets: readonly string[];
  /** Origins of pictures beside this site. */
  readonly imageOrigins: readonly string[];
  /** Origins of a widget that the operator has turned on: its pictures, styles, fonts and frames, and what it talks to. */
  readonly widgetOrigins: readonly string[];
  /** The page posts to another site, which is told our origin and nothing else; with `same-origin` that post would say `Origin: null`. */
  readonly postsToOtherSite: boolean;
  /** What `npm run dev` needs for hot module replacement; null in production. */
  readonly development: { readonly webSocketOrigin: string } | null;
}

/** An origin as a partner registers it: a scheme, a host and at most a port, or `*` for any port. Nothing else gets into a header. */
const originPattern = /^https?:\/\/(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:]+\])(?::(?:\d{1,5}|\*))?$/;

/** Keeps valid origins. Plain http is accepted only on localhost. */
export function filterOrigins(texts: readonly string[]): readonly string[] {
  return texts
    .map((text) => text.toLowerCase())
    .filter((text) => originPattern.test(text))
    .filter((text) => text.startsWith('https:') || /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::|$)/.test(text));
}

/** Returns the origin of an address, as a list of none or one. */
export function listOrigin(address: string | null): readonly string[] {
  return address !== null && URL.canParse(address) ? filterOrigins([new URL(address).origin]) : [];
}

/**
 * Writes the Content-Security-Policy of a page: scripts by nonce only, and what they load; nothing unsafe, no plug-ins, no foreign
 * base; styles from the site's own files, and a partner's colours by nonce. Chromium applies `form-action` to each redirect that answers a
 * post, so a page that leads to a bank names more than itself.
 */
export function writeContentSecurityPolicy(policy: SecurityPolicy): string {
  const ours = `'nonce-${policy.nonce}'`;
  const { widgetOrigins: widget, development } = policy;
  const directives: Record<string, string> = {
    'default-src': "'none'",
    'script-src': ["'self'", ours, "'strict-dynamic'", ...(development === null ? [] : ["'unsafe-eval'"])].join(' '),
    // Beside a nonce browsers ignore 'unsafe-inline'.
    'style-src': ["'self'", development === null ? ours : "'unsafe-inline'", ...widget].join(' '),
    'img-src': ["'self'", ...policy.imageOrigins, ...widget].join(' '),
    'font-src': ["'self'", ...widget].join(' '),
    'connect-src': ["'self'", ...(development === null ? [] : [development.webSocketOrigin]), ...widget].join(' '),
    ...(widget.length > 0 && { 'frame-src': widget.join(' ') }),
    // A worker is no script that a nonce could name.
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

/** Returns all security headers of an answer. */
export function makeSecurityHeaders(policy: SecurityPolicy): Readonly<Record<string, string>> {
  return {
    'content-security-policy': writeContentSecurityPolicy(policy),
    'reporting-endpoints': `${reportingGroup}="${policyReports}"`,
    'x-content-type-options': 'nosniff',
    'referrer-policy': policy.postsToOtherSite ? 'strict-origin' : 'same-origin',
    'permissions-policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
    'cross-origin-opener-policy': 'same-origin',
    ...(policy.frameAncestors.length === 0 ? { 'x-frame-options': 'DENY' } : {}),
    ...(policy.isHttps
      ? { 'strict-transport-security': `max-age=63072000${policy.hstsIncludesSubdomains ? '; includeSubDomains' : ''}` }
      : {}),
  };
}
