import type { BankPayment } from './bank-payment';

export type ReportChannel = 'return' | 'callback';
export type ReturnMethod = 'get' | 'post';
export type ReportFields = Readonly<Record<string, string>>;

/** How one kind of bank speaks to the merchant: what the pages and buttons need, whatever the wire format. */
export interface Rail {
  /** The page's heading: the bank's or card issuer's name. */
  describeBank(payment: BankPayment): string;
  returnUrl(payment: BankPayment): string;
  /** How the browser comes back; by a post where the rail says nothing. */
  returnMethod?(payment: BankPayment): ReturnMethod;
  callbackUrl(payment: BankPayment): string;
  /** The signed fields that say what the bank knows of the payment now. */
  signReport(payment: BankPayment, channel: ReportChannel): ReportFields;
  /** The same fields with another amount, under the signature of the first. */
  tamperWithAmount(fields: ReportFields, amount: number): ReportFields;
  /** Another payment's fields, with this number put in. */
  replaceNumber(fields: ReportFields, number: string): ReportFields;
}
