import { defaultAccentColour } from '@/lib/domain/accent-colour';
import { formatMoment } from '@/lib/domain/format-time';
import type { Locale } from '@/lib/domain/locales';
import { formatRinggit, type Sen } from '@/lib/domain/money';
import type { PricedLine } from '@/lib/domain/payment/payment';
import { maskAccountNumber } from '@/lib/domain/payment/customer-masking';
import type { ReceiptIssuer } from '@/lib/domain/receipt/receipt';
import type { ReceiptRow } from '@/lib/domain/receipt/receipt-document';
import { readAccentInk } from '@/lib/theme/theme';
import { catalogues } from '@/messages/catalogues';
import type { MailParts } from '../db/tables';
import { formatMessage } from '../format-message';
import { soft, writeButton, writeHeading, writeMailHtml, writeParagraph, writeSection, writeTable } from './mail-html';
import type { MailSection } from './mail-html';
import { listRows, writeMailText } from './mail-text';

/** A payment from a company's account that waits, or waited, for its approver at the bank. */
interface CompanyPayment {
  readonly amount: Sen;
  /** Who is paid, as the receipt names it. */
  readonly payee: Pick<ReceiptIssuer, 'name' | 'themeColour'>;
  /** The payee is a partner: the bank shows the site, which processes its payments. */
  readonly isPartnerPaid: boolean;
  /** When the payer made it, ISO 8601. */
  readonly madeAt: string;
  /** Null: the biller's bill, which is named in the reader's language. */
  readonly productName: string | null;
  /** The items and charges of a partner's order; none: the biller's bill. */
  readonly items: readonly PricedLine[];
  /** The partner's number of its order; null: the biller's bill. */
  readonly orderNumber: string | null;
  /** Null: the payment is for no account, or for several. */
  readonly accountNumber: string | null;
  /** The accounts of a payment of several, each with its part; else none. */
  readonly accounts: readonly { readonly accountNumber: string; readonly amount: Sen }[];
  readonly bankName: string | null;
  readonly paymentId: string;
  /** The number that the bank lists the payment by. */
  readonly transactionId: string;
  /** The bank's own; null: it has not told any. */
  readonly bankReference: string | null;
}

/** An e-mail of such a payment in words: its text and its HTML differ in their layout only. */
interface ApprovalDocument {
  readonly title: string;
  /** What has happened, what to do and until when: paragraphs of sentences. */
  readonly paragraphs: readonly (readonly string[])[];
  /** By which the approver recognises the payment at the bank, in the terms of the result page. */
  readonly facts: readonly ReceiptRow[];
  /** Items or accounts, of a payment that has several. */
  readonly parts: MailSection | null;
  readonly times: string;
  readonly open: string;
  /** Opens the payment's result. */
  readonly link: string;
  /** Null: nothing more is to be said. */
  readonly last: string | null;
  readonly footer: string;
}

/** An e-mail as plain text and HTML; its subject is the first line of its text. */
type ApprovalMail = { readonly text: string; readonly mail: Required<Pick<MailParts, 'html'>> };

/** Returns who is paid: of a partner's order with the name that the approver finds at the bank. */
function describePayee({ isPartnerPaid, payee }: CompanyPayment, language: Locale): string {
  const { approvalMessage, layout } = catalogues[language];
  const site = layout.siteName;
  if (payee.name === null) return site;
  return isPartnerPaid ? formatMessage(approvalMessage.payee, language, { payee: payee.name, site }) : payee.name;
}

function listFacts(payment: CompanyPayment, product: string, language: Locale): readonly ReceiptRow[] {
  const { receipt, result, waiting } = catalogues[language];
  const { accountNumber, amount, bankName, bankReference, madeAt, orderNumber, paymentId, transactionId } = payment;
  const facts: readonly (readonly [name: string, term: string, value: string | null])[] = [
    ['amount', result.amount, formatRinggit(amount)],
    ['paid-to', waiting.paidTo, describePayee(payment, language)],
    ['product', result.product, product],
    ['order-number', result.orderNumber, orderNumber],
    ['account-number', result.accountNumber, accountNumber === null ? null : maskAccountNumber(accountNumber)],
    ['started-at', receipt.transactionDateTime, formatMoment(madeAt, language)],
    ['bank', result.bank, bankName],
    ['transaction-id', result.transactionId, transactionId],
    ['bank-reference', result.bankReference, bankReference],
    ['payment-id', result.paymentId, paymentId],
  ];
  return facts.flatMap(([name, term, value]) => (value === null ? [] : [{ name, term, value }]));
}

