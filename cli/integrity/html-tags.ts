/** A start tag as a browser reads it. */
export interface HtmlTag {
  /** In lower case. */
  readonly name: string;
  /** Values by name in lower case, with undecoded character references; of two with one name the first, as in browsers. */
  readonly attributes: ReadonlyMap<string, string>;
  /** The content of a script or style; empty for other tags. */
  readonly content: string;
}

const blank = /\s/;
const endOfName = /[\s/>]/;
const endOfAttribute = /[\s/>=]/;
const endOfValue = /[\s>]/;

/**
 * Lists the start tags of a document, also those in comments. It reads each character once; a regular expression would take quadratic time
 * for a page with many unfinished tags.
 */
export function listTags(html: string): readonly HtmlTag[] {
  const tags: HtmlTag[] = [];
  let at = html.indexOf('<');

  const skipWhile = (pattern: RegExp, isMatched: boolean): string => {
    const from = at;
    while (at < html.length && pattern.test(html.charAt(at)) === isMatched) at += 1;
    return html.slice(from, at);
  };
  const readValue = (): string => {
    const quote = html.charAt(at);
    if (quote !== '"' && quote !== "'") return skipWhile(endOfValue, false);
    const end = html.indexOf(quote, at + 1);
    const value = html.slice(at + 1, end < 0 ? html.length : end);
    at = end < 0 ? html.length : end + 1;
    return value;
  };
  const readAttributes = (): ReadonlyMap<string, string> => {
    const attributes = new Map<string, string>();
    for (;;) {
      skipWhile(/[\s/]/, true);
      if (at >= html.length || html.charAt(at) === '>') return attributes;
      // A name may contain an equals sign only as its first character.
      const first = html.charAt(at);
      at += 1;
      const name = (first + skipWhile(endOfAttribute, false)).toLowerCase();
      skipWhile(blank, true);
      let value = '';
      if (html.charAt(at) === '=') {
        at += 1;
        skipWhile(blank, true);
        value = readValue();
      }
      if (!attributes.has(name)) attributes.set(name, value);
    }
  };
  const readContent = (name: string): string => {
    const from = at + 1;
    const closing = name === 'script' ? /<\/script/gi : /<\/style/gi;
    closing.lastIndex = from;
    const end = closing.exec(html)?.index ?? html.length;
    at = end;
    return html.slice(from, end);
  };

  for (; at >= 0; at = html.indexOf('<', at)) {
    at += 1;
    if (!/[a-z]/i.test(html.charAt(at))) continue;
    const name = skipWhile(endOfName, false).toLowerCase();
    const attributes = readAttributes();
    // An unfinished tag is not a tag.
    if (at >= html.length) break;
    tags.push({ name, attributes, content: name === 'script' || name === 'style' ? readContent(name) : '' });
  }
  return tags;
}

const references: Readonly<Record<string, string>> = {
  amp: '&',
  colon: ':',
  tab: '\t',
  newline: '\n',
  lt: '<',
  gt: '>',
};

/** Decodes an attribute's numeric character references, and the named ones that occur in URLs. */
export function decodeReferences(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));?/gi, (whole, decimal, hexadecimal, name) => {
    if (typeof name === 'string') return references[name.toLowerCase()] ?? whole;
    const code = typeof decimal === 'string' ? Number(decimal) : Number.parseInt(String(hexadecimal), 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });
}
