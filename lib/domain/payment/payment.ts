import type { ConfiguredLimits } from '../methods/method-table';
import type { AutoDebitTexts } from '../auto-debit';
import { quickPayPartnerKey } from '../quick-pay-partner';
import type { CardBrand } from '../card/card-fields';
import type { RecentPayment } from '../bill/recent-payments';
import type { CardEntryPlace } from './card-entry-place';
import type { DirectPost, GatewayRequest } from './gateway-request';
import type { Outcome, ResultRoute } from './outcomes';
import type { Sen } from '../money';
import type { AttemptState, OrderState } from './payment-states';
import type { PostingStatus } from './posting-states';
import type { UnappliedPayment } from './unapplied-payments';
import type { RefundDestination } from './refund-destination';
import type { RefundStatus } from './refund-states';
import type { CardWallet } from '../methods/card-wallets';
import type { PaymentMethod } from '../methods/payment-methods';
import type { ProviderCondition } from './provider-health';

export interface PricedLine {
  readonly name: string;
  readonly amount: Sen;
}

export interface Bank {
  readonly id: string;
  readonly name: string;
  readonly isOnline: boolean;
}

export interface SavedCard {
  readonly uniqueCardId: string;
  readonly brand: CardBrand;
  readonly lastFour: string;
  /** `MM/YY`. */
  readonly expiry: string;
  readonly isExpired: boolean;
  /** The issuer cannot be reached now. */
  readonly isOffline: boolean;
  readonly needsCvv: boolean;
  readonly isDefault: boolean;
}

export interface InstalmentPlan {
  readonly bank: string;
  readonly bankName: string;
  readonly months: readonly number[];
  readonly minimum: Sen;
}

/** An outage of a method, bank, wallet or carrier: `from` is in the future if it is only scheduled. Times ISO 8601. */
export interface DowntimeWindow {
  /** A payment method's id, or that of a bank, wallet or carrier. */
  readonly target: string;
  readonly from: string;
  readonly until: string;
  /** The backend's own words, shown as they are. */
  readonly message?: string | null;
}

/** How a provider of a method does just now. One that is not listed is as usual, or its payments are too few to tell. */
export interface ProviderHealth {
  readonly method: PaymentMethod;
  /** The id of the bank or wallet; null: the method has one provider only. */
  readonly provider: string | null;
  readonly condition: ProviderCondition;
}

export type NextAction =
  | ({ readonly kind: 'redirect' } & GatewayRequest)
  | ({ readonly kind: 'direct-post' } & DirectPost)
  | { readonly kind: 'barcode'; readonly text: string; readonly expiresAt: string }
  | { readonly kind: 'qr'; readonly payload: string; readonly expiresAt: string }
  | { readonly kind: 'tac'; readonly carrier: string };

/** The latest attempt to pay an order, as its page needs it. */
export interface CurrentAttempt {
  readonly state: AttemptState;
  readonly method: PaymentMethod;
  /** The id of the bank, wallet or carrier that was chosen; null: none, or it is not known. */
  readonly provider: string | null;
  readonly nextAction: NextAction | null;
  readonly resultRoute: ResultRoute;
  /** Of a failed attempt: the gateway's code. */
  readonly reasonCode: string | null;
}

