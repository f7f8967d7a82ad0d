import { escapeHtml } from '@/lib/domain/visit/escape-html';

/** HTML. Only `html` creates it, so that nothing reaches a page unescaped. */
export class Markup {
  constructor(readonly text: string) {}
}

type Part = string | number | Markup | null | readonly Markup[];

function escapePart(part: Part): string {
  if (part === null) return '';
  if (part instanceof Markup) return part.text;
  if (typeof part === 'object') return part.map(({ text }) => text).join('');
  return escapeHtml(String(part));
}

/** A template tag for HTML: escapes every value that is not markup. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return new Markup(strings.reduce((text, piece, index) => text + escapePart(parts[index - 1] ?? null) + piece));
}
