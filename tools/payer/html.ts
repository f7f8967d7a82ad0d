/** A form as a browser without scripts would submit it. */
export interface Form {
  /** Absolute URL. */
  action: string;
  method: 'get' | 'post';
  /** Initial values of its inputs. */
  fields: Record<string, string>;
}

const entities: Readonly<Record<string, string>> = { quot: '"', lt: '<', gt: '>', amp: '&', apos: "'" };

function decodeEntities(text: string) {
  return text.replace(
    /&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi,
    (entity: string, hex?: string, code?: string, name?: string) => {
      if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16));
      return code === undefined ? (entities[name ?? ''] ?? entity) : String.fromCodePoint(Number(code));
    },
  );
}

function getAttribute(tag: string, name: string) {
  const value = new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
  return value === undefined ? null : decodeEntities(value);
}

/** Returns the forms of a page; relative actions are resolved against `url`. */
export function readForms(html: string, url: string): Form[] {
  return [...html.matchAll(/(<form\b[^>]*>)([\s\S]*?)<\/form>/g)].map(([, tag = '', content = '']) => {
    const fields: Record<string, string> = {};
    for (const [input] of content.matchAll(/<input\b[^>]*>/g)) {
      const name = getAttribute(input, 'name');
      const isChoice = /\stype="(radio|checkbox)"/.test(input);
      if (name !== null && (!isChoice || /\schecked\b/.test(input))) fields[name] = getAttribute(input, 'value') ?? '';
    }
    const isPost = getAttribute(tag, 'method')?.toLowerCase() === 'post';
    return { action: new URL(getAttribute(tag, 'action') ?? url, url).href, method: isPost ? 'post' : 'get', fields };
  });
}

/** Returns an attribute of the element with a test id, or null. */
export function readAttribute(html: string, testId: string, name: string): string | null {
  const tag = [...html.matchAll(/<[a-z]+\b[^>]*>/g)].find(([text]) => text.includes(`data-testid="${testId}"`))?.[0];
  return tag === undefined ? null : getAttribute(tag, name);
}
