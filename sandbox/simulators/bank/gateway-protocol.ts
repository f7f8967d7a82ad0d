import type { BankPayment } from './bank-payment';

export type ReportChannel = 'return' | 'callback';
export type ReturnMethod = 'get' | 'post';
/** A step of a payer's dispute of a payment. */
export interface Dispute {
  readonly outcome: 'opened' | 'won' | 'lost';
  /** The card scheme's code. */
  readonly reason: string;
  /** In sen: all or part of the payment. */
  readonly amount: number;
}

export type ReportFields = Readonly<Record<string, string>>;

/** How a simulated gateway communicates with the merchant, independent of its wire format. */
export interface GatewayProtocol {
  /** The page's heading: the bank's or card issuer's name. */
  describeBank(payment: BankPayment): string;
  returnUrl(payment: BankPayment): string;
  /** How the browser returns; by default by POST. */
  returnMethod?(payment: BankPayment): ReturnMethod;
  callbackUrl(payment: BankPayment): string;
  /** The signed fields of the payment's current state. */
  signReport(payment: BankPayment, channel: ReportChannel): ReportFields;
  /** The signed fields of a step of a dispute of the payment; for gateways that report disputes. */
  signDispute?(payment: BankPayment, dispute: Dispute): ReportFields;
  /** The same fields with another amount, and the original signature. */
  tamperWithAmount(fields: ReportFields, amount: number): ReportFields;
  /** Another payment's fields with this number. */
  replaceNumber(fields: ReportFields, number: string): ReportFields;
}
