import type { BillerName } from '@/lib/configuration/biller';
import type { Bill } from '@/lib/domain/bill/bill';
import type { CardBrand } from '@/lib/domain/card/card-fields';
import type { PaymentMethod } from '@/lib/domain/methods/payment-methods';
import type { Sen } from '@/lib/domain/money';

/** An account's latest bill at its biller, and the restrictions on paying it. */
export interface AccountBill extends Omit<
  Bill,
  'accountName' | 'barcode' | 'outstanding' | 'recentPayments' | 'reminderDaysBefore' | 'accountsPerPayment' | 'readAt'
> {
  /** The biller's reference of the bill; null where it has none. */
  readonly billReference: string | null;
  /** Unmasked: the backend masks it in responses. */
  readonly holderName: string;
  /** `blacklisted`: payments are refused; `processing`: the biller is processing a payment of this bill already. */
  readonly standing: 'ordinary' | 'blacklisted' | 'processing';
  /** `601…`; null when none is on file. */
  readonly mobileNumber: string | null;
  readonly isOnAutoDebit: boolean;
  /** Whether the biller accepts instalments for this bill. The banks' plans set the minimum amount. */
  readonly isEpp: boolean;
  /**
   * Of an imported bill, whose balances are shown less what was credited since: the biller's own balance, and when it was that. Absent
   * where the balances are what the biller says now.
   */
  readonly imported?: { readonly balance: Sen; readonly asOf: Date };
}

/** A credited payment of a bill, as its biller receives it. */
export interface BillPayment {
  /** Ours, unguessable: also the idempotency key, under which the biller takes a payment once. */
  readonly reference: string;
  readonly accountNumber: string;
  readonly billReference: string | null;
  readonly amount: Sen;
  readonly currency: 'MYR';
  readonly paidAt: Date;
  readonly method: PaymentMethod;
  readonly gatewayReference: string;
}

/** Takes back a payment that the biller has accepted, all or part of it. */
export interface BillPaymentReversal {
  /** Ours, unguessable: also the idempotency key. */
  readonly reference: string;
  /** The reference of the payment. */
  readonly payment: string;
  readonly amount: Sen;
}

export type BillerAnswer =
  | { readonly status: 'accepted'; readonly receiptNumber: string }
  /** The biller has it, and has not decided yet. */
  | { readonly status: 'pending' }
  /** `reason`: the biller's word, at most 200 characters. */
  | { readonly status: 'refused'; readonly reason: string }
  /** No answer, or one that cannot be understood: it may have been accepted. */
  | { readonly status: 'unreachable' };

/** How payments are posted to a biller by calls. None of them throws for what the biller does or does not answer. */
export interface PostingCalls {
  postPayment(payment: BillPayment): Promise<BillerAnswer>;
  /** Asks what became of a payment or reversal; `not-found`: the biller has never heard of it. */
  findPosting(reference: string): Promise<BillerAnswer | { readonly status: 'not-found' }>;
  reversePosting(reversal: BillPaymentReversal): Promise<BillerAnswer>;
}

/** The card that an account's bills are charged to: what a biller receives of it, and no more. */
export interface MandateCard {
  readonly brand: CardBrand;
  readonly lastFour: string;
}

/** The account holder's and the payer's permission to collect an account's bills by auto debit. */
export interface Mandate {
  /** Ours, unguessable: also the idempotency key. */
  readonly reference: string;
  readonly accountNumber: string;
  readonly card: MandateCard;
  readonly registeredAt: Date;
}

/** Ends a mandate. */
export interface MandateCancellation {
  /** Ours, unguessable: also the idempotency key. */
  readonly reference: string;
  /** The reference of the mandate. */
  readonly mandate: string;
  readonly accountNumber: string;
  readonly cancelledAt: Date;
}

export type MandateAnswer = { readonly status: 'accepted' } | Exclude<BillerAnswer, { readonly status: 'accepted' }>;

/**
 * How mandates are given to a biller by calls. None of them throws for what the biller does or does not answer. A repeated call has the effect
 * of one, and the answer as it is now.
 */
export interface MandateCalls {
  createMandate(mandate: Mandate): Promise<MandateAnswer>;
  cancelMandate(cancellation: MandateCancellation): Promise<MandateAnswer>;
}

/** A biller's call to us, before anything in it is verified. */
export interface BillerCallback {
  readonly headers: Readonly<Record<string, unknown>>;
  /** The parameters of its address. */
  readonly query: unknown;
}

/** The company whose bills are paid, behind one interface: each kind of biller has a connector (design, section 6). */
export interface Biller {
  readonly name: BillerName;
  /** Finds the latest bill of an account (ten digits); null if there is no such account. */
  findBill(accountNumber: string): Promise<AccountBill | null>;
  /** Null: payments leave as files, and their answers come as files (`npm run ops -- postings`). */
  readonly postings: PostingCalls | null;
  /** `files`: mandates leave as files (`npm run ops -- mandates`). Null: the biller takes none. */
  readonly mandates: MandateCalls | 'files' | null;
  /** Returns the reference of the posting or reversal that a callback is about; null if it names none that we know. Undefined: it does not call. */
  readCallback?(callback: BillerCallback): Promise<string | null>;
}