export interface PaymentPage {
  readonly refid: string;
  readonly paymentId: string;
  readonly partnerKey: string;
  readonly productName: string;
  /** The result hands the payer back to the partner. */
  readonly returnsToPartner: boolean;
  /** The last four characters of the account that is paid; null: none, or it is not known. */
  readonly accountEnding: string | null;
  /** The accounts of a payment of several, each by its last four characters; none for a payment of one. */
  readonly accounts: readonly {
    readonly accountEnding: string;
    /** The masked name of its holder; null for a visit that was not shown its bill, and where it is not known. */
    readonly accountName: string | null;
    readonly amount: Sen;
  }[];
  readonly lines: readonly PricedLine[];
  readonly itemTotal: Sen;
  readonly charges: readonly PricedLine[];
  readonly total: Sen;
  readonly orderState: OrderState;
  /** Money arrived that could not be applied: no more payments are accepted until it is reviewed. */
  readonly isHeldForReview: boolean;
  /** Other payments of the order's bill, newest first. */
  readonly recentPayments: readonly RecentPayment[];
  /** A payment of the order repeats one of them, and needs the payer's confirmation. */
  readonly isRepeated: boolean;
  readonly attempt: CurrentAttempt | null;
  /** The backend's clock and the payment's deadline, ISO 8601. */
  readonly serverTime: string;
  readonly deadline: string;
  /** How often the payer may ask for more time now. */
  readonly extensionsLeft: number;
  /** It can be continued in another browser, by a link that is used once. */
  readonly continuesElsewhere: boolean;
  readonly methods: readonly PaymentMethod[];
  /** Where a new card is typed in. */
  readonly cardEntry: CardEntryPlace;
  /** What the gateway's page offers for a new card. */
  readonly cardWallets: readonly CardWallet[];
  /** Limits of methods that the deployment has in place of the usual ones. */
  readonly methodLimits: ConfiguredLimits;
  readonly savedCards: readonly SavedCard[];
  /** Whether another card can be saved, or why not. */
  readonly savingCards: 'offered' | 'full' | 'not-offered';
  /** The owner of saved cards: the customer whom the partner has identified, or the device that pays. */
  readonly cardsBelongTo: 'customer' | 'device';
  readonly autoDebitOption: 'preselected' | 'offered' | 'not-offered';
  readonly instalmentPlans: readonly InstalmentPlan[];
  /** Months of the plan that is chosen at first. */
  readonly monthTerm: number | null;
  readonly personalBanks: readonly Bank[];
  readonly corporateBanks: readonly Bank[];
  readonly wallets: readonly string[];
  readonly carriers: readonly string[];
  readonly downtimes: readonly DowntimeWindow[];
  readonly providerHealth: readonly ProviderHealth[];
  readonly customer: { readonly email: string | null; readonly phoneNumber: string | null };
  readonly preferredMethod: PaymentMethod | null;
  /** The partner's id of its customer; never sent to the browser. */
  readonly partnerUserKey: string | null;
  /** The backend's public key for card data, a JWK with its `kid`. */
  readonly cardEncryptionKey: Readonly<Record<string, string>>;
}

/** Returns whether a payment pays the biller, also for a payer whom a partner has sent; else it pays for what the partner has sold. */
export function paysBill({
  accountEnding,
  accounts,
  partnerKey,
}: Pick<PaymentPage, 'accountEnding' | 'accounts' | 'partnerKey'>): boolean {
  return accountEnding !== null || accounts.length > 0 || partnerKey === quickPayPartnerKey;
}

/** The result of starting an attempt: a next action, or an outcome. */
export interface PaymentStart {
  readonly refid: string;
  readonly resultRoute: ResultRoute;
  readonly nextAction: NextAction | null;
}

/** A paid bill's way to the biller. */
export interface ResultPosting {
  readonly status: PostingStatus;
  /** The biller's, once it is accepted. */
  readonly receiptNumber: string | null;
  /** How long posting a payment usually takes. */
  readonly usualMinutes: number;
}

/** One of several accounts that a payment pays, each with a credit and a posting of its own. */
export interface PaidAccount {
  readonly accountNumber: string;
  /** The masked name of its holder; null where it is not known, or not to be shown. */
  readonly accountName: string | null;
  readonly amount: Sen;
  /** Null while nothing is credited, where nothing is posted, and once all of it is refunded. */
  readonly posting: ResultPosting | null;
  /** All of its amount has been returned to the payer. */
  readonly isRefunded: boolean;
}

/** One of several accounts, as the result screen shows it. */
export interface ResultAccount extends PaidAccount {
  /** Until when its service resumes, ISO 8601; null where nothing is promised. */
  readonly serviceResumesBy: string | null;
}

