import type { Locale } from '@/lib/domain/locales';
import {
  listTermLines,
  splitAddresses,
  writeDetail,
  type ReceiptRow,
  type ReceiptSection,
} from '@/lib/domain/receipt/receipt-document';
import { escapeHtml } from '@/lib/domain/visit/escape-html';

/** Rows with a title. */
export type MailSection = Pick<ReceiptSection, 'title' | 'rows'>;

const cell = 'padding:8px 0;border-top:1px solid #dadde4;vertical-align:top';
const totalCell = 'padding:8px 0;border-top:2px solid #16181d;vertical-align:top;font-weight:700';
/** The colour of what is read second. */
export const soft = 'color:#494f5c';

/** Whether a value stays on one line of a phone's window, as an amount or a time does: a squeezed cell would break an amount. A text may break. */
function staysOnLine(value: string): boolean {
  return value.length <= 22;
}

/** Whether a value may be too long to be whole beside its term in a phone's window, as a payment ID or a time is; an amount is not. */
function mayNeedOwnLine(value: string): boolean {
  return value.length > 12;
}

function writeRow(row: ReceiptRow): string {
  const { value, detail, isTotal } = row;
  const termStyle = isTotal ? totalCell : `${cell};font-weight:normal${detail ? '' : `;${soft}`}`;
  const valueStyle = isTotal ? totalCell : `${cell};font-weight:600`;
  const [term = '', ...names] = listTermLines(row).map(escapeHtml);
  if (!isTotal && !detail && names.length === 0 && mayNeedOwnLine(value)) {
    // Beside each other where there is room, and in mail clients without flexible boxes the value below the term.
    return (
      `<tr><td colspan="2" style="${cell}"><div style="display:flex;flex-wrap:wrap;column-gap:12px"><span style="${soft}">${term}</span> ` +
      `<div align="right" style="margin-left:auto;font-weight:600;word-break:break-word">${escapeHtml(value)}</div></div></td></tr>`
    );
  }
  const breaks = staysOnLine(value) ? 'white-space:nowrap' : 'word-break:break-word';
  const nameLines = names.map((name) => `<div style="font-size:14px;${soft};white-space:nowrap">${name}</div>`);
  const detailLine = detail
    ? `<div style="font-size:14px;${detail.isStatus ? 'font-weight:700' : soft}">${escapeHtml(writeDetail(detail))}</div>`
    : '';
  return (
    `<tr><th scope="row" align="left" style="${termStyle};padding-right:12px">${term}${nameLines.join('')}${detailLine}</th>` +
    `<td align="right" style="${valueStyle};${breaks}">${escapeHtml(value)}</td></tr>`
  );
}

/** Writes rows of terms and values. */
export function writeTable(rows: readonly ReceiptRow[]): string {
  const lines = rows.map(writeRow);
  return `<table cellpadding="0" cellspacing="0" width="100%" style="border-collapse:collapse">\n${lines.join('\n')}\n</table>`;
}

/** Writes rows below their title; nothing where there are none. */
export function writeSection(section: MailSection | null): string {
  if (section === null || section.rows.length === 0) return '';
  return `<h2 style="margin:24px 0 8px;font-size:18px">${escapeHtml(section.title)}</h2>\n${writeTable(section.rows)}`;
}

/** Writes a text as a paragraph with a style. */
export function writeParagraph(text: string, style: string): string {
  return `<p style="${style}">${escapeHtml(text)}</p>`;
}

/** Writes a note below what is before it: the first of several, by `index`, at a distance. Addresses in it are not broken. */
export function writeNote(note: string, index: number): string {
  const parts = splitAddresses(note).map((part, place) =>
    place % 2 === 0 ? escapeHtml(part) : `<span style="display:inline-block">${escapeHtml(part)}</span>`,
  );
  return `<p style="margin:${index === 0 ? 16 : 4}px 0 0;font-size:14px;${soft}">${parts.join('')}</p>`;
}

/** Writes the title of an e-mail. */
export function writeHeading(title: string): string {
  return `<h1 style="margin:16px 0 8px;font-size:24px;line-height:1.25">${escapeHtml(title)}</h1>`;
}

/** Writes the button of an e-mail: a link, `above` pixels below what is before it. */
export function writeButton(label: string, url: string, accent: string, above = 24): string {
  return `<p style="margin:${above}px 0 24px"><a href="${escapeHtml(url)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:${accent};color:#ffffff;font-weight:600;text-decoration:none">${escapeHtml(label)}</a></p>`;
}

interface MailFrame {
  readonly language: Locale;
  readonly title: string;
  /** The name of the site, or of a partner, in place of its logo: mail clients show no image before they are told to. */
  readonly brand: string;
  /** The colour of the brand's name, dark enough to be read. */
  readonly accent: string;
  /** Why the e-mail was sent. */
  readonly footer: string;
}

/**
 * Writes the HTML of an e-mail around its parts. Mail clients ignore style sheets and scripts; tables with inline styles work in all of them.
 */
export function writeMailHtml({ language, title, brand, accent, footer }: MailFrame, parts: readonly string[]): string {
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title></head>
<body style="margin:0;padding:16px 8px;background:#f6f7f9;color:#16181d;font:16px/1.5 system-ui,-apple-system,Arial,sans-serif">
<p style="max-width:528px;margin:0 auto 12px;padding:0 20px;font-size:24px;line-height:1.25;font-weight:700;color:${accent}">${escapeHtml(brand)}</p>
<div style="max-width:528px;margin:0 auto;padding:20px;background:#ffffff;border:1px solid #dadde4;border-radius:16px">
${parts.filter((part) => part !== '').join('\n')}
</div>
${writeParagraph(footer, `max-width:528px;margin:16px auto 0;font-size:14px;${soft}`)}
</body></html>`;
}
