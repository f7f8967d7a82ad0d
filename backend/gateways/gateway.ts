import type { CardBrand } from '@/lib/domain/card/card-fields';
import type { CardWallet } from '@/lib/domain/methods/card-wallets';
import type { MethodLimits } from '@/lib/domain/methods/method-descriptor';
import type { DirectPost, GatewayRequest } from '@/lib/domain/payment/gateway-request';
import type { CardEntryPlace } from '@/lib/domain/payment/card-entry-place';
import type { PaymentMethod } from '@/lib/domain/methods/payment-methods';
import type { Sen } from '@/lib/domain/money';
import type { ResultRoute } from '@/lib/domain/payment/outcomes';
import type { Bank } from '@/lib/domain/payment/payment';
import type { ReceiptCard } from '@/lib/domain/receipt/receipt';
import type { Result } from '@/lib/domain/result';

/** The data of an attempt that a gateway needs. */
export interface AttemptOrder {
  /** The attempt's number at the gateway, generated here: 20 lower-case letters and digits, unguessable, unique. */
  readonly number: string;
  /** The gateway's id of the payment, as `begin` returned it; null before, and for a gateway that has none. */
  readonly paymentId: string | null;
  readonly method: PaymentMethod;
  /** Where the payer's browser returns: a path of the site. */
  readonly resultRoute: ResultRoute;
  readonly amount: Sen;
  readonly description: string;
  readonly payerEmail: string;
  /** Null if the payer gave none. */
  readonly payerPhone: string | null;
  /** The payer's IP address. */
  readonly clientAddress: string;
  /** The language in which the payer pays: a `Locale` of the release that began the attempt. */
  readonly language: string;
  /** Start of the attempt, and when its page or code must no longer be payable, ISO 8601. */
  readonly startedAt: string;
  readonly deadline: string;
  /** The payer's choice within the method: a bank's id, a wallet or a carrier; null if the method has none. */
  readonly provider: string | null;
  /** The payer has asked for the card to be saved, or for auto debit with it: for a gateway that keeps cards. */
  readonly savesCard?: boolean;
}

/** Decrypted card data for the acquirer. It exists in memory only. */
export interface CardData {
  readonly number: string;
  /** `MM/YY`. */
  readonly expiry: string;
  readonly cvv: string | null;
  readonly name: string;
}

export const gatewayStatuses = [
  'successful',
  'failed',
  'cancelled',
  'expired',
  'pending',
  'pending-approval',
  'unknown',
] as const;
/** The state of an attempt at its gateway. 'unknown': the gateway has no such attempt. */
export type GatewayStatus = (typeof gatewayStatuses)[number];

/** A card that its gateway keeps, and charges by a token. */
export interface KeptCard {
  /** At most 100 characters; worth nothing without our credentials at the gateway. */
  readonly token: string;
  readonly brand: CardBrand;
  readonly lastFour: string;
  /** `MM/YY`. */
  readonly expiry: string;
}

/** A card that its gateway has kept on a payment. `card` is null for one that must not be charged again: the gateway deletes it. */
export interface RememberedCard {
  readonly token: string;
  readonly card: KeptCard | null;
}

/** A gateway's report on one attempt. Its signature has been verified. */
export interface GatewayReport {
  /** The attempt's number, as the gateway repeats it. */
  readonly number: string;
  readonly status: GatewayStatus;
  readonly amount: Sen;
  readonly currency: string;
  /** The gateway's transaction number; empty if it gave none. */
  readonly gatewayReference: string;
  /** The gateway's code for the status, for history and support. */
  readonly reasonCode: string;
  /** The bank's or card scheme's name for the receipt; null if the gateway gave none. */
  readonly bankName: string | null;
  /** The card that paid, for the receipt; absent if the gateway does not tell. */
  readonly card?: ReceiptCard;
  /** The card that the gateway has kept on this payment; undefined if it has kept none. */
  readonly remembered?: RememberedCard;
}

