import { formatDay, formatMoment } from '@/lib/domain/format-time';
import type { Locale } from '@/lib/domain/locales';
import { maskAccountNumber } from '@/lib/domain/payment/customer-masking';
import { isRefundedInFull } from '@/lib/domain/payment/refund-states';
import type { ResultPosting, ResultRefund } from '@/lib/domain/payment/payment';
import { toUsualDuration } from '@/lib/domain/payment/usual-duration';
import { formatRinggit, type Sen } from '@/lib/domain/money';
import type { PaymentMethod } from '@/lib/domain/methods/payment-methods';
import { escapeHtml } from '@/lib/domain/visit/escape-html';
import { catalogues } from '@/messages/catalogues';
import type { MailParts } from '../db/tables';
import { formatMessage } from '../format-message';

/** The contents of a receipt (specification, section 3, Payment result), without card data. Times are ISO 8601. */
export interface Receipt {
  readonly language: Locale;
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
  /** Whether the account is on auto debit; null: not known. */
  readonly isAutoDebit: boolean | null;
  /** Of a paid bill: the state of its posting; null for a payment that pays no bill. */
  readonly posting: ResultPosting | null;
  /** Oldest first. */
  readonly refunds: readonly ResultRefund[];
  /** The payer's contact data are no longer stored. */
  readonly isContactErased: boolean;
  /** The URL of the result page. */
  readonly resultUrl: string;
}

type Row = readonly [term: string, value: string];

/** The texts of a receipt in the payer's language. */
interface ReceiptTexts {
  readonly subject: string;
  readonly title: string;
  readonly text: string;
  /** Where the payment is on its way to the biller. */
  readonly posting: string | null;
  /** What became of each refund. */
  readonly refunds: readonly string[];
  /** That the payer's contact data are no longer stored. */
  readonly contactErased: string | null;
  readonly rows: readonly Row[];
  readonly seeOnline: string;
  readonly footer: string;
}

/** The state of the posting, as on the result screen. */
function translatePosting({ accountNumber, language, posting }: Receipt): string | null {
  if (accountNumber === null || posting === null) return null;
  const texts = catalogues[language].result.posting;
  const { unit, count } = toUsualDuration(posting.usualMinutes);
  const duration = formatMessage(texts[unit], language, { [unit]: count });
  return formatMessage(texts[posting.status], language, { account: maskAccountNumber(accountNumber), duration });
}

/** Uses the terms of the result screen. */
function translateReceipt(details: Receipt): ReceiptTexts {
  const { language } = details;
  const { receipt, result, methods } = catalogues[language];
  const t = (message: string, values?: Readonly<Record<string, string | number>>) =>
    formatMessage(message, language, values);
  const row = (term: string, value: string | null): Row[] => (value === null ? [] : [[t(term), value]]);
  const amount = formatRinggit(details.amount);
  const { instalmentMonths: months, isAutoDebit } = details;
  // Its posting is taken back, as the result screen has it.
  const isRefunded = isRefundedInFull(details.amount, details.refunds);
  const status = isRefunded ? result.refunded : result.successful;
  return {
    subject: t(receipt.subject, { amount, product: details.productName }),
    title: t(status.title),
    text: t(status.text, { amount }),
    posting: isRefunded ? null : translatePosting(details),
    refunds: details.refunds.map(({ amount: refunded, at, destination, status }) =>
      t(result.refund[status], { amount: formatRinggit(refunded), date: formatDay(at, language), destination }),
    ),
    contactErased: details.isContactErased ? t(result.contactErased) : null,
    rows: [
      ...row(result.amount, amount),
      ...row(result.product, details.productName),
      ...row(result.accountNumber, details.accountNumber),
      ...row(result.paymentMethod, t(methods[details.method])),
      ...row(result.bank, details.bankName),
      ...row(result.paymentDateTime, formatMoment(details.confirmedAt, language)),
      ...row(receipt.transactionDateTime, formatMoment(details.startedAt, language)),
      ...row(result.paymentId, details.paymentId),
      ...row(result.bankReference, details.bankReference),
      ...row(result.transactionId, details.transactionId),
      ...row(receipt.billerReceiptNumber, details.posting?.receiptNumber ?? null),
      ...row(result.instalments, months === null ? null : String(months)),
      ...row(result.autoDebit, isAutoDebit === null ? null : t(isAutoDebit ? result.autoDebitOn : result.autoDebitOff)),
    ],
    seeOnline: t(receipt.seeOnline),
    footer: t(receipt.footer),
  };
}

function describeStatus({ text, posting, refunds, contactErased }: ReceiptTexts): string {
  return [text, posting, ...refunds, contactErased].filter((sentence) => sentence !== null).join(' ');
}

/** Mail clients ignore style sheets and scripts; a table with inline styles works in all of them. */
function writeHtml({ language, resultUrl }: Receipt, texts: ReceiptTexts): string {
  const cell = 'padding:8px 0;border-top:1px solid #dadde4;vertical-align:top';
  const table = texts.rows
    .map(
      ([term, value]) =>
        `<tr><th scope="row" align="left" style="${cell};padding-right:16px;font-weight:normal;color:#535a69">${escapeHtml(term)}</th>` +
        `<td align="right" style="${cell};font-weight:600;word-break:break-word">${escapeHtml(value)}</td></tr>`,
    )
    .join('\n');
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(texts.title)}</title></head>
<body style="margin:0;padding:24px 16px;background:#f6f7f9;color:#16181d;font:16px/1.5 system-ui,-apple-system,Arial,sans-serif">
<div style="max-width:528px;margin:0 auto;padding:24px;background:#ffffff;border:1px solid #dadde4;border-radius:16px">
<h1 style="margin:0 0 8px;font-size:24px;line-height:1.25;color:#0a6b3d">${escapeHtml(texts.title)}</h1>
<p style="margin:0 0 16px">${escapeHtml(describeStatus(texts))}</p>
<table cellpadding="0" cellspacing="0" width="100%" style="border-collapse:collapse">
${table}
</table>
<p style="margin:16px 0 0"><a href="${escapeHtml(resultUrl)}" style="color:#cf0071">${escapeHtml(texts.seeOnline)}</a></p>
</div>
<p style="max-width:528px;margin:16px auto 0;font-size:14px;color:#535a69">${escapeHtml(texts.footer)}</p>
</body></html>`;
}

/** Writes a receipt in the payer's language, as plain text and as an e-mail's HTML. */
export function writeReceipt(receipt: Receipt): { readonly text: string; readonly mail: MailParts } {
  const texts = translateReceipt(receipt);
  const facts = texts.rows.map(([term, value]) => `${term}: ${value}`).join('\n');
  return {
    text: `${texts.title}\n${describeStatus(texts)}\n\n${facts}\n\n${texts.seeOnline}: ${receipt.resultUrl}\n\n${texts.footer}`,
    mail: { subject: texts.subject, html: writeHtml(receipt, texts) },
  };
}
