/** HTML. Only `html` makes it from texts, which it escapes. */
export class Markup {
  constructor(readonly text: string) {}
}

type Part = string | number | Markup | null | readonly Markup[];

function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

function writePart(part: Part): string {
  if (part === null) return '';
  if (part instanceof Markup) return part.text;
  return typeof part === 'object' ? part.map(({ text }) => text).join('') : escapeText(String(part));
}

/** A template tag for HTML. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return new Markup(strings.reduce((text, piece, index) => text + writePart(parts[index - 1] ?? null) + piece));
}