/** A payer's dispute of a payment, as the gateway reports it. Its signature has been verified. */
export interface DisputeReport {
  /** The gateway's id of the dispute, or of its payment where disputes have none. */
  readonly dispute: string;
  /** The attempt's number; null: the dispute is of the payment that `readGatewayReference` reads. */
  readonly number: string | null;
  /** `opened`: the gateway has taken the money back for now. `lost`: for good. */
  readonly status: 'opened' | 'won' | 'lost';
  readonly amount: Sen;
  readonly currency: string;
  /** The card scheme's or the gateway's code. */
  readonly reasonCode: string;
  /** Until when it wants our answer, ISO 8601; null if it does not say. */
  readonly respondBy: string | null;
}

export type ReturnError = 'malformed' | 'unsigned';
export type GatewayError = 'unreachable' | 'refused';

/**
 * The result of beginning an attempt: a redirect to the gateway's page, a form of card fields that the payer's browser posts to it, a code that the payer shows at a counter or scans, or a final report
 * (a card without a challenge). A code is valid until `expiresAt`, ISO 8601. `paymentId`: the gateway's id of the payment, at most 100
 * characters, where it cannot be found by our number; it is stored before the payer is redirected.
 */
export type GatewayStart =
  | { readonly kind: 'redirect'; readonly request: GatewayRequest; readonly paymentId?: string }
  | { readonly kind: 'direct-post'; readonly request: DirectPost; readonly paymentId?: string }
  | { readonly kind: 'barcode'; readonly text: string; readonly expiresAt: string }
  | { readonly kind: 'qr'; readonly payload: string; readonly expiresAt: string }
  | { readonly kind: 'report'; readonly report: GatewayReport };

/** A refund of a payment that the gateway has confirmed, all or part of it. */
export interface RefundOrder {
  /** Ours, 26 lower-case letters and digits, unguessable: the idempotency key, where the gateway has one. */
  readonly reference: string;
  /** The payment, as it was begun. */
  readonly payment: AttemptOrder;
  /** The gateway's transaction number of the payment. */
  readonly gatewayReference: string;
  /** What is refunded of the payment's amount. */
  readonly amount: Sen;
}

/** What became of a refund. */
export type RefundAnswer =
  /** `gatewayReference`: the gateway's number of the refund, or of its payment where refunds have none. */
  | { readonly status: 'succeeded'; readonly gatewayReference: string }
  /** The gateway has decided that nothing is returned. `reason`: its code, at most 64 characters. */
  | { readonly status: 'failed'; readonly reason: string }
  /** The gateway has the refund, and has not decided yet. */
  | { readonly status: 'pending' }
  /** No answer, or one that cannot be understood: the money may have been returned. */
  | { readonly status: 'unknown' };

/**
 * What a gateway tells of all refunds of a payment: their sum, or, where it tells no sum, only whether it calls the payment refunded. The
 * latter may say no about a payment of which a part was refunded.
 */
export type RefundedState = { readonly amount: Sen } | { readonly isRefunded: boolean };

/**
 * How a gateway refunds. `by-reference`: it refunds once under one reference, so that a refund without an answer is asked for, and repeated if
 * the gateway has never heard of it. `never`: it has no such key. One refund of a payment is in flight at a time; what the gateway calls
 * refunded is read before it is sent, and after a lost answer; it is never repeated. None of the methods throws for what the gateway does or
 * does not answer.
 */
export type GatewayRefunds =
  | {
      readonly repeats: 'by-reference';
      refund(order: RefundOrder): Promise<RefundAnswer>;
      /** Asks what became of a refund; `not-found`: the gateway has never heard of it. */
      findRefund(order: RefundOrder): Promise<RefundAnswer | { readonly status: 'not-found' }>;
    }
  | {
      readonly repeats: 'never';
      refund(order: RefundOrder): Promise<RefundAnswer>;
      readRefunded(payment: AttemptOrder): Promise<Result<RefundedState, GatewayError>>;
    };

/**
 * How a gateway charges a card that is stored here, without its payer, who has agreed to it before (a merchant-initiated transaction). The payer is
 * asked for nothing: a charge that needs an authentication fails.
 */
