import { escapeHtml } from '@/lib/domain/visit/escape-html';

/** Text that is HTML already. Only `html` makes it, so that nothing reaches a page unescaped. */
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

/** Writes HTML; whatever is put in is escaped unless it is markup itself. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return new Markup(strings.reduce((text, piece, index) => text + escapePart(parts[index - 1] ?? null) + piece));
}
