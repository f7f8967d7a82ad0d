import { z } from 'zod';
import { listParts, splitFlightRows, type FlightRow } from './flight-data';
import { foreignElements, headScript, verifyAttribute, verifySource, type PageContext } from './script-manifest';

function parseJson(text: string): { readonly value: unknown } | null {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return null;
  }
}

const unknownData = (body: string) => [`unknown data of the framework: ${body.slice(0, 80)}`];

/** The text rows, by id: any text may refer to one. */
type RowTexts = ReadonlyMap<string, string>;

/** Resolves a text's reference to a row; a text without a reference, or that refers to itself, is returned unchanged. */
function resolveText(texts: RowTexts, text: string): string {
  const seen = new Set<string>();
  let resolved = text;
  while (resolved.startsWith('$') && !seen.has(resolved)) {
    seen.add(resolved);
    resolved = texts.get(resolved.slice(1)) ?? resolved;
  }
  return resolved;
}

interface DataContext extends PageContext {
  readonly texts: RowTexts;
}

const propertiesSchema = z.record(z.string(), z.unknown());

/** An element that React creates in the browser. */
function verifyElement(page: DataContext, type: string, properties: unknown): readonly string[] {
  if (foreignElements.has(type)) return [`something that can run or move a script: <${type}> in the data`];
  const { data = {} } = propertiesSchema.safeParse(properties);
  const { src, dangerouslySetInnerHTML: content } = data;
  const text = JSON.stringify(content ?? null);
  if (type !== 'script') {
    const isKnown = text === 'null' || type === 'style';
    return isKnown ? [] : [`unknown content of an element in the data: <${type}> ${text.slice(0, 80)}`];
  }
  if (typeof src === 'string') return verifySource(page, resolveText(page.texts, src));
  const isKnown = text === JSON.stringify({ __html: headScript });
  return isKnown ? [] : [`an unknown script in the data: ${JSON.stringify(properties).slice(0, 80)}`];
}

const scriptFile = /\.m?js$/;

/** A text that is the URL of a script: some component may load it. */
function verifyText(page: DataContext, text: string): readonly string[] {
  if (!/^(?:https?:|\/)\S+$/i.test(text) || !URL.canParse(text, page.url)) return [];
  return scriptFile.test(new URL(text, page.url).pathname) ? verifySource(page, text) : [];
}

function verifyValue(page: DataContext, value: unknown): readonly string[] {
  if (typeof value === 'string') return verifyText(page, value);
  if (Array.isArray(value)) {
    const parts = listParts(value);
    const [mark, type, , properties] = parts;
    const isElement = mark === '$' && typeof type === 'string' && parts.length > 3;
    const name = isElement ? resolveText(page.texts, type).toLowerCase() : '';
    return [
      ...(isElement ? verifyElement(page, name, properties) : []),
      ...parts.flatMap((part) => verifyValue(page, part)),
    ];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => [
    ...(typeof part === 'string' ? verifyAttribute(page, name, resolveText(page.texts, part)) : []),
    ...verifyValue(page, part),
  ]);
}

/** Codes of hints that load a script or a module; `L` preloads the resource type in its second part. */
const scriptHints: ReadonlySet<string> = new Set(['X', 'M', 'm']);

function verifyHint(page: DataContext, body: string): readonly string[] {
  const hint = parseJson(body.slice(1));
  if (hint === null) return unknownData(body);
  const [source, as] = Array.isArray(hint.value) ? listParts(hint.value) : [hint.value];
  const code = body.charAt(0);
  const loadsScript = scriptHints.has(code) || (code === 'L' && as === 'script');
  return loadsScript ? verifySource(page, resolveText(page.texts, String(source))) : [];
}

/** A module of the client, with the chunks that React loads for it. */
function verifyModule(page: DataContext, body: string): readonly string[] {
  const [, chunks] = listParts(parseJson(body)?.value);
  if (!Array.isArray(chunks)) return unknownData(body);
  return listParts(chunks).flatMap((chunk) => verifySource(page, resolveText(page.texts, String(chunk))));
}

/** The tags of JSON rows: a value, an error, the start and the end of a list. */
const jsonTags: ReadonlySet<string> = new Set(['', 'E', 'X', 'C']);

function verifyRow(page: DataContext, { tag, body }: FlightRow): readonly string[] {
  if (tag === 'T') return [];
  if (tag === 'H') return verifyHint(page, body);
  if (tag === 'I') return verifyModule(page, body);
  const parsed = jsonTags.has(tag) ? parseJson(body || 'null') : null;
  return parsed === null ? unknownData(`${tag}${body}`) : verifyValue(page, parsed.value);
}

function listTexts(rows: readonly FlightRow[]): RowTexts {
  const texts = new Map<string, string>();
  for (const { id, tag, body } of rows) {
    const text = tag === 'T' ? body : tag === '' && body.startsWith('"') ? parseJson(body)?.value : null;
    if (typeof text === 'string') texts.set(id, text);
  }
  return texts;
}

/**
 * Returns the differences of a page's React Server Components payload, one line each: it contains the chunks that are loaded, now and on
 * interaction, and the elements that React creates, also scripts.
 */
export function verifyFlightData(page: PageContext, data: Buffer): readonly string[] {
  const rows = splitFlightRows(data);
  if (rows.length === 0) return ['the page lacks the data of the framework'];
  const context = { ...page, texts: listTexts(rows) };
  return rows.flatMap((row) => verifyRow(context, row));
}