export interface GatewayCharges {
  /**
   * Charges a card, whose CVV is null. It is one charge however often it is called for the same number, also after 'unreachable', which may have
   * moved money.
   */
  chargeCard(order: AttemptOrder, card: CardData): Promise<Result<GatewayReport, GatewayError>>;
  /** Whether a card must never be charged again after a charge that failed for this reason, a `reasonCode` of the gateway. */
  isFinalDecline(reasonCode: string): boolean;
  /** Whether the issuer wants the payer to authenticate what failed for this reason: a charge without the payer fails again. */
  needsPayer(reasonCode: string): boolean;
}

/** The state of a verification; its card once it is 'successful'. */
export interface VerificationReport {
  readonly report: GatewayReport;
  readonly card: KeptCard | null;
}

/**
 * How a gateway keeps cards, and charges them by a token. For auto debit a card is entered on the gateway's page and verified without a charge, and
 * charged without its payer, who has agreed to it before; a saved card is one that the payer has asked to save (`AttemptOrder.savesCard`), as the
 * report of its payment tells (`remembered`), and is charged without a CVV. The charge has two steps, so that one whose answer was lost can be asked about, and is never sent twice: what is
 * charged is created, its id is stored, and then it is charged. None of the methods throws for what the gateway does or does not answer.
 */
export interface GatewayTokens {
  /**
   * Begins the verification of a card, whose `order.amount` is 0. A lost answer moves nothing, and no payer was redirected. The payer's browser
   * returns to the order's result route.
   */
  beginVerification(
    order: AttemptOrder,
  ): Promise<Result<{ readonly request: GatewayRequest; readonly paymentId: string }, GatewayError>>;
  /** Queries the state of a verification; one whose card was declined may be ended by it. */
  readVerification(order: AttemptOrder): Promise<Result<VerificationReport, GatewayError>>;
  /** Creates what is charged to a card, and returns the gateway's id of it. It moves no money, and is charged by `charge` only. */
  prepareCharge(order: AttemptOrder, token: string): Promise<Result<string, GatewayError>>;
  /** Charges what was prepared, whose id is `order.paymentId`: called once. After 'unreachable' it may have been charged; 'refused': it was not. */
  charge(order: AttemptOrder, token: string): Promise<Result<GatewayReport, GatewayError>>;
  /**
   * Settles what was prepared and may have been charged: reports its outcome, or withdraws it, so that it cannot be charged any more. 'pending':
   * the gateway does not know the outcome yet.
   */
  settleCharge(order: AttemptOrder): Promise<Result<GatewayReport, GatewayError>>;
  /** Has the gateway delete a card; deleting one that is deleted succeeds. */
  removeCard(token: string): Promise<Result<null, GatewayError>>;
  /** As in `GatewayCharges`. */
  isFinalDecline(reasonCode: string): boolean;
  /** As in `GatewayCharges`. */
  needsPayer(reasonCode: string): boolean;
}

export type CredentialsCheck = 'accepted' | 'rejected' | 'unreachable';

/** The banks of FPX, and whether each is online. */
export interface BankDirectory {
  /** Lists all banks of a kind, also offline ones. Never fails: without an answer of the gateway all banks are online. */
  listBanks(kind: 'personal' | 'corporate'): Promise<readonly Bank[]>;
  /** Clears what is cached. */
  clearCache(): void;
}

/** The URLs to which a gateway reports. */
export interface GatewayAddresses {
  /** The last segment of its callback URL; null if it has no callback. Gateways whose network has one callback URL share it. */
  readonly callback: string | null;
  /**
   * The header with the signature of a callback whose signature covers the body as it was sent, in lower case. `verifyReport`, `readNumber` and
   * `verifyDispute` then get a callback as two fields, `body` and `signature`, and a browser's return as its own fields.
   */
  readonly signatureHeader?: string;
  /** The result routes to which it returns the payer's browser. */
  readonly returnRoutes: readonly ResultRoute[];
}

/** Returns a gateway's callback URL at the backend `backendUrl`. */
export function callbackUrlOf({ callback }: { readonly callback: string }, backendUrl: string): string {
  return `${backendUrl}/callbacks/${callback}`;
}

