import type { ChargeState } from '@/lib/domain/auto-debit-charge';
import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { CardBrand } from '@/lib/domain/card/card-brands';
import type { GatewayRequest } from '@/lib/domain/payment/gateway-request';
import type { InstalmentPlan, NextAction, PricedLine } from '@/lib/domain/payment/payment';
import type { PaymentMethod } from '@/lib/domain/methods/payment-methods';
import type { AttemptState, OrderState } from '@/lib/domain/payment/payment-states';
import type { ChargebackOutcome, ChargebackState } from '@/lib/domain/payment/chargeback-states';
import type { MandateState } from '@/lib/domain/payment/mandate-states';
import type { PostingState } from '@/lib/domain/payment/posting-states';
import type { RefundState } from '@/lib/domain/payment/refund-states';
import type { ResultRoute } from '@/lib/domain/payment/outcomes';
import type { OwnAutoDebitTexts } from '../partners/auto-debit-texts';
import type { BillReminderSendsTable, BillRemindersTable } from './bill-reminder-tables';
import type { DifferenceKind, FeeRates, RunResult, SettlementLineKind } from '../reconciliation/model';

/** The SQL schema in TypeScript: one interface per table. Amounts are sen, times are by the backend's clock. */

type Json<Value> = ColumnType<Value, string, string>;
type NullableJson<Value> = ColumnType<Value | null, string | null, string | null>;
type Id = Generated<number>;

/** A customer whom the partner has identified. */
export interface PartnerCustomer {
  readonly accountNumber: string;
  readonly email?: string | undefined;
  readonly phoneNumber?: string | undefined;
  readonly partneruserkey?: string | undefined;
  readonly profile: readonly { readonly key: string; readonly value: string }[];
}

export type CustomerCheck = 'not-needed' | 'due' | 'passed' | 'refused';

/** Why an order was refused at creation: stored so that its screen can show the reason. */
export type OrderRefusal = 'blacklisted' | 'processed';

export interface PartnersTable {
  key: string;
  name: string;
  theme_color: string;
  logo_url: string;
  /** Origins that may receive results and frame payment pages; the port `*` matches any port. */
  registered_origins: Json<readonly string[]>;
  refid_prefix: string;
  payment_id_prefix: string;
  /** Which field has the partner's own id of a customer. */
  user_key_from: 'partneruserkey' | 'accountid';
  make_ues_call: boolean;
  /** The partner's endpoint that validates customer tokens; null if tokens are not validated. */
  token_check_url: string | null;
  /** The partner's webhook address, unless an order has its own. */
  webhook_url: string | null;
  /** Methods that the partner may offer; null for all. */
  provider_keys: NullableJson<readonly PaymentMethod[]>;
  minimum_amount: number;
  maximum_amount: number;
  may_link_bills: boolean;
  /** The partner's own texts for the auto-debit offer. */
  auto_debit_texts: Json<OwnAutoDebitTexts>;
  /** Of the seller of its orders, for their receipts; null: not known. */
  registration_number: Generated<string | null>;
  address: Generated<string | null>;
  support_email: Generated<string | null>;
  support_phone: Generated<string | null>;
  /** The name on the payer's bank statement. */
  statement_text: Generated<string | null>;
}

/** An item of an order. */
export interface OrderItem extends PricedLine {
  /** Of an item that pays the bill of an account: the masked name of its holder. Absent where it is not known, and in orders of the release before. */
  readonly accountName?: string;
}

