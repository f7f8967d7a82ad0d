import { formatMoment } from '@/lib/domain/format-time';
import type { Locale } from '@/lib/domain/locales';
import { formatRinggit, type Sen } from '@/lib/domain/money';
import type { PricedLine } from '@/lib/domain/payment/payment';
import { maskAccountNumber } from '@/lib/domain/payment/customer-masking';
import { catalogues } from '@/messages/catalogues';
import { formatMessage } from '../format-message';

/** A payment from a company's account that waits, or waited, for its approver at the bank. */
interface CompanyPayment {
  readonly amount: Sen;
  /** Who is paid, as the receipt names it; null: the site. */
  readonly payee: string | null;
  /** The payee is a partner: the bank shows the site, which processes its payments. */
  readonly isPartnerPaid: boolean;
  /** When the payer made it, ISO 8601. */
  readonly madeAt: string;
  /** Null: the biller's bill, which is named in the reader's language. */
  readonly productName: string | null;
  /** The items of a partner's order; none: the biller's bill. */
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
}

function describeAccount({ accountNumber, amount }: CompanyPayment['accounts'][number]): string {
  return `${maskAccountNumber(accountNumber)} (${formatRinggit(amount)})`;
}

/** Returns who is paid: of a partner's order with the name that the approver finds at the bank. */
function describePayee({ isPartnerPaid, payee }: CompanyPayment, language: Locale): string {
  const { approvalMessage, layout } = catalogues[language];
  const site = layout.siteName;
  if (payee === null) return site;
  return isPartnerPaid ? formatMessage(approvalMessage.payee, language, { payee, site }) : payee;
}

/** Returns the facts by which the approver recognises the payment at the bank, one a line, in the terms of the result page. */
function listFacts(payment: CompanyPayment, product: string, language: Locale): readonly string[] {
  const { receipt, result, waiting } = catalogues[language];
  const { accountNumber, accounts, amount, bankName, items, madeAt, orderNumber, paymentId, transactionId } = payment;
  const facts: readonly (readonly [string, string | null])[] = [
    [result.amount, formatRinggit(amount)],
    [waiting.paidTo, describePayee(payment, language)],
    [result.product, product],
    ...items.map((item) => [receipt.items, `${item.name} (${formatRinggit(item.amount)})`] as const),
    [result.orderNumber, orderNumber],
    [result.accountNumber, accountNumber === null ? null : maskAccountNumber(accountNumber)],
    ...accounts.map((account) => [result.accountNumber, describeAccount(account)] as const),
    [receipt.transactionDateTime, formatMoment(madeAt, language)],
    [result.bank, bankName],
    [result.transactionId, transactionId],
    [result.paymentId, paymentId],
  ];
  return facts.flatMap(([term, value]) => (value === null ? [] : [`${term}: ${value}`]));
}

function writeText(paragraphs: readonly (readonly string[])[]): string {
  return paragraphs.map((lines) => lines.join('\n')).join('\n\n');
}

/**
 * Tells the payer that the company's approver has to act at the bank, until when and how, so that it can be forwarded to the approver: it says
 * nothing that only the payer may know. `approveBy` is ISO 8601; `link` opens the payment's result.
 */
export function approvalNeededText(
  payment: CompanyPayment & { readonly approveBy: string },
  link: string,
  language: Locale,
): string {
  const { approvalMessage, order, receipt } = catalogues[language];
  const product = payment.productName ?? order.billProduct;
  const values = { amount: formatRinggit(payment.amount), date: formatMoment(payment.approveBy, language), product };
  const t = (message: string) => formatMessage(message, language, values);
  return writeText([
    [t(approvalMessage.needed)],
    [t(approvalMessage.neededText), t(approvalMessage.forward)],
    [t(approvalMessage.steps), t(approvalMessage.deadline), t(receipt.times)],
    listFacts(payment, product, language),
    [formatMessage(approvalMessage.seeStatus, language, { link }), t(approvalMessage.payOnce)],
    [t(approvalMessage.footer)],
  ]);
}

/** Tells the payer that a payment has ended without its approval, and that nothing was paid. */
export function approvalEndedText(
  payment: CompanyPayment & { readonly isInTime: boolean },
  link: string,
  language: Locale,
): string {
  const { approvalMessage, order, receipt } = catalogues[language];
  const product = payment.productName ?? order.billProduct;
  const t = (message: string) =>
    formatMessage(message, language, { amount: formatRinggit(payment.amount), product, link });
  return writeText([
    [t(approvalMessage.ended)],
    [t(payment.isInTime ? approvalMessage.endedAtBank : approvalMessage.endedTooLate), t(approvalMessage.endedNext)],
    [...listFacts(payment, product, language), t(receipt.times)],
    [t(approvalMessage.seeStatus)],
    [t(approvalMessage.footer)],
  ]);
}
