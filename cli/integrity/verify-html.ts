import { readFlightPush } from './flight-data';
import { decodeReferences, type HtmlTag } from './html-tags';
import { foreignElements, headScript, verifyAttribute, verifySource, type PageContext } from './script-manifest';

/** The code around the framework's data. */
const flightStarts = ['(self.__next_f=self.__next_f||[]).push(', 'self.__next_f.push('];
const bundlerStart = '(globalThis["TURBOPACK"] || (globalThis["TURBOPACK"] = [])).push(';

/** Returns the JSON argument of a script that consists of one call. */
function readArgument(script: string, start: string): { readonly value: unknown } | null {
  const call = script.endsWith(';') ? script.slice(0, -1) : script;
  if (!call.startsWith(start) || !call.endsWith(')')) return null;
  try {
    return { value: JSON.parse(call.slice(start.length, -1)) };
  } catch {
    return null;
  }
}

/** Returns the framework's data in an inline script; null if it has none. */
export function readInlineData(content: string): Buffer | null {
  const pushed = flightStarts.map((start) => readArgument(content.trim(), start)).find((read) => read !== null);
  return pushed === undefined || pushed === null ? null : readFlightPush(pushed.value);
}

function isKnownScript(content: string): boolean {
  const script = content.trim();
  return script === headScript || readArgument(script, bundlerStart) !== null || readInlineData(script) !== null;
}

function verifyScript(page: PageContext, { attributes, content }: HtmlTag): readonly string[] {
  const source = attributes.get('src');
  if (attributes.get('nonce') !== page.nonce) {
    return [`a script without the policy's nonce: ${source ?? content.slice(0, 80)}`];
  }
  if (source !== undefined) return verifySource(page, decodeReferences(source));
  return isKnownScript(content) ? [] : [`an unknown script in the page: ${content.slice(0, 80)}`];
}

/** Returns the differences of one tag of a page, one line each. */
export function verifyTag(page: PageContext, tag: HtmlTag): readonly string[] {
  const { name, attributes } = tag;
  const isForeign = foreignElements.has(name) || attributes.has('http-equiv');
  if (isForeign) return [`something that can run or move a script: <${name}>`];
  const handlers = [...attributes.keys()].filter((attribute) => /^on[a-z]/.test(attribute));
  const values = [...attributes].flatMap(([attribute, value]) =>
    verifyAttribute(page, attribute, decodeReferences(value)),
  );
  const loadsScript = attributes.get('as') === 'script' || attributes.get('rel') === 'modulepreload';
  return [
    ...handlers.map((handler) => `a script on an event: <${name} ${handler}>`),
    ...values,
    ...(name === 'link' && loadsScript ? verifySource(page, decodeReferences(attributes.get('href') ?? '')) : []),
    ...(name === 'script' ? verifyScript(page, tag) : []),
  ];
}
