import { createHash } from 'node:crypto';
import { z } from 'zod';

/** The built scripts by the paths at which they are served: `script-manifest.json` of the build. */
export const scriptManifestSchema = z.object({
  /** SHA-256 of every script, base64. */
  scripts: z.record(z.string(), z.string()),
  /** The scripts that the HTML of each page loads, by the pattern of its route. */
  pages: z.record(z.string(), z.array(z.string())),
});
export type ScriptManifest = z.output<typeof scriptManifestSchema>;

export function hashScript(content: Buffer): string {
  return createHash('sha256').update(content).digest('base64');
}

function matchesPattern(pattern: string, path: string): boolean {
  const parts = pattern.split('/');
  const given = path.split('/');
  const rest = parts.findIndex((part) => part.startsWith('[[...'));
  const fixed = rest < 0 ? parts : parts.slice(0, rest);
  const fits = rest < 0 ? given.length === fixed.length : given.length >= fixed.length;
  return fits && fixed.every((part, place) => part.startsWith('[') || part === given[place]);
}

/** Returns the scripts that the HTML of the page at a path loads; null if there is no such page. */
export function findPageScripts({ pages }: ScriptManifest, path: string): readonly string[] | null {
  if (Object.hasOwn(pages, path)) return pages[path] ?? null;
  return Object.entries(pages).find(([pattern]) => matchesPattern(pattern, path))?.[1] ?? null;
}

/** The expected values of a page. */
export interface PageContext {
  readonly url: string;
  /** Of its policy. */
  readonly nonce: string;
  readonly manifest: ScriptManifest;
  /** The origin of the gateway to which the page's card form is posted; null for a page without such a form. */
  readonly cardTarget: string | null;
}

/** Returns whether a URL is on the page's own site. */
export function isOwnAddress({ url }: PageContext, address: string): boolean {
  return URL.canParse(address, url) && new URL(address, url).origin === new URL(url).origin;
}

/** Returns the difference of a script's source, as a list of none or one. */
export function verifySource(page: PageContext, source: string): readonly string[] {
  if (!isOwnAddress(page, source)) return [`a script of another site: ${source}`];
  const { pathname } = new URL(source, page.url);
  return Object.hasOwn(page.manifest.scripts, pathname) ? [] : [`a script that was not built: ${source}`];
}

/** Attributes, and properties of React, with the target of a form. */
const targets: ReadonlySet<string> = new Set(['action', 'formaction']);
/** A text elsewhere in the data of React, which may not be a path. */
const reference = /^\$(?!undefined$)/;

function isScriptAddress(text: string): boolean {
  const plain = text.replace(/[\s\p{Cc}]/gu, '').toLowerCase();
  return plain.startsWith('javascript:');
}

/** Returns the difference of an element's attribute, or of a property of React, as a list of none or one. */
export function verifyAttribute(page: PageContext, name: string, value: string): readonly string[] {
  const isTarget = targets.has(name.toLowerCase());
  const isCardTarget = page.cardTarget !== null && URL.canParse(value) && new URL(value).origin === page.cardTarget;
  const leavesSite = isTarget && !isCardTarget && (!isOwnAddress(page, value) || reference.test(value));
  if (!leavesSite && !isScriptAddress(value)) return [];
  return [`something that can run a script or lead a form away: ${name}=${value.slice(0, 120)}`];
}

/** Elements that execute or frame a document, or change the base URL. */
export const foreignElements: ReadonlySet<string> = new Set(['applet', 'base', 'embed', 'frame', 'iframe', 'object']);

/**
 * The only inline script that is not data: it requests scripts again that could not be loaded, and unregisters an old service worker. Written here
 * again, as what is expected.
 */
export const headScript =
  `{let wait=0;addEventListener('error',e=>{
const s=e.target,src=s.getAttribute?.('src');
if(!src?.startsWith('/_next/')||s.onerror)return;
e.stopImmediatePropagation();
setTimeout(()=>{const t=document.createElement('script');t.setAttribute('src',src);document.head.append(t)},wait+=1e3)
},true)}` + 'navigator.serviceWorker?.getRegistrations().then(r=>r.forEach(w=>w.unregister())).catch(()=>{})';
