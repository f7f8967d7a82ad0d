import { defaultAccentColour } from '@/lib/domain/accent-colour';
import type { CustomerService } from '@/lib/domain/customer-service';
import type { Locale } from '@/lib/domain/locales';
import { awaitsReceiptNumber, type Receipt } from '@/lib/domain/receipt/receipt';
import {
  listTermLines,
  splitAddresses,
  writeDetail,
  writeReceiptDocument,
  type ReceiptDocument,
  type ReceiptRow,
  type ReceiptSection,
  type TranslateReceipt,
} from '@/lib/domain/receipt/receipt-document';
import { escapeHtml } from '@/lib/domain/visit/escape-html';
import { readAccentInk } from '@/lib/theme/theme';
import { catalogues } from '@/messages/catalogues';
import type { MailParts } from '../db/tables';
import { formatMessage } from '../format-message';

/** Returns the message with a dotted key. Throws if there is none: a bug. */
function findMessage(language: Locale, key: string): string {
  const found = key
    .split('.')
    .reduce<unknown>(
      (node, part) => (typeof node === 'object' && node !== null ? new Map(Object.entries(node)).get(part) : undefined),
      catalogues[language],
    );
  if (typeof found !== 'string') throw new Error(`no message ${key}`);
  return found;
}

/** Returns the translator of receipts into a language. */
export function receiptTranslator(language: Locale): TranslateReceipt {
  return (key, values) => formatMessage(findMessage(language, key), language, values);
}

/** What the e-mail has besides the receipt: what the receipt has later, the link to it, and why it was sent. */
interface MailTexts {
  /** Null: the receipt is complete. */
  readonly follows: string | null;
  readonly open: string;
  readonly url: string;
  readonly footer: string;
}

const cell = 'padding:8px 0;border-top:1px solid #dadde4;vertical-align:top';
const totalCell = 'padding:8px 0;border-top:2px solid #16181d;vertical-align:top;font-weight:700';
const soft = 'color:#494f5c';

/** Whether a value stays on one line of a phone's window, as an amount or a time does: a squeezed cell would break an amount. A text may break. */
function staysOnLine(value: string): boolean {
  return value.length <= 22;
}

/** Whether a value, as a payment ID, is too long to be whole beside its term in a phone's window. */
function isLongReference(value: string): boolean {
  return value.length > 16 && !/\s/.test(value);
}