/** Lists the accounts of a payment of several, or the items of an order of several, each with its amount, and their sum. */
function listParts({ accounts, amount: sum, items }: CompanyPayment, language: Locale): MailSection | null {
  const { receipt } = catalogues[language];
  const total = { name: 'total', term: receipt.total, value: formatRinggit(sum), isTotal: true };
  if (accounts.length > 0) {
    return {
      title: formatMessage(receipt.accounts, language, { count: accounts.length }),
      rows: [
        ...accounts.map(({ accountNumber, amount }, index) => ({
          ...{ name: `account-${index + 1}`, term: maskAccountNumber(accountNumber), value: formatRinggit(amount) },
        })),
        total,
      ],
    };
  }
  if (items.length < 2) return null;
  return {
    title: receipt.items,
    rows: [
      ...items.map(({ name, amount }, index) => ({
        ...{ name: `item-${index + 1}`, term: name, value: formatRinggit(amount) },
      })),
      total,
    ],
  };
}

function writeText({ title, paragraphs, facts, parts, times, open, link, last, footer }: ApprovalDocument): string {
  return writeMailText([
    [title],
    ...paragraphs,
    [...listRows(facts), times],
    parts === null ? [] : [parts.title, ...listRows(parts.rows)],
    [`${open}: ${link}`, ...(last === null ? [] : [last])],
    [footer],
  ]);
}

function writeHtml(document: ApprovalDocument, { isPartnerPaid, payee }: CompanyPayment, language: Locale): string {
  const { title, paragraphs, facts, parts, times, open, link, last, footer } = document;
  const accent = readAccentInk(payee.themeColour ?? defaultAccentColour);
  const brand = (isPartnerPaid ? payee.name : null) ?? catalogues[language].layout.siteName;
  return writeMailHtml({ language, title, brand, accent, footer }, [
    writeHeading(title),
    ...paragraphs.flat().map((sentences) => writeParagraph(sentences, 'margin:0 0 12px')),
    writeTable(facts),
    writeSection(parts),
    writeParagraph(times, `margin:16px 0 0;font-size:14px;${soft}`),
    writeButton(open, link, accent),
    last === null ? '' : writeParagraph(last, 'margin:0'),
  ]);
}

function write(document: ApprovalDocument, payment: CompanyPayment, language: Locale): ApprovalMail {
  return { text: writeText(document), mail: { html: writeHtml(document, payment, language) } };
}

/**
 * Tells the payer that the company's approver has to act at the bank, until when and how, so that it can be forwarded to the approver: it says
 * nothing that only the payer may know. `approveBy` is ISO 8601; `link` opens the payment's result.
 */
export function writeApprovalNeeded(
  payment: CompanyPayment & { readonly approveBy: string },
  link: string,
  language: Locale,
): ApprovalMail {
  const { approvalMessage, order, receipt } = catalogues[language];
  const product = payment.productName ?? order.billProduct;
  const values = { amount: formatRinggit(payment.amount), date: formatMoment(payment.approveBy, language), product };
  const t = (message: string) => formatMessage(message, language, values);
  const document = {
    title: t(approvalMessage.needed),
    paragraphs: [
      [t(approvalMessage.neededText), t(approvalMessage.forward)],
      [t(approvalMessage.steps), t(approvalMessage.deadline)],
    ],
    facts: listFacts(payment, product, language),
    parts: listParts(payment, language),
    times: receipt.times,
    open: approvalMessage.seeStatus,
    link,
    last: t(approvalMessage.payOnce),
    footer: approvalMessage.footer,
  };
  return write(document, payment, language);
}

/** Tells the payer that a payment has ended without its approval, and that nothing was paid. */
export function writeApprovalEnded(
  payment: CompanyPayment & { readonly isInTime: boolean },
  link: string,
  language: Locale,
): ApprovalMail {
  const { approvalMessage, order, receipt } = catalogues[language];
  const product = payment.productName ?? order.billProduct;
  const t = (message: string) => formatMessage(message, language, { amount: formatRinggit(payment.amount), product });
  const document = {
    title: t(approvalMessage.ended),
    paragraphs: [
      [t(payment.isInTime ? approvalMessage.endedAtBank : approvalMessage.endedTooLate), t(approvalMessage.endedNext)],
    ],
    facts: listFacts(payment, product, language),
    parts: listParts(payment, language),
    times: receipt.times,
    open: approvalMessage.seeStatus,
    link,
    last: null,
    footer: approvalMessage.footer,
  };
  return write(document, payment, language);
}
