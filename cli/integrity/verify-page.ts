import { makeSecurityHeaders } from '@/lib/server/security/security-headers';
import { decodeReferences, listTags, type HtmlTag } from './html-tags';
import { findPageScripts, type PageContext, type ScriptManifest } from './script-manifest';
import { verifyFlightData } from './verify-data';
import { readInlineData, verifyTag } from './verify-html';

export interface FetchedPage {
  readonly url: string;
  readonly headers: Headers;
  readonly html: string;
  /** The origin of the gateway to which the page for a direct post may post a card; null where there is none. */
  readonly cardTarget: string | null;
}

function verifyHeaders({ url, headers, cardTarget }: FetchedPage, nonce: string): readonly string[] {
  const isHttps = new URL(url).protocol === 'https:';
  const none: readonly string[] = [];
  // The operator's choice: both are valid.
  const hstsIncludesSubdomains = headers.get('strict-transport-security')?.includes('includeSubDomains') ?? false;
  const expected = makeSecurityHeaders({
    ...{ nonce, isHttps, hstsIncludesSubdomains, postsToOtherSite: cardTarget !== null, development: null },
    ...{ frameAncestors: none, formTargets: cardTarget === null ? none : [cardTarget] },
    ...{ imageOrigins: none, widgetOrigins: none },
  });
  return Object.entries(expected).flatMap(([name, value]) => {
    const given = headers.get(name);
    return given === value ? [] : [`${name} is '${given ?? ''}' and not '${value}'`];
  });
}

/** Returns the nonce of a policy; empty if it has none. */
function readNonce(policy: string): string {
  const [, rest = ''] = policy.split("'nonce-", 2);
  return rest.split("'", 1)[0] ?? '';
}

/** Returns the scripts of the page's route that its HTML does not load. */
function findMissingScripts({ url, manifest }: PageContext, scripts: readonly HtmlTag[]): readonly string[] {
  const needed = findPageScripts(manifest, new URL(url).pathname);
  if (needed === null) return ['no page of the build'];
  const sources = scripts.map(({ attributes }) => decodeReferences(attributes.get('src') ?? ''));
  const loaded = new Set(
    sources.filter((source) => URL.canParse(source, url)).map((source) => new URL(source, url).pathname),
  );
  return needed.filter((script) => !loaded.has(script)).map((script) => `the page lacks a script: ${script}`);
}

/**
 * Compares a served page with the build: the scripts of its HTML (none added, none missing), the scripts and elements in its data for
 * React, and the security headers (PCI DSS 6.4.3 and 11.6.1; Security, row 34). For pages that no partner may frame and that do not lead to
 * a bank, the page for a direct post aside. Runs in time linear in the length of the page. Returns the differences, one line each.
 */
export function verifyPage(fetched: FetchedPage, manifest: ScriptManifest): readonly string[] {
  const { url, headers, html, cardTarget } = fetched;
  const nonce = readNonce(headers.get('content-security-policy') ?? '');
  const page: PageContext = { url, nonce, manifest, cardTarget };
  const tags = listTags(html);
  const scripts = tags.filter(({ name }) => name === 'script');
  const data = scripts.flatMap(({ content }) => readInlineData(content) ?? []);
  const differences = [
    ...verifyHeaders(fetched, nonce),
    ...tags.flatMap((tag) => verifyTag(page, tag)),
    ...findMissingScripts(page, scripts),
    ...verifyFlightData(page, Buffer.concat(data)),
  ];
  return [...new Set(differences)];
}