export interface OrdersTable {
  refid: string;
  payment_id: string;
  partner_key: string;
  partner_order_number: string | null;
  /** Of the parsed order. The release before compares it; this one does for orders that the release before has stored. */
  partner_order_digest: string | null;
  /** Of the order as its partner sent it; null for orders of the release before. */
  partner_order_sent_digest: string | null;
  product_name: string;
  /** How many items the order has besides the one that `product_name` names; 0 where its partner named the product, and for a bill. */
  further_items: Generated<number>;
  items: Json<readonly OrderItem[]>;
  charges: Json<readonly PricedLine[]>;
  total: number;
  is_epp: boolean;
  /** Months of the instalment plan that is chosen at first; null: none. */
  month_term: Generated<number | null>;
  /** Auto debit is ticked at first. */
  auto_debit_preselected: Generated<boolean>;
  response_url: string | null;
  response_code: string | null;
  account_number: string | null;
  /** Read for orders of the previous release, which have no `bill_account`: theirs is `account_number`. */
  is_bill: boolean;
  /** The account at the biller that the order's money is credited to; null for an order that pays no bill. */
  bill_account: string | null;
  /** The biller's reference of the bill, where it has one. */
  bill_reference: string | null;
  /**
   * The maximum sum of the payments of `bill_account`, this one included, without the payer's confirmation; null: no maximum.
   */
  bill_limit: number | null;
  /** Whether the biller has `bill_account` on auto debit, as it said when the order was created; null: it was not asked. */
  on_auto_debit: Generated<boolean | null>;
  /** How many accounts the order pays: more than one are in `order_accounts`, and `bill_account` is null. 1 for any other order. */
  account_count: Generated<number>;
  /** Of an order of several accounts: how many were credited when it was paid. The table refuses another number than all. */
  credited_accounts: Generated<number>;
  /** It pays a bill that somebody else has shared: whoever pays was not shown the account number. Security, row 62. */
  is_shared: Generated<boolean>;
  webhook_url: string | null;
  /** Methods that the partner wants offered; null: all. */
  provider_keys: NullableJson<readonly PaymentMethod[]>;
  customer: NullableJson<PartnerCustomer>;
  /** The state of the customer token's validation. The customer counts as identified only when it is `not-needed` or `passed`. */
  customer_check: CustomerCheck;
  /** How often the partner was asked to validate the token. */
  customer_checks: Generated<number>;
  /** The encrypted token, until it is validated. */
  customer_token_sealed: string | null;
  email: string | null;
  phone_number: string | null;
  refusal: OrderRefusal | null;
  state: OrderState;
  /** An open entry of the review queue holds money of this order. */
  held_for_review: Generated<boolean>;
  created_at: Date;
  deadline: Date;
  /** How often the payer may still ask for more time: none where the partner set the deadline. */
  extensions_left: Generated<number>;
  /** It pays all that is overdue on a suspended account: its service resumes. */
  resumes_service: Generated<boolean>;
  /** When the payer's contact data were erased, here and in the order's attempts; null while there are any. */
  contact_erased_at: Generated<Date | null>;
}

export interface AttemptsTable {
  id: Id;
  order_refid: string;
  /** Our number at the gateway. */
  number: string;
  gateway: string;
  /** The gateway's id of the payment; null if it gave none. */
  gateway_payment: Generated<string | null>;
  method: PaymentMethod;
  provider: string | null;
  amount: number;
  state: AttemptState;
  onward: NullableJson<NextAction>;
  result_route: ResultRoute;
  /** The gateway has reported on this attempt, so it cannot be unknown there later. */
  gateway_answered: Generated<boolean>;
  gateway_reference: string | null;
  bank_name: string | null;
  reason_code: string | null;
  payer_address: string;
  payer_email: string;
  payer_phone: string | null;
  /** The language in which the payer chose: that of the receipt. A `Locale` of the release that wrote it. */
  payer_language: string;
  instalment_months: number | null;
  is_auto_debit: boolean;
  /** The encrypted card that the payer asked to save, until the attempt has ended. */
  card_to_save: string | null;
  /**
   * The encrypted paying card, retained for auto debit until the attempt fails, the account is registered or the retention time is over.
   */
  auto_debit_card: Generated<string | null>;
  /** The card that pays, as a receipt names it; null for another method, and where it is not known. */
  card_brand: Generated<CardBrand | null>;
  card_last_four: Generated<string | null>;
  created_at: Date;
  deadline: Date;
  confirmed_at: Date | null;
  approval_deadline: Date | null;
  enquired_at: Date | null;
  /** The site's id of the visit that began the attempt; null if it gave none. */
  visit_id: string | null;
  /** When the first unverified return arrived. */
  returned_at: Date | null;
  /** Begun by the backend, with a stored card: its gateway is called again under the same number until it has answered. */
  is_merchant_initiated: Generated<boolean>;
  /** When the budget of enquiries caused by browsers is full again: payments/enquiry-budget.ts. */
  enquiry_budget_at: Date | null;
}

export interface PaymentHistoryTable {
  id: Id;
  order_refid: string;
  attempt_id: number | null;
  /** A state of the order or, with `attempt_id`, of the attempt. */
  state: string;
  moved_by: string;
  detail: string | null;
  at: Date;
}

/** An account of an order that pays several. */
export interface OrderAccountsTable {
  order_refid: string;
  /** From 1, as the payer has put them together. */
  position: number;
  account_number: string;
  /** The biller's reference of its bill, where it has one. */
  bill_reference: string | null;
  amount: number;
  /** The maximum sum of the payments of the account, this one included, without the payer's confirmation. */
  bill_limit: number;
  /** It pays all that is overdue on a suspended account: its service resumes. */
  resumes_service: boolean;
}