/** Money of a payment on its way back to its payer, or returned. */
export interface ResultRefund {
  readonly status: RefundStatus;
  /** Of a payment of several accounts: the account whose money it is; null for any other. */
  readonly accountNumber: string | null;
  readonly amount: Sen;
  /** When it ended; before that, when it was requested. ISO 8601. */
  readonly at: string;
  readonly destination: RefundDestination;
}

export interface PaymentResult {
  readonly outcome: Outcome;
  readonly refid: string;
  readonly paymentId: string;
  readonly partnerKey: string;
  /** The partner's number of its order; null for a payment of the site's own. */
  readonly orderNumber: string | null;
  readonly serverTime: string;
  readonly productName: string;
  /** The partner whose order is paid; null for a bill. */
  readonly paidTo: string | null;
  /** The items and charges of a partner's order; none of a bill. */
  readonly lines: readonly PricedLine[];
  readonly charges: readonly PricedLine[];
  /** The account whose bill is paid; null for several, and for a partner's order that pays no bill. */
  readonly accountNumber: string | null;
  readonly amount: Sen;
  readonly method: PaymentMethod | null;
  /** The card of the payer's own attempt: its brand and last four digits; null for another method or visit, and where it is not known. */
  readonly card: { readonly brand: CardBrand; readonly lastFour: string } | null;
  readonly bankName: string | null;
  readonly bankReference: string | null;
  readonly transactionId: string | null;
  /** When the payment was requested and when the bank confirmed it, ISO 8601. */
  readonly startedAt: string | null;
  readonly confirmedAt: string | null;
  readonly instalmentMonths: number | null;
  /** Whether the account is on auto debit now. */
  readonly isAutoDebit: boolean;
  /** Its reader is the company's approver, who has not ordered: nothing is offered that only the payer does. */
  readonly isForApprover: boolean;
  /** The order is open and no attempt is under way: it can be paid. */
  readonly canTryAgain: boolean;
  /** The payer was redirected and can continue there, or choose another method. */
  readonly canContinue: boolean;
  /** Until when a corporate payment waits for its approval, ISO 8601. */
  readonly approvalDeadline: string | null;
  /** Masked; null: no e-mail for a company's approver was sent. */
  readonly approvalSentTo: string | null;
  readonly receiptSentTo: string | null;
  /** Of a company's payment that waits for its approver, or is paid: the company that its receipt names, if any; null: not for this visit. */
  readonly receiptCompany: { readonly companyName: string | null } | null;
  /** Opens the official receipt; null for a visit that has not paid. */
  readonly receiptToken: string | null;
  /** Only shows the receipt, to those with whom its payer shares it; null: as above, or the backend has none such. */
  readonly receiptShareToken: string | null;
  /** Of a payment that resumes a suspended service: until when, ISO 8601. Null where nothing is promised. */
  readonly serviceResumesBy: string | null;
  /** How many days before the next bill is due the payer can be reminded by e-mail; null: not offered. */
  readonly reminderDaysBefore: number | null;
  /** The payer's contact data are no longer stored. */
  readonly isContactErased: boolean;
  /** Of a paid bill: the state of its posting to the biller. */
  readonly posting: ResultPosting | null;
  /** The accounts of a payment of several, whose `accountNumber` is null and whose `posting` is the one furthest from its end; else none. */
  readonly accounts: readonly ResultAccount[];
  /** Money that arrived for the order and does not pay it, oldest first. */
  readonly unappliedPayments: readonly UnappliedPayment[];
  /** Oldest first. */
  readonly refunds: readonly ResultRefund[];
  readonly reasonCode: string | null;
  readonly returnToMerchant: { readonly url: string; readonly fields: Readonly<Record<string, string>> } | null;
  readonly responseCode: string | null;
  readonly promotion: { readonly imageUrl: string; readonly linkUrl: string } | null;
  /** Null where nothing is offered. */
  readonly autoDebitOffer: AutoDebitTexts | null;
}
