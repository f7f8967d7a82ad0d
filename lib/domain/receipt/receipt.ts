import type { CardBrand } from '../card/card-brands';
import type { PaymentMethod } from '../methods/payment-methods';
import { toMalaysiaDay } from '../malaysia-time';
import type { Sen } from '../money';
import type { PaidAccount, PricedLine, ResultPosting, ResultRefund } from '../payment/payment';
import { isRefundedInFull } from '../payment/refund-states';

/** A partner whose order was paid, as the receipt tells of it; what is not known is null. */
export interface ReceiptSeller {
  /** How its customers reach it. */
  readonly email: string | null;
  readonly phone: string | null;
  /** The name that statements have for its payments by card. */
  readonly statementText: string | null;
}

/** Who received the money, as a receipt names it. */
export interface ReceiptIssuer {
  /** Null where none is configured: the receipt then names the site. */
  readonly name: string | null;
  readonly registrationNumber: string | null;
  readonly address: string | null;
  /** Of a partner: the accent colour that its registration has, unchecked; absent for the biller. */
  readonly themeColour?: string | undefined;
  /** Absent for the biller. */
  readonly seller?: ReceiptSeller | undefined;
}

/** The card that paid, as far as a receipt may name it (PCI DSS, requirement 3.4: at most the first six and last four digits). */
export interface ReceiptCard {
  readonly brand: CardBrand;
  /** Four digits. */
  readonly lastFour: string;
}

/**
 * What is true of a successful payment, for its receipt: the one source of the page, its print, the PDF and the e-mail. Specification, section
 * 3, Payment result. Times are ISO 8601.
 */
export interface Receipt {
  readonly issuer: ReceiptIssuer;
  /** Null: the biller's bill, which is named in the language of the receipt. */
  readonly productName: string | null;
  /** How many items were paid besides the one that `productName` names; 0 where it names all of them. */
  readonly furtherItems: number;
  /** The partner's number of its order; null for a payment of the site's own. */
  readonly orderNumber: string | null;
  /** As the receipt shows it: in full, or masked, by configuration. */
  readonly accountNumber: string | null;
  /** The masked name of the account's holder; null of several accounts, or no bill, and where it is not known. */
  readonly accountName: string | null;
  readonly lines: readonly PricedLine[];
  readonly charges: readonly PricedLine[];
  readonly amount: Sen;
  readonly method: PaymentMethod;
  readonly bankName: string | null;
  /** Null for another method, and where the gateway has not told. */
  readonly card: ReceiptCard | null;
  /** The company that paid, in the payer's words; null where none was given. */
  readonly companyName: string | null;
  readonly paymentId: string;
  readonly bankReference: string;
  readonly transactionId: string;
  readonly startedAt: string;
  readonly confirmedAt: string;
  readonly instalmentMonths: number | null;
  /** Whether the account is on auto debit; null: not known. */
  readonly isAutoDebit: boolean | null;
  /** Of a paid bill: the state of its posting, with the biller's receipt number; null for a payment that pays no bill. */
  readonly posting: ResultPosting | null;
  /** The accounts of a payment of several, as the receipt shows them; else none. `accountNumber` is null then. */
  readonly accounts: readonly PaidAccount[];
  /** Oldest first. */
  readonly refunds: readonly ResultRefund[];
  /** The payer's contact data are no longer stored. */
  readonly isContactErased: boolean;
}

/** Returns the biller's receipt number of a receipt; null while there is none, and once all is refunded: its posting is taken back. */
export function receiptNumberOf({
  amount,
  posting,
  refunds,
}: Pick<Receipt, 'amount' | 'posting' | 'refunds'>): string | null {
  return isRefundedInFull(amount, refunds) ? null : (posting?.receiptNumber ?? null);
}

/** Whether the biller has yet to accept a posting of a payment, which gives it a receipt number. One that a person reviews may never have one. */
export function awaitsReceiptNumber({
  amount,
  posting,
  refunds,
}: Pick<Receipt, 'amount' | 'posting' | 'refunds'>): boolean {
  const isUnderWay = posting?.status === 'queued' || posting?.status === 'pending';
  return isUnderWay && !isRefundedInFull(amount, refunds);
}

type Filed = Pick<Receipt, 'accounts' | 'amount' | 'confirmedAt' | 'orderNumber' | 'paymentId' | 'posting' | 'refunds'>;

/** Returns a number of a biller or a partner, which may have any characters, as a part of a file's name; null if nothing is left of it. */
function toFilePart(number: string): string | null {
  const part = number.replaceAll(/[^\w-]+/g, '-').slice(0, 60);
  return /\w/.test(part) ? part : null;
}

/**
 * Returns the name of a receipt's file: with the reference that the receipt has in front, or of several accounts with the first receipt number
 * among them, else the day of the payment in Malaysia, and their count.
 */
export function receiptFileName(receipt: Filed): string {
  const { accounts, amount, confirmedAt, orderNumber, paymentId, refunds } = receipt;
  if (accounts.length === 0) {
    return `receipt-${toFilePart(receiptNumberOf(receipt) ?? orderNumber ?? '') ?? paymentId}.pdf`;
  }
  const posted = isRefundedInFull(amount, refunds) ? [] : accounts;
  const number = posted.find(({ posting }) => posting?.receiptNumber)?.posting?.receiptNumber ?? '';
  return `receipts-${toFilePart(number) ?? toMalaysiaDay(confirmedAt)}-${accounts.length}-accounts.pdf`;
}

/**
 * Whether a receipt page asks its payer for the name of the company that paid: the money came from a company's account, and the receipt has none.
 * The payer of any other payment can add one, and change it. Specification, section 6.
 */
export function asksForCompany({ companyName, method }: Pick<Receipt, 'companyName' | 'method'>): boolean {
  return companyName === null && method === 'fpxCorporate';
}