export interface CreditsTable {
  id: Id;
  order_refid: string;
  /** Which of the order's accounts it is for: see `OrderAccountsTable`. */
  position: Generated<number>;
  attempt_id: number;
  account_number: string | null;
  amount: number;
  gateway: string;
  gateway_reference: string;
  at: Date;
}

/** A credit of a bill payment on its way to the biller: one for each. */
export interface PostingsTable {
  id: Id;
  /** Ours, unguessable: the biller's idempotency key. */
  reference: string;
  credit_id: number;
  state: PostingState;
  /** The connector that sent it; null: it was not sent. */
  biller: string | null;
  /** The biller's, once it is accepted. */
  receipt_number: string | null;
  /** Why it is refused or unknown. */
  reason: string | null;
  /** When it was first sent. */
  sent_at: Date | null;
  answered_at: Date | null;
  /** When the biller posted it, if it has told us. */
  posted_at: Generated<Date | null>;
  /** The file of payments that it was first in. */
  export_id: Generated<number | null>;
}

/** A file of payments for the biller. */
export interface PostingExportsTable {
  id: Id;
  exported_at: Date;
}

export interface ReviewsTable {
  id: Id;
  order_refid: string;
  attempt_id: number;
  reason: string;
  amount: number;
  gateway: string;
  gateway_reference: string;
  /** As the gateway has reported it, ISO 4217. */
  currency: Generated<string>;
  at: Date;
}

/** Another order that held money was reported for, under the same reference. */
export interface ReviewClaimsTable {
  review_id: number;
  order_refid: string;
}

/** An entry of the double-entry journal. Written by backend/ledger/journal.ts only, and never changed. */
export interface JournalEntriesTable {
  id: Id;
  kind: string;
  /** What it records, unique among entries of its kind. */
  source: string;
  order_refid: string | null;
  /** ISO 4217. */
  currency: string;
  at: Date;
}

/** A line of a journal entry: one for each account. */
export interface JournalLinesTable {
  entry_id: number;
  account: string;
  /** Sen: a debit is positive, a credit negative. */
  amount: number;
}

/** What proves that a person has returned the money, or found out what became of it. */
export interface RefundEvidence {
  /** The number of the bank transfer, or the gateway's of the refund. */
  readonly reference: string;
  /** The day of the transfer in Malaysia, `YYYY-MM-DD`. */
  readonly date: string;
  readonly note: string;
}

/** Money of a payment on its way back to its payer. */
export interface RefundsTable {
  id: Id;
  /** Ours, unguessable: the gateway's idempotency key, where it has one. */
  reference: string;
  order_refid: string;
  /** The credit whose money is returned; null for money held for review. */
  credit_id: number | null;
  /** The money held for review that is returned. */
  review_id: number | null;
  attempt_id: number;
  amount: number;
  reason: string;
  state: RefundState;
  /** Returned by bank transfer, whatever the gateway can do. */
  by_transfer: boolean;
  requested_by: string;
  requested_at: Date;
  /** The operator who approved or rejected it. */
  decided_by: string | null;
  decided_at: Date | null;
  /** When it was sent to the gateway; null for one that was not. */
  sent_at: Date | null;
  ended_at: Date | null;
  /** The operator who has ended it, where the gateway has not. */
  ended_by: string | null;
  /** The gateway's number of the refund. */
  gateway_reference: string | null;
  /** Why it is rejected, manual or failed. */
  cause: string | null;
  evidence: NullableJson<RefundEvidence>;
}

/** Takes back a posting, all or part of it, whose payment was refunded: one for each refund of a posted payment. */
export interface ReversalsTable {
  id: Id;
  /** Ours, unguessable: the biller's idempotency key. */
  reference: string;
  posting_id: number;
  refund_id: number;
  amount: number;
  created_at: Date;
  state: PostingState;
  /** The connector that sent it; null: it was not sent. */
  biller: string | null;
  /** The biller's, once it is accepted. */
  receipt_number: string | null;
  /** Why it is refused or unknown. */
  reason: string | null;
  /** When it was first sent. */
  sent_at: Date | null;
  answered_at: Date | null;
  /** When the biller has taken the payment back, if it has told us. */
  posted_at: Date | null;
  /** The file of payments that it was first in. */
  export_id: number | null;
}

export type MessageKind =
  'tac' | 'otp' | 'receipt' | 'refund' | 'reminder' | 'auto-debit' | 'approval' | 'bill-reminder';

/** What an e-mail has besides its text. */
export interface MailParts {
  /** Absent: the first line of the text. */
  readonly subject?: string;
  /** Absent: the text only. */
  readonly html?: string;
  /** Where a mail program posts to when its user does not want such e-mails any more (RFC 8058). */
  readonly unsubscribeUrl?: string;
}

