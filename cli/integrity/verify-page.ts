import { createHash } from 'node:crypto';
import { makeSecurityHeaders } from '@/lib/server/security/security-headers';

/** SHA-256 of every script that was built, base64, by its path. */
export type ScriptManifest = Readonly<Record<string, string>>;

export interface FetchedPage {
  readonly url: string;
  readonly headers: Headers;
  readonly html: string;
}

export function hashScript(content: Buffer): string {
  return createHash('sha256').update(content).digest('base64');
}

/** What a page says in place: the framework's data, as JSON, and the line that takes leave of an old service worker. */
const inlineForms = [
  /^(?:\(self\.__next_f=self\.__next_f\|\|\[\]\)|self\.__next_f)\.push\((?<json>[^]*)\)$/,
  /^\(globalThis\["TURBOPACK"\] \|\| \(globalThis\["TURBOPACK"\] = \[\]\)\)\.push\((?<json>[^]*)\);?$/,
  /^navigator\.serviceWorker\?\.getRegistrations\(\)\.then\(r=>r\.forEach\(w=>w\.unregister\(\)\)\)\.catch\(\(\)=>\{\}\)$/,
];

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function isKnownInline(content: string): boolean {
  return inlineForms.some((form) => {
    const match = form.exec(content.trim());
    return match !== null && (match.groups?.['json'] === undefined || isJson(match.groups['json']));
  });
}

function attributeOf(attributes: string, name: string): string | null {
  const match = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(attributes);
  return match === null ? null : (match[1] ?? match[2] ?? match[3] ?? '');
}

function verifyScripts({ url, html }: FetchedPage, nonce: string, manifest: ScriptManifest): readonly string[] {
  return [...html.matchAll(/<script\b([^>]*)>([^]*?)<\/script/gi)].flatMap(([, attributes = '', content = '']) => {
    const source = attributeOf(attributes, 'src');
    if (attributeOf(attributes, 'nonce') !== nonce)
      return [`a script without the policy's nonce: ${source ?? content.slice(0, 80)}`];
    if (source === null)
      return isKnownInline(content) ? [] : [`an unknown script in the page: ${content.slice(0, 80)}`];
    const { origin, pathname } = new URL(source, url);
    if (origin !== new URL(url).origin) return [`a script of another site: ${source}`];
    return pathname in manifest ? [] : [`a script that was not built: ${source}`];
  });
}

const otherWaysIn =
  /<(?:base|object|embed|applet|iframe|frame)\b[^>]*>|\son[a-z]+\s*=\s*["']|(?:href|action|src)\s*=\s*["']?\s*javascript:/gi;

function verifyHeaders({ url, headers }: FetchedPage, nonce: string): readonly string[] {
  const isHttps = new URL(url).protocol === 'https:';
  const none: readonly string[] = [];
  // The operator's choice, and right either way.
  const hstsIncludesSubdomains = headers.get('strict-transport-security')?.includes('includeSubDomains') ?? false;
  const expected = makeSecurityHeaders({
    ...{ nonce, isHttps, hstsIncludesSubdomains, postsToOtherSite: false, development: null },
    ...{ frameAncestors: none, formTargets: none, imageOrigins: none, widgetOrigins: none },
  });
  return Object.entries(expected).flatMap(([name, value]) => {
    const given = headers.get(name);
    return given === value ? [] : [`${name} is '${given ?? ''}' and not '${value}'`];
  });
}

/**
 * Compares a page as it is served with what was built: its scripts and its security headers (PCI DSS 6.4.3 and 11.6.1; Security, row 34).
 * For pages that no partner may frame and that lead to no bank. Gives what differs, one line each.
 */
export function verifyPage(page: FetchedPage, manifest: ScriptManifest): readonly string[] {
  const policy = page.headers.get('content-security-policy') ?? '';
  const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? '';
  const withoutScripts = page.html.replace(/<script\b[^>]*>[^]*?<\/script/gi, '');
  return [
    ...verifyHeaders(page, nonce),
    ...verifyScripts(page, nonce, manifest),
    ...(withoutScripts.match(otherWaysIn) ?? []).map(
      (found) => `something that can run or move a script: ${found.trim()}`,
    ),
  ];
}