function writeRow(row: ReceiptRow): string {
  const { value, detail, isTotal } = row;
  const termStyle = isTotal ? totalCell : `${cell};font-weight:normal${detail ? '' : `;${soft}`}`;
  const valueStyle = isTotal ? totalCell : `${cell};font-weight:600`;
  const [term = '', ...names] = listTermLines(row).map(escapeHtml);
  if (isLongReference(value)) {
    return (
      `<tr><td colspan="2" style="${cell}"><span style="${soft}">${term}</span> ` +
      `<div align="right" style="font-weight:600;word-break:break-word">${escapeHtml(value)}</div></td></tr>`
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

function writeTable(rows: readonly ReceiptRow[]): string {
  const lines = rows.map(writeRow);
  return `<table cellpadding="0" cellspacing="0" width="100%" style="border-collapse:collapse">\n${lines.join('\n')}\n</table>`;
}

function writeSection(section: ReceiptSection | null): string {
  if (section === null || section.rows.length === 0) return '';
  return `<h2 style="margin:24px 0 8px;font-size:18px">${escapeHtml(section.title)}</h2>\n${writeTable(section.rows)}`;
}

function writeNote(note: string, index: number): string {
  const parts = splitAddresses(note).map((part, place) =>
    place % 2 === 0 ? escapeHtml(part) : `<span style="display:inline-block">${escapeHtml(part)}</span>`,
  );
  return `<p style="margin:${index === 0 ? 16 : 4}px 0 0;font-size:14px;${soft}">${parts.join('')}</p>`;
}

/** The name of the site, or of the partner that issues the receipt, in place of its logo: mail clients show no image before they are told to. */
function writeBrand(name: string, accent: string): string {
  return `<p style="max-width:528px;margin:0 auto 12px;padding:0 16px;font-size:24px;line-height:1.25;font-weight:700;color:${accent}">${escapeHtml(name)}</p>`;
}

/** Mail clients ignore style sheets and scripts; tables with inline styles work in all of them. */
function writeHtml(document: ReceiptDocument, { follows, open, url, footer }: MailTexts): string {
  const { amount, details, issuer, items, language, notes, rows, status, title } = document;
  const isPartner = issuer.themeColour !== undefined;
  const accent = readAccentInk(issuer.themeColour ?? defaultAccentColour);
  const paragraph = (text: string, style: string) => `<p style="${style}">${escapeHtml(text)}</p>`;
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title></head>
<body style="margin:0;padding:16px 8px;background:#f6f7f9;color:#16181d;font:16px/1.5 system-ui,-apple-system,Arial,sans-serif">
${writeBrand(isPartner ? issuer.name : catalogues[language].layout.siteName, accent)}
<div style="max-width:528px;margin:0 auto;padding:24px 16px;background:#ffffff;border:1px solid #dadde4;border-radius:16px">
${issuer.role === null ? '' : paragraph(issuer.role, `margin:0;font-size:14px;${soft}`)}
${issuer.isLogo || (isPartner && issuer.role === null) ? '' : paragraph(issuer.name, 'margin:0;font-weight:600')}
${issuer.lines.map((line) => paragraph(line, `margin:0;font-size:14px;${soft}`)).join('\n')}
<h1 style="margin:16px 0 8px;font-size:24px;line-height:1.25">${escapeHtml(title)}</h1>
${paragraph(amount.term, `margin:0;${soft}`)}
${paragraph(amount.value, 'margin:0 0 8px;font-size:32px;line-height:1.25;font-weight:700')}
${paragraph(status.title, 'margin:0 0 8px;font-weight:600;color:#085a33')}
${paragraph(status.sentences.join(' '), 'margin:0 0 16px')}
${writeTable(rows)}
${writeSection(items)}
${follows === null ? '' : paragraph(follows, 'margin:24px 0 0')}
<p style="margin:${follows === null ? 24 : 12}px 0 24px"><a href="${escapeHtml(url)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:${accent};color:#ffffff;font-weight:600;text-decoration:none">${escapeHtml(open)}</a></p>
${writeSection(details)}
${notes.map(writeNote).join('\n')}
</div>
${paragraph(footer, `max-width:528px;margin:16px auto 0;font-size:14px;${soft}`)}
</body></html>`;
}

function listRows(rows: readonly ReceiptRow[]): readonly string[] {
  return rows.flatMap((row) => [
    `${listTermLines(row).join(', ')}: ${row.value}`,
    ...(row.detail ? [`  ${writeDetail(row.detail)}`] : []),
  ]);
}

function writeText(document: ReceiptDocument, { follows, open, url, footer }: MailTexts): string {
  const { amount, details, issuer, items, notes, rows, status, title } = document;
  const paragraphs = [
    [title, issuer.role === null ? issuer.name : `${issuer.role}: ${issuer.name}`, ...issuer.lines],
    [status.title, status.sentences.join(' ')],
    [`${amount.term}: ${amount.value}`, ...listRows(rows)],
    items === null ? [] : [items.title, ...listRows(items.rows)],
    [...(follows === null ? [] : [follows]), `${open}: ${url}`],
    [details.title, ...listRows(details.rows)],
    [...notes, footer],
  ];
  return paragraphs
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

/** Writes a receipt as the plain text and the HTML of an e-mail. `url` opens the receipt's page. */
export function writeReceipt(
  receipt: Receipt,
  language: Locale,
  url: string,
  customerService: CustomerService,
): { readonly text: string; readonly mail: Required<Pick<MailParts, 'subject' | 'html'>> } {
  const words = catalogues[language].receipt;
  const document = writeReceiptDocument(receipt, language, receiptTranslator(language), customerService);
  const later = receipt.accounts.length > 0 ? words.numbersFollow : words.numberFollows;
  const texts = {
    follows: awaitsReceiptNumber(receipt) ? formatMessage(later, language, { biller: document.issuer.name }) : null,
    open: formatMessage(words.open, language),
    url,
    footer: formatMessage(words.footer, language),
  };
  return {
    text: writeText(document, texts),
    mail: {
      subject: formatMessage(words.subject, language, { amount: document.amount.value, product: document.product }),
      html: writeHtml(document, texts),
    },
  };
}