export interface OutboxTable {
  id: Id;
  kind: MessageKind;
  recipient: string;
  text: string;
  code: string | null;
  mail: NullableJson<MailParts>;
  created_at: Date;
  delivered_at: Date | null;
  /** When delivery was given up: the recipient refused it, or retries failed for too long. The next start tries again. */
  given_up_at: Generated<Date | null>;
  /** The payment that it is about; null if there is none, or it is not known. */
  order_refid: Generated<string | null>;
}

export interface SandboxMessagesTable {
  id: Id;
  outbox_id: number;
  kind: MessageKind;
  recipient: string;
  text: string;
  code: string | null;
  at: Date;
}

export type JobKind =
  | 'enquire-attempt'
  | 'expire-order'
  | 'cancel-approval'
  | 'post-payment'
  | 'send-refund'
  | 'reverse-posting'
  | 'deliver-message'
  | 'deliver-webhook'
  | 'delete-card'
  | 'remind-bill'
  | AutoDebitJobKind;
export type AutoDebitJobKind =
  'settle-card-check' | 'forget-card' | 'remind-auto-debit' | 'send-mandate' | 'charge-auto-debit';

export interface JobsTable {
  id: Id;
  kind: JobKind;
  subject: string;
  due_at: Date;
  tries: Generated<number>;
  /** When the claim of a process expires, in real time. */
  claimed_until: Date | null;
  /** Whom it calls: a partner's key, a gateway's name; empty if nobody in particular. */
  lane: Generated<string>;
}

/** Lanes whose server does not answer. */
export interface PausedLanesTable {
  kind: JobKind;
  lane: string;
  /** Consecutive calls without an answer, not counting those made at the same time. */
  failures: number;
  paused_until: Date;
}

export interface IdempotencyKeysTable {
  call: string;
  key: string;
  /** Of the parsed request. */
  body_digest: string;
  /** Of a partner's request as it was sent; null for other requests and for those of the release before. */
  sent_digest: string | null;
  answer: NullableJson<unknown>;
  /** When the claim of the process that handles the request expires, in real time. */
  claimed_until: Date;
  created_at: Date;
}

export interface StoredConfigTable {
  id: number;
  config: JSONColumnType<Record<string, unknown>>;
  /** Null: the defaults. */
  instalment_plans: ColumnType<readonly InstalmentPlan[] | null, string | null | undefined, string | null>;
}

/** The history of the operator's settings. */
export interface SettingChangesTable {
  id: Id;
  at: Date;
  setting: string;
  /** Null: the default, or no downtime. */
  value: ColumnType<unknown, string | null, never>;
}

export interface DowntimesTable {
  target: string;
  from_at: Date;
  until_at: Date;
  /** Shown as it is; null: the site has its own words. */
  message: string | null;
}

export interface BillLinksTable {
  refid: string;
  account_number: string;
  amount: number | null;
  order_refid: string | null;
  created_at: Date;
}

export interface SavedCardsTable {
  /** Cards are listed in the order in which they were saved. */
  id: Id;
  unique_card_id: string;
  /** The customer or device that saved it: backend/cards/customer-owner.ts. The release before stored a customer’s account only. */
  owner: string;
  brand: 'visa' | 'mastercard' | 'amex';
  last_four: string;
  /** `MM/YY`. */
  expiry: string;
  /** The encrypted card; null for one that its gateway keeps. */
  sealed: string | null;
  /** Keyed digest of the number, or of what is shown of a card that its gateway keeps, so that one card is saved once. */
  fingerprint: string;
  is_offline: boolean;
  created_at: Date;
  /** The gateway that keeps the card, and its token of it; null: the card is stored here. */
  gateway: Generated<string | null>;
  card_token: Generated<string | null>;
}

/** A card that its gateway is asked to delete. */
export interface CardDeletionsTable {
  id: Id;
  gateway: string;
  token: string;
  /** The payment whose card it is; null: it is not known. */
  order_refid: string | null;
  requested_at: Date;
  /** When the gateway has deleted it. */
  deleted_at: Date | null;
  /** When it was asked for the last time in vain. */
  given_up_at: Date | null;
}

export interface OneTimeCodesTable {
  purpose: 'tac' | 'otp';
  subject: string;
  recipient: string;
  code_digest: string;
  expires_at: Date;
  sent_at: Date;
  sends: number;
  tries_left: number;
  used_at: Date | null;
}