/**
 * A payment gateway: its wire format, signatures and codes. It is independent of orders, states and the database. Every method may be called
 * again for the same attempt, which the number identifies.
 */
export interface Gateway extends GatewayAddresses {
  readonly name: string;
  /** For a gateway that serves FPX. */
  readonly banks?: BankDirectory;
  /** The wallets that it serves; all of them where this is undefined. */
  readonly wallets?: readonly string[];
  /**
   * Payers enter their cards on the gateway's page, or in a form that is posted to it: `begin` is given none. With 'direct' it may still redirect to
   * the page, where one payment has no such form. Undefined: `begin` is given the card.
   */
  readonly cardEntry?: Exclude<CardEntryPlace, 'own'>;
  /** The wallets that its page offers for a card; undefined: none that we know of. */
  readonly cardWallets?: readonly CardWallet[];
  /** How long its page can be paid once the browser was redirected to it, ms; undefined for a gateway without a page. */
  readonly sessionMs?: number;
  /** The limits of one payment in this deployment; undefined: the method's own. */
  readonly limits?: MethodLimits;
  /** Begins an attempt. `card` is given for card methods only. */
  begin(order: AttemptOrder, card?: CardData): Promise<Result<GatewayStart, GatewayError>>;
  /** Verifies the signature of a browser's return or a server's callback, and reads its fields. Called by backend/payments/returns.ts. */
  verifyReport(fields: Readonly<Record<string, string>>): Result<GatewayReport, ReturnError>;
  /** Returns the attempt's number from a return or callback, without verifying it: to find the attempt. */
  readNumber(fields: Readonly<Record<string, string>>): string | null;
  /** Verifies and reads a callback that reports a dispute; null if the fields are those of another report. For gateways that report disputes. */
  verifyDispute?(fields: Readonly<Record<string, string>>): Result<DisputeReport, ReturnError> | null;
  /**
   * Asks, by a call that changes nothing, whether the gateway accepts our credentials. Absent where an enquiry about an unknown number tells it.
   */
  checkCredentials?(): Promise<CredentialsCheck>;
  /**
   * Returns the gateway's transaction number of a confirmed payment from a callback that does not carry ours, without verifying it. For gateways
   * whose disputes name their own number only.
   */
  readGatewayReference?(fields: Readonly<Record<string, string>>): string | null;
  /**
   * Whether a callback is genuine, and reports nothing that we handle. It is acknowledged without effect. For gateways that send every event to
   * one URL, and stop sending if one is refused.
   */
  isWithoutEffect?(fields: Readonly<Record<string, string>>): boolean;
  /**
   * Why an attempt that is not paid ended, by its `reasonCode`: `fault`, where the bank or wallet, or the network to it, reports a technical fault of its
   * own, which no payer can bring about; `unfinished`, where the payer's page there timed out, or there is no outcome yet. Null for what the payer or we
   * did, and for a code that does not tell. Absent: no code tells.
   */
  causeOf?(reasonCode: string): 'fault' | 'unfinished' | null;
  /** Queries the gateway for the state of an attempt. */
  enquire(order: AttemptOrder): Promise<Result<GatewayReport, GatewayError>>;
  /**
   * Withdraws a code, so that it can no longer be paid. Status 'cancelled' if it was withdrawn, 'successful' if it had been paid. Required
   * where a code stays payable after the payer has left its page.
   */
  withdraw?(order: AttemptOrder): Promise<Result<GatewayReport, GatewayError>>;
  /** Voids an approved payment, for gateways that verify cards by a payment. Status 'cancelled' once it is voided. */
  voidPayment?(order: AttemptOrder): Promise<Result<GatewayReport, GatewayError>>;
  /** Absent where its network has no refunds: a person returns the money by bank transfer. */
  readonly refunds?: GatewayRefunds;
  /** For a gateway that charges, by auto debit, cards that are stored here. */
  readonly charges?: GatewayCharges;
  /** For a gateway that keeps cards, for auto debit and for payers who save them. It has either these or `charges`. */
  readonly tokens?: GatewayTokens;
}
