import type { Language } from '@/lib/contract/primitives';
import { formatRinggit, type Sen } from '@/lib/domain/money';
import type { PaymentMethod } from '@/lib/domain/methods/payment-methods';
import type { MailParts } from '../db/tables';
import { escapeHtml } from '@/lib/domain/visit/escape-html';
import { receiptWords } from './receipt-words';

/** What a receipt says: the facts of specification, section 3, Payment result. None of a card. Times ISO 8601. */
export interface Receipt {
  readonly language: Language;
  readonly productName: string;
  readonly accountNumber: string | null;
  readonly amount: Sen;
  readonly method: PaymentMethod;
  readonly bankName: string | null;
  readonly paymentId: string;
  readonly bankReference: string;
  readonly transactionId: string;
  readonly startedAt: string;
  readonly confirmedAt: string;
  readonly instalmentMonths: number | null;
  readonly isAutoDebit: boolean;
  /** Where the result can be seen, on any device. */
  readonly resultUrl: string;
}

function createMomentFormat(place: string): Intl.DateTimeFormat {
  const parts = { day: 'numeric', month: 'short', year: 'numeric', hour: 'numeric', minute: '2-digit' } as const;
  return new Intl.DateTimeFormat(place, { ...parts, timeZone: 'Asia/Kuala_Lumpur', timeZoneName: 'short' });
}

/** Made once: making one takes longer than all the rest of a receipt. */
const momentFormats = {
  en: createMomentFormat('en-MY'),
  ms: createMomentFormat('ms-MY'),
} as const satisfies Record<Language, Intl.DateTimeFormat>;

function formatMoment(iso: string, language: Language): string {
  return momentFormats[language].format(new Date(iso)).replaceAll('\u202f', ' ');
}

type Row = readonly [term: string, value: string];

function listRows(receipt: Receipt): readonly Row[] {
  const { language } = receipt;
  const words = receiptWords[language];
  const row = (term: string, value: string | null): Row[] => (value === null ? [] : [[term, value]]);
  const months = receipt.instalmentMonths;
  return [
    ...row(words.amount, formatRinggit(receipt.amount)),
    ...row(words.product, receipt.productName),
    ...row(words.accountNumber, receipt.accountNumber),
    ...row(words.paymentMethod, words.methods[receipt.method]),
    ...row(words.bank, receipt.bankName),
    ...row(words.paymentDateTime, formatMoment(receipt.confirmedAt, language)),
    ...row(words.transactionDateTime, formatMoment(receipt.startedAt, language)),
    ...row(words.paymentId, receipt.paymentId),
    ...row(words.bankReference, receipt.bankReference),
    ...row(words.transactionId, receipt.transactionId),
    ...row(words.instalments, months === null ? null : words.instalmentsValue.replace('{months}', String(months))),
    ...row(words.autoDebit, receipt.isAutoDebit ? words.autoDebitOn : words.autoDebitOff),
  ];
}

/** Mail programs know neither style sheets of ours nor scripts: a table and attributes are what all of them show. */
function writeHtml(receipt: Receipt, rows: readonly Row[]): string {
  const { language, resultUrl } = receipt;
  const words = receiptWords[language];
  const cell = 'padding:8px 0;border-top:1px solid #dadde4;vertical-align:top';
  const table = rows
    .map(
      ([term, value]) =>
        `<tr><th scope="row" align="left" style="${cell};padding-right:16px;font-weight:normal;color:#535a69">${escapeHtml(term)}</th>` +
        `<td align="right" style="${cell};font-weight:600;word-break:break-word">${escapeHtml(value)}</td></tr>`,
    )
    .join('\n');
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(words.title)}</title></head>
<body style="margin:0;padding:24px 16px;background:#f6f7f9;color:#16181d;font:16px/1.5 system-ui,-apple-system,Arial,sans-serif">
<div style="max-width:528px;margin:0 auto;padding:24px;background:#ffffff;border:1px solid #dadde4;border-radius:16px">
<h1 style="margin:0 0 8px;font-size:24px;line-height:1.25;color:#0a6b3d">${escapeHtml(words.title)}</h1>
<p style="margin:0 0 16px">${escapeHtml(words.text)}</p>
<table cellpadding="0" cellspacing="0" width="100%" style="border-collapse:collapse">
${table}
</table>
<p style="margin:16px 0 0"><a href="${escapeHtml(resultUrl)}" style="color:#cf0071">${escapeHtml(words.seeOnline)}</a></p>
</div>
<p style="max-width:528px;margin:16px auto 0;font-size:14px;color:#535a69">${escapeHtml(words.footer)}</p>
</body></html>`;
}

/** Writes a receipt in the payer's language, as plain text and as an e-mail's HTML. */
export function writeReceipt(receipt: Receipt): { readonly text: string; readonly mail: MailParts } {
  const words = receiptWords[receipt.language];
  const rows = listRows(receipt);
  const facts = rows.map(([term, value]) => `${term}: ${value}`).join('\n');
  return {
    text: `${words.title}\n${words.text}\n\n${facts}\n\n${words.seeOnline}: ${receipt.resultUrl}\n\n${words.footer}`,
    mail: {
      subject: words.subject
        .replace('{amount}', () => formatRinggit(receipt.amount))
        .replace('{product}', () => receipt.productName),
      html: writeHtml(receipt, rows),
    },
  };
}