export interface AutoDebitsTable {
  account_number: string;
  order_refid: string;
  registered_by: string;
  registered_at: Date;
  card_brand: 'visa' | 'mastercard' | 'amex';
  card_last_four: string;
  /** `MM/YY`. */
  card_expiry: string;
  /** The encrypted card; null for one that its gateway keeps. */
  card_sealed: string | null;
  /** The verification after which its gateway keeps the card. */
  card_verification: number | null;
  /** The reference of its mandate; null for one of a release without mandates. */
  mandate: Generated<string | null>;
  /** Whether its bills are charged by us; otherwise the biller, which is given the mandate, collects them. */
  is_charged: Generated<boolean>;
}

/** The charge of a registration's bill. Days are `YYYY-MM-DD` in Malaysia. */
export interface AutoDebitChargesTable {
  id: Id;
  /** The reference of the registration's mandate. */
  mandate: string;
  account_number: string;
  due_date: string;
  /** Sen. */
  announced_amount: number;
  /** The day of the next charge. */
  charge_on: string;
  first_charged_on: string | null;
  state: ChargeState;
  /** How often it was charged. */
  tries: Generated<number>;
  /** The gateway's reason of the last decline. */
  reason: string | null;
  announced_at: Date;
  /** When it was begun, declined or ended. */
  moved_at: Date;
}

/** The payment of each try of a charge. */
export interface AutoDebitTriesTable {
  charge_id: number;
  /** 1, 2, … */
  number: number;
  order_refid: string;
}

/** A registration for auto debit, or its cancellation, on its way to the biller. */
export interface MandatesTable {
  id: Id;
  /** Ours, unguessable: the biller's idempotency key. */
  reference: string;
  /** Of a cancellation: the mandate that it ends. */
  cancels: number | null;
  order_refid: string;
  account_number: string;
  card_brand: AutoDebitsTable['card_brand'];
  card_last_four: string;
  created_at: Date;
  state: MandateState;
  /** The connector that it was sent by. */
  biller: string | null;
  /** Why it is refused. */
  reason: string | null;
  sent_at: Date | null;
  answered_at: Date | null;
  /** The file of mandates that it was in. */
  export_id: number | null;
}

/** A file of mandates for the biller. */
export interface MandateExportsTable {
  id: Id;
  exported_at: Date;
}

export interface AutoDebitConsentsTable {
  order_refid: string;
  confirmed_by: 'otp' | 'ulm';
  confirmed_at: Date;
}

/** An authorisation of RM1 that verifies a card. Once approved it must be reversed, until the acquirer confirms the reversal. */
export interface CardVerificationsTable {
  id: Id;
  order_refid: string;
  /** Our number at the gateway. */
  number: string;
  gateway: Generated<string>;
  /** The gateway's id of the verification; null where it has none. */
  gateway_payment: string | null;
  /** What was charged to verify the card, sen; 0: the gateway keeps it, and verifies it without a charge. */
  amount: number;
  /** What was charged instead, sen, where the gateway reports another amount or currency than asked for. */
  unexpected_amount: number | null;
  /** ISO 4217. */
  unexpected_currency: string | null;
  unexpected_at: Date | null;
  state: 'initiated' | 'challenged' | 'approved' | 'reversed' | 'refused';
  is_given_up: Generated<boolean>;
  /** The encrypted card, until the account is registered or the card is refused; null for one that its gateway keeps. */
  card: string | null;
  /** The gateway's token of a card that it keeps, once it is verified. */
  card_token: string | null;
  onward: NullableJson<GatewayRequest>;
  gateway_reference: string | null;
  reason_code: string | null;
  payer_email: string;
  payer_address: string;
  created_at: Date;
  deadline: Date;
  approved_at: Date | null;
  reversed_at: Date | null;
  /** When the first unverified return arrived. */
  returned_at: Date | null;
  /** As in `attempts`. */
  enquiry_budget_at: Date | null;
}

export interface AutoDebitRemindersTable {
  order_refid: string;
  due_at: Date;
  sent_at: Date | null;
}

export interface PartnerNoncesTable {
  partner_key: string;
  nonce: string;
  seen_at: Date;
}

export interface PartnerKeysTable {
  partner_key: string;
  key_id: string;
  secret_sealed: string;
  created_at: Date;
}

export interface WebhooksTable {
  id: Id;
  event_id: string;
  event: string;
  partner_key: string;
  order_refid: string;
  url: string;
  /** JSON, as it is sent and signed. */
  body: string;
  created_at: Date;
  tries: Generated<number>;
  last_failure: string | null;
  delivered_at: Date | null;
  given_up_at: Date | null;
}

/** A try to deliver a webhook. */
export interface WebhookTriesTable {
  id: Id;
  webhook_id: number;
  /** When it was sent. */
  at: Date;
  /** Null: it was delivered. */
  failure: string | null;
}

/** `same-movement`: it is other money of ours under the same reference, reported once more. */
export type ReviewDecision = 'applied' | 'returned' | 'same-movement';

/** How an operator closed an entry of the review queue. */
export interface ReviewClosingsTable {
  /** Its kind and number, such as `money-12`. */
  entry: string;
  note: string;
  closed_at: Date;
  /** What became of held money; null for an entry that was closed with a note only. */
  decision: Generated<ReviewDecision | null>;
  /** Null for an entry that an earlier release closed. */
  operator: Generated<string | null>;
}

/** What an operator says of an attempt whose gateway does not tell its outcome. */
export interface ManualSettlementsTable {
  id: Id;
  attempt_id: number;
  /** `superseded`: the attempt was settled otherwise. */
  state: 'requested' | 'settled' | 'rejected' | 'superseded';
  outcome: 'successful' | 'failed';
  /** The gateway's, as the evidence names it; null for a failure. */
  reference: string | null;
  evidence: string;
  reason: string;
  requested_by: string;
  requested_at: Date;
  decided_by: Generated<string | null>;
  decided_at: Generated<Date | null>;
  /** The reference under which the gateway itself confirmed the payment later. */
  confirmed_reference: Generated<string | null>;
}

/** A payment that its payer disputes with the issuer: the gateway takes the money back, unless the dispute is won. */
export interface ChargebacksTable {
  id: Id;
  gateway: string;
  /** The gateway's id of the dispute. */
  dispute: string;
  order_refid: string;
  attempt_id: number;
  amount: number;
  reason_code: string;
  state: ChargebackState;
  /** An operator, or `gateway`. */
  opened_by: string;
  opened_at: Date;
  /** Until when the gateway wants our answer; null if it has not said. */
  respond_by: Date | null;
  /** What was sent as evidence. */
  evidence: Generated<string | null>;
  evidence_at: Generated<Date | null>;
  /** How the gateway says that it ended, where that is not how an operator closed it. */
  contradicted_by: Generated<ChargebackState | null>;
}

/** How a chargeback was closed; again where that was corrected. */
export interface ChargebackClosingsTable {
  chargeback_id: number;
  /** From 1. */
  number: number;
  outcome: ChargebackOutcome;
  /** Sen of a lost dispute that were held for review: taken from suspense, and no loss. */
  from_held: Generated<number>;
  /** An operator, or `gateway`. */
  closed_by: string;
  at: Date;
}

/** A person with an operator's key of their own. */
export interface OperatorsTable {
  name: string;
  /** SHA-256, base64url. */
  key_digest: string;
  /** When the present key was made. */
  created_at: Date;
  /** Null: enabled. */
  disabled_at: Date | null;
}

/** What an operator has done; append-only. */
export interface OperatorActionsTable {
  id: Id;
  /** A named operator, or `shared key`. */
  operator: string;
  action: string;
  subject: string;
  reason: string | null;
  at: Date;
}

/** A receipt that an operator has sent again. */
export interface ReceiptSendsTable {
  /** The id of the operator's command, for which there is one. */
  command: string;
  order_refid: string;
  /** Masked; null once it is erased. */
  recipient: string | null;
  sent_by: string;
  at: Date;
}

/** The company that paid an order, as its payer has named it for the receipt. */
export interface ReceiptCompaniesTable {
  order_refid: string;
  name: string;
  at: Date;
}

/** The latest link by which a payment is continued in another browser. */
export interface PaymentContinuationsTable {
  order_refid: string;
  /** Keyed. */
  token_digest: string;
  expires_at: Date;
  /** Null: nobody has used it. */
  used_at: Date | null;
}

/** An erasure of a payer's data that was asked for. Rows are never changed. */
export interface ErasuresTable {
  id: Id;
  at: Date;
  /** By the reference of a payment, or for an account. */
  scope: 'payment' | 'account';
  /** The payment's refid, or the keyed digest of the account number. */
  subject: string;
  reason: string;
  erased_by: string;
  /** The number of rows by table. */
  erased: Json<Readonly<Record<string, number>>>;
}

/** A comparison of a settlement file with our payments. Without `completed_at` its lines are still arriving, and it has no effect. */
export interface ReconciliationRunsTable {
  id: Id;
  /** The first run of the same settlement: later ones are of the same file, or of one that replaces it. */
  settlement_id: Generated<number | null>;
  profile: string;
  file_name: string;
  /** SHA-256, hexadecimal. */
  digest: string;
  gateways: string[];
  /** Whose references the file has: the gateway's, or our numbers of attempts. */
  reference_of: 'gateway' | 'attempt';
  fee_rates: Json<FeeRates>;
  period_from: Date;
  period_until: Date;
  /** The part of the period that the file settles, where there are several files of one period; else ''. */
  batch: string;
  ignored_lines: number;
  run_by: string;
  started_at: Date;
  completed_at: Generated<Date | null>;
  result: NullableJson<RunResult>;
}

/** A line of a settlement file, as a run has read it. */
export interface ReconciliationLinesTable {
  run_id: number;
  line: number;
  kind: SettlementLineKind;
  /** What the file calls a kind that the profile does not name. */
  type: string | null;
  gateway: string | null;
  reference: string;
  currency: string;
  /** What the line adds to the payout before fees; negative where it takes something off. */
  gross: number;
  /** What the gateway keeps; negative where it gives a fee back. */
  fee: number;
}

/** What a settlement file has settled. One journal entry on a gateway's account is settled once, whatever the files say. */
export interface SettledItemsTable {
  id: Id;
  /** The entry's kind and source; of fees, what makes them unique in their settlement. */
  item: string;
  settlement_id: number;
  run_id: number;
  line: number;
  /** Empty for fees that name no gateway. */
  gateway: string;
  gross: number;
  fee: number;
  settled_at: Date;
  /** The run of a file that replaces the one before, and does not have it. */
  gone_run_id: Generated<number | null>;
  gone_at: Generated<Date | null>;
}

/** What a run has found that a person has to look at. */
export interface ReconciliationDifferencesTable {
  id: Id;
  /** What differs: the same difference of a later run is the same row. */
  subject: string;
  kind: DifferenceKind;
  /** The journal entry that it is about, as in `settled_items`. */
  item: string | null;
  settlement_id: number;
  first_run_id: number;
  last_run_id: number;
  gateway: string;
  reference: string;
  /** The line of the last run's file; null: the payment is in no line. */
  line: number | null;
  order_refid: string | null;
  /** When the payment, refund or chargeback was booked here. */
  booked_at: Date | null;
  /** Here. */
  amount: number | null;
  /** In the file. */
  settled_amount: number | null;
  fee: number | null;
  detail: string | null;
  owner: Generated<string | null>;
  found_at: Date;
  closed_at: Generated<Date | null>;
  closed_by: Generated<string | null>;
  reason: Generated<string | null>;
  resolved_by_run_id: Generated<number | null>;
}

export type CardLimitKind = 'payment' | 'card' | 'issuer' | 'address' | 'network' | 'all';

/** A card attempt counts once for each attribute that velocity limits use. */
export interface CardTriesTable {
  number: string;
  kind: CardLimitKind;
  /** Keyed digest. */
  subject: string;
  at: Date;
}

export interface SandboxStateTable {
  id: number;
  clock_offset_ms: number;
}

export type FaultMode = 'error' | 'slow' | 'timeout' | 'garbage' | 'drop-answer';

export interface SandboxFaultsTable {
  call: string;
  mode: FaultMode;
  times: number;
}

export interface SandboxSeededAccountsTable {
  account_number: string;
}

export interface SandboxChargesTable {
  number: string;
  amount: number;
  verdict: 'successful' | 'failed' | 'pending';
}

/** The sandbox's biller: a payment, or with `reverses` its reversal, whose amount is negative. */
export interface SandboxBillerPostingsTable {
  id: Id;
  reference: string;
  reverses: string | null;
  account_number: string;
  amount: number;
  /** A pending one is accepted an hour after `at`. */
  status: 'pending' | 'accepted' | 'refused';
  at: Date;
}

/** The sandbox's biller: a mandate, or its cancellation. */
export interface SandboxBillerMandatesTable {
  reference: string;
  account_number: string;
  /** Of a cancellation: the mandate that it ends. */
  cancels: string | null;
  status: 'accepted' | 'refused';
  at: Date;
}

/** The sandbox's biller: a bill that a control has issued. */
export interface SandboxBillerBillsTable {
  id: Id;
  account_number: string;
  /** Sen. */
  amount: number;
  /** `YYYY-MM-DD`. */
  due_date: string;
}

export type BillerMode = 'accept' | 'refuse' | 'pending' | 'slow' | 'down' | 'lose-answer';

/** How the next postings at the sandbox's biller end. */
export interface SandboxBillerModeTable {
  id: number;
  mode: BillerMode;
  times: number;
}

export interface BillsTable {
  account_number: string;
  holder_name: string;
  account_status: 'active' | 'suspended' | 'closed';
  customer_type: string;
  current_balance: number;
  overdue_balance: number;
  /** A day in Malaysia, `YYYY-MM-DD`. */
  due_date: string | null;
  is_new: boolean;
  maximum_amount: number;
  standing: 'ordinary' | 'blacklisted' | 'processing';
  mobile_number: string | null;
  is_on_auto_debit: boolean;
  is_epp: Generated<boolean>;
  /** The time of the biller's balances. */
  as_of: Generated<Date>;
  bill_reference: Generated<string | null>;
}

/** Accounts that payments were begun for: the lock of a row serialises them. */
export interface BillAccountsTable {
  account_number: string;
}

/** An import of a file of bills. */
export interface BillImportsTable {
  id: Id;
  as_of: Date;
  /** Accounts that the file does not have are removed. */
  is_whole: boolean;
  begun_at: Date;
  /** Null: under way, or given up. */
  applied_at: Date | null;
  bills: number | null;
  /** Whether lines may be left in `imported_bills`. */
  has_lines: Generated<boolean>;
}

/** A line of a file whose import is under way. */
export interface ImportedBillsTable {
  import_id: number;
  line: number;
  account_number: string;
}

/** A request to a biller behind the GSMA Mobile Money API: a posting, or its reversal. */
export interface GsmaRequestsTable {
  /** Ours, of the posting or reversal. */
  reference: string;
  /** The UUID that identifies it at the biller. */
  correlation_id: string;
  amount: number;
  /** The biller's id of the request; null until it has given one. */
  server_correlation_id: string | null;
  requested_at: Date;
}

export interface Tables {
  bills: BillsTable;
  bill_accounts: BillAccountsTable;
  bill_imports: BillImportsTable;
  imported_bills: ImportedBillsTable;
  partners: PartnersTable;
  orders: OrdersTable;
  attempts: AttemptsTable;
  payment_history: PaymentHistoryTable;
  order_accounts: OrderAccountsTable;
  credits: CreditsTable;
  postings: PostingsTable;
  posting_exports: PostingExportsTable;
  gsma_requests: GsmaRequestsTable;
  reviews: ReviewsTable;
  journal_entries: JournalEntriesTable;
  journal_lines: JournalLinesTable;
  refunds: RefundsTable;
  reversals: ReversalsTable;
  outbox: OutboxTable;
  jobs: JobsTable;
  paused_lanes: PausedLanesTable;
  idempotency_keys: IdempotencyKeysTable;
  stored_config: StoredConfigTable;
  setting_changes: SettingChangesTable;
  downtimes: DowntimesTable;
  bill_links: BillLinksTable;
  saved_cards: SavedCardsTable;
  card_deletions: CardDeletionsTable;
  one_time_codes: OneTimeCodesTable;
  auto_debits: AutoDebitsTable;
  auto_debit_consents: AutoDebitConsentsTable;
  mandates: MandatesTable;
  auto_debit_charges: AutoDebitChargesTable;
  auto_debit_tries: AutoDebitTriesTable;
  mandate_exports: MandateExportsTable;
  card_verifications: CardVerificationsTable;
  auto_debit_reminders: AutoDebitRemindersTable;
  bill_reminders: BillRemindersTable;
  bill_reminder_sends: BillReminderSendsTable;
  partner_nonces: PartnerNoncesTable;
  partner_keys: PartnerKeysTable;
  webhooks: WebhooksTable;
  webhook_tries: WebhookTriesTable;
  review_closings: ReviewClosingsTable;
  review_claims: ReviewClaimsTable;
  manual_settlements: ManualSettlementsTable;
  chargebacks: ChargebacksTable;
  chargeback_closings: ChargebackClosingsTable;
  operators: OperatorsTable;
  operator_actions: OperatorActionsTable;
  receipt_sends: ReceiptSendsTable;
  receipt_companies: ReceiptCompaniesTable;
  payment_continuations: PaymentContinuationsTable;
  erasures: ErasuresTable;
  reconciliation_runs: ReconciliationRunsTable;
  reconciliation_lines: ReconciliationLinesTable;
  settled_items: SettledItemsTable;
  reconciliation_differences: ReconciliationDifferencesTable;
  card_tries: CardTriesTable;
  sandbox_state: SandboxStateTable;
  sandbox_messages: SandboxMessagesTable;
  sandbox_faults: SandboxFaultsTable;
  sandbox_seeded_accounts: SandboxSeededAccountsTable;
  sandbox_charges: SandboxChargesTable;
  sandbox_biller_postings: SandboxBillerPostingsTable;
  sandbox_biller_mode: SandboxBillerModeTable;
  sandbox_biller_mandates: SandboxBillerMandatesTable;
  sandbox_biller_bills: SandboxBillerBillsTable;
}
