import { z } from 'zod';
import { cardBrands } from '@/lib/domain/card/card-brands';
import { maximumAccounts } from '@/lib/domain/bill/several-accounts';
import { outcomes, resultRoutes } from '@/lib/domain/payment/outcomes';
import { maximumExtensions } from '@/lib/domain/payment/time-extension';
import { cardWallets } from '@/lib/domain/methods/card-wallets';
import { cardEntryPlaces } from '@/lib/domain/payment/card-entry-place';
import { paymentMethods } from '@/lib/domain/methods/payment-methods';
import { attemptStates, orderStates } from '@/lib/domain/payment/payment-states';
import { postingStatuses } from '@/lib/domain/payment/posting-states';
import { providerConditions } from '@/lib/domain/payment/provider-health';
import { refundDestinations } from '@/lib/domain/payment/refund-destination';
import { refundStatuses } from '@/lib/domain/payment/refund-states';
import { unappliedPaymentStatuses } from '@/lib/domain/payment/unapplied-payments';
import { recentPaymentSchema } from './bill';
import { defineCall } from './call';
import {
  accountNumberSchema,
  companyNameSchema,
  deviceTokenSchema,
  emailSchema,
  formFieldsSchema,
  instantSchema,
  jweSchema,
  languageSchema,
  linkTokenSchema,
  pageLanguageSchema,
  paymentIdSchema,
  phoneNumberSchema,
  refidSchema,
  senSchema,
  visitIdSchema,
} from './primitives';

const pageQuery = z
  .object({
    refid: refidSchema.optional(),
    paymentId: paymentIdSchema.optional(),
    language: pageLanguageSchema,
  })
  .refine((query) => (query.refid === undefined) !== (query.paymentId === undefined), {
    message: 'exactly one of refid and paymentId',
  });

export const methodSchema = z.enum(paymentMethods);
/** The masked name of an account's holder; null where it is not known, or not to be shown. */
export const accountNameSchema = z.string().max(100).nullable().default(null);
export const lineSchema = z.object({ name: z.string().max(100), amount: senSchema });
const bankSchema = z.object({ bankID: z.string().max(20), bankName: z.string().max(100), isOnline: z.boolean() });
const gatewayUrlSchema = z.url({ protocol: /^https?$/ }).max(2000);

/** A request that the payer's browser makes to a gateway's own page. */
export const gatewayRequestSchema = z.object({
  url: gatewayUrlSchema,
  method: z.enum(['GET', 'POST']),
  fields: formFieldsSchema,
});

/** The gateway's name of a form's field. */
const fieldNameSchema = z.string().regex(/^[A-Za-z][\w-]{0,39}$/);

/**
 * A form of card fields whose target is a gateway: the site shows it, and the payer's browser posts it straight to `url`, form-urlencoded. The
 * number is posted as digits, the expiry as `MM/YY`, the name in at most 30 Latin letters, blanks, apostrophes, dots and dashes.
 */
const directPostSchema = z.object({
  url: gatewayUrlSchema,
  fieldNames: z
    .object({ number: fieldNameSchema, expiry: fieldNameSchema, cvv: fieldNameSchema, name: fieldNameSchema })
    .refine((names) => new Set(Object.values(names)).size === 4, { message: 'two fields have one name' }),
  /** The name of the checkbox, whose value is `on`, that has the gateway keep the card; absent: the payer has not asked for it. */
  saveField: fieldNameSchema.exactOptional(),
});

/** The payer's next action in an attempt. */
export const nextActionSchema = z.discriminatedUnion('kind', [
  gatewayRequestSchema.extend({ kind: z.literal('redirect') }),
  directPostSchema.extend({ kind: z.literal('direct-post') }),
  z.object({ kind: z.literal('barcode'), text: z.string().max(80), expiresAt: instantSchema }),
  z.object({ kind: z.literal('qr'), payload: z.string().max(512), expiresAt: instantSchema }),
  z.object({ kind: z.literal('tac'), carrier: z.string().max(40) }),
]);

export const favouriteCardSchema = z.object({
  uniqueCardId: z.string().max(40),
  cardBrand: z.enum(['visa', 'mastercard', 'amex']),
  lastFour: z.string().regex(/^\d{4}$/),
  expiry: z.string().regex(/^\d{2}\/\d{2}$/),
  isExpired: z.boolean(),
  isOffline: z.boolean(),
  /** False: the gateway keeps the card, and charges it without a CVV. */
  needsCvv: z.boolean(),
  isDefault: z.boolean(),
});

export const downtimeSchema = z.object({
  target: z.string().max(40),
  from: instantSchema,
  until: instantSchema,
  /** Shown as it is, in place of the site's own words. */
  message: z.string().max(300).nullable().default(null),
});

/** A provider that payers are warned of, or that can be named as an alternative. */
const providerHealthSchema = z.object({
  paymentMethod: methodSchema,
  /** The id of the bank or wallet; null: the method has one provider only. */
  provider: z.string().max(40).nullable(),
  /**
   * `slow` or `failing`: notably worse than usual just now; the page warns of it, and names one that is `working`, which has just made payments.
   */
  condition: z.enum(providerConditions),
});

const extensionsLeftSchema = z.int().min(0).max(maximumExtensions);

const paymentPageDtoSchema = z.object({
  productname: z.string().max(100),
  itemDescList: z.array(lineSchema),
  itemTotalAmount: senSchema,
  additionalChargesList: z.array(lineSchema),
  totalAmount: senSchema.min(1),
  currencyCode: z.literal('MYR'),
  currencyExp: z.literal(2),
  isEpp: z.boolean(),
  /** Months of the plan that is chosen at first; null: none. */
  monthTerm: z.int().nullable(),
  eppInfoList: z.array(z.object({ bank: z.string().max(20), bankName: z.string().max(100), minimumAmount: senSchema })),
  /** Months offered by each bank of `eppInfoList`. */
  installmentMonthsMap: z.record(z.string(), z.array(z.int().min(2).max(60))),
  /** The payment methods that the partner offers. */
  providerKeys: z.array(methodSchema),
  /** Limits of one payment, in place of the site's own for the method; `maximumAmount` null: none. */
  methodLimits: z
    .array(z.object({ paymentMethod: methodSchema, minimumAmount: senSchema, maximumAmount: senSchema.nullable() }))
    .default([]),
  partnerKey: z.string().max(40),
  /** The result hands the payer back to the partner, at the `responseURL` of the order. */
  returnsToPartner: z.boolean().default(false),
  /** The last four characters of the account whose bill is paid, which the page shows; null: none, or it is not known. */
  accountEnding: z.string().max(4).nullable().default(null),
  /**
   * The accounts that a payment of several pays, each by its last four characters and the masked name of its holder, with its amount; empty for one
   * account. The site shows the names to the visit that was shown the bills.
   */
  accounts: z
    .array(z.object({ accountEnding: z.string().max(4), accountName: accountNameSchema, amount: senSchema }))
    .max(maximumAccounts)
    .default([]),
  /**
   * Where a new card is typed in: on the payment page (`own`), on the gateway's page, to which the payer is redirected (`gateway`), or on a page
   * of the site whose form the browser posts straight to the gateway (`direct`: the next action of the attempt is `direct-post`).
   */
  cardEntry: z.enum(cardEntryPlaces).default('own'),
  /** The wallets that the gateway's page offers for a new card. */
  cardWallets: z.array(z.enum(cardWallets)).default([]),
  favouriteCardList: z.array(favouriteCardSchema),
  /** A new card can be saved for this order: by the backend, or by the gateway on whose page it is typed in. */
  rememberCardFlag: z.boolean(),
  /** The owner of saved cards: the customer whom the partner has identified, or the device that pays (`deviceToken`). */
  cardsBelongTo: z.enum(['customer', 'device']).default('customer'),
  /** The customer has the maximum number of saved cards. */
  maximumCardsReached: z.boolean(),
  fpxBankListPersonal: z.array(bankSchema),
  fpxBankListCorporate: z.array(bankSchema),
  ewalletEghlProviders: z.array(z.string().max(40)),
  dcbProviders: z.array(z.string().max(40)),
  autoDebitChkBox: z.boolean(),
  /** Auto debit is ticked at first. */
  autoDebitDefaultCheckedFlag: z.boolean(),
  autoDebitCampaignEnabled: z.boolean(),
  makeUesCall: z.boolean(),
  /** Told for partners' own tools: the backend has the partner validate the token before it lists saved cards, and the site has nothing to do. */
  merchantTokenValidation: z.boolean(),
  downtimeDto: z.array(downtimeSchema),
  /** How banks and wallets do just now, by the payments of the last half hour; one that is not listed is as usual. */
  providerHealthList: z.array(providerHealthSchema).default([]),
});

const attemptSchema = z.object({
  state: z.enum(attemptStates),
  paymentMethod: methodSchema,
  /** The bank, wallet or carrier that was chosen, by its id; null: none, or it is not known. */
  provider: z.string().max(40).nullable().default(null),
  onward: nextActionSchema.nullable(),
  resultRoute: z.enum(resultRoutes),
  /** Of a failed attempt: the gateway's code. */
  reasonCode: z.string().max(60).nullable().default(null),
});

export const paymentPage = defineCall({
  name: 'payment.page',
  summary: 'All that the payment page shows of one payment',
  method: 'GET',
  path: '/apg/payment/page',
  request: pageQuery,
  response: z
    .object({
      refid: refidSchema,
      paymentId: paymentIdSchema,
      orderState: z.enum(orderStates),
      /** Money arrived that could not be applied: no more payments are accepted until it is reviewed. */
      heldForReview: z.boolean().default(false),
      /** Other payments of the order's bill that its balance did not include when the order was created, newest first. */
      recentPayments: z.array(recentPaymentSchema).max(10).default([]),
      /** A payment of the order repeats one of them: it needs `payAgain`. */
      isRepeated: z.boolean().default(false),
      attempt: attemptSchema.nullable(),
      deadline: instantSchema,
      /** How often `payment.extend` gives the payer more time now: none while an attempt is under way. */
      extensionsLeft: extensionsLeftSchema.default(0),
      /** The backend makes links that continue the payment in another browser: `continuation.create`. */
      continuesElsewhere: z.boolean().default(false),
      serverTime: instantSchema,
      paymentPageDto: paymentPageDtoSchema,
      /**
       * The data of the customer whom the partner has identified. A payer's input is never returned, since the reference alone opens this
       * page.
       */
      customerDetail: z.object({
        email: z.string().max(254).nullable(),
        phoneNumber: z.string().max(20).nullable(),
        partneruserkey: z.string().max(100).nullable(),
        /** As the partner sent it. The backend takes `partneruserkey` from it where the partner's key wants that; the site reads it no further. */
        profile: z.array(z.object({ key: z.string(), value: z.string() })),
      }),
      paymentPreferenceDetail: z.object({
        emailPreference: z.string().max(254).nullable(),
        phoneNumberPreference: z.string().max(20).nullable(),
        paymentMethodPreference: methodSchema.nullable(),
      }),
      /** The public key (JWK, RSA-OAEP-256) that encrypts card data. */
      cardEncryptionKey: z.record(z.string(), z.string()),
    })
    .refine(
      ({ paymentPageDto: page }) => {
        const total = (lines: readonly { amount: number }[]) => lines.reduce((sum, line) => sum + line.amount, 0);
        return (
          total(page.itemDescList) === page.itemTotalAmount &&
          page.itemTotalAmount + total(page.additionalChargesList) === page.totalAmount
        );
      },
      { message: 'items, charges and total do not add up' },
    ),
  errors: { 'unknown-payment': 404 },
  kind: 'read',
});

export const paymentCustomer = defineCall({
  name: 'payment.customer',
  summary: 'What is known of the customer, when `makeUesCall` is set',
  method: 'GET',
  path: '/apg/payment/customer',
  request: z.object({ refid: refidSchema }),
  response: z.object({
    email: z.string().max(254).nullable(),
    phoneNumber: z.string().max(20).nullable(),
    favouriteCardList: z.array(favouriteCardSchema),
    /** The method of their last payment to this partner. */
    paymentMethodPreference: z.enum(paymentMethods).nullable().default(null),
  }),
  errors: { 'unknown-payment': 404 },
  kind: 'read',
});

export const paymentInit = defineCall({
  name: 'payment.init',
  summary: "Begins an attempt with the payer's choices",
  method: 'POST',
  path: '/apg/payment/init',
  request: z.object({
    refid: refidSchema,
    /** The total that the payer saw, in sen: another total is never charged. */
    shownAmount: senSchema.min(1),
    payerAddress: z.string().max(64).optional(),
    /** The visit that begins the attempt. */
    visitId: visitIdSchema.optional(),
    /** The device that pays: a card that it saves, or has saved, belongs to it where no partner vouches for the customer. */
    deviceToken: deviceTokenSchema.optional(),
    /**
     * The payer's browser has solved the proof of work that `captcha-required` asks for: the site has verified it, and accepts each proof
     * once.
     */
    proofOfWork: z.boolean().default(false),
    /** It was the harder one, which `captcha-required` asks for by its parameter `proofOfWork`, `hard`. */
    hardProofOfWork: z.boolean().default(false),
    /** The payer has confirmed that this payment repeats another one of its bill. Absent: the site is older than this field and cannot ask. */
    payAgain: z.boolean().optional(),
    /** The language of the page on which the payer chose: messages about the payment are written in it. */
    language: languageSchema,
    paymentRequest: z.object({
      selectedPaymentMethod: methodSchema,
      cardDetails: jweSchema.optional(),
      cardDetailsEPP: jweSchema.optional(),
      isFavCardOption: z.boolean().default(false),
      uniqueCardId: z.string().max(40).optional(),
      /** CVV of a saved card, as a JWE. */
      savedCardCvv: jweSchema.optional(),
      saveCard: z.boolean().default(false),
      eppBank: z.string().max(20).optional(),
      monthTerm: z.int().optional(),
      fpxBankID: z.string().max(20).optional(),
      fpxBankCorporateID: z.string().max(20).optional(),
      selectedWallet: z.string().max(40).optional(),
      selectedDCB: z.string().max(40).optional(),
      isAutoDebitOption: z.boolean().default(false),
      userEmailAddress: emailSchema,
      phoneNumber: phoneNumberSchema.optional(),
    }),
  }),
  response: z.object({
    refid: refidSchema,
    resultRoute: z.enum(resultRoutes),
    /** Null if the attempt has already ended: the result route shows its outcome. */
    onward: nextActionSchema.nullable(),
  }),
  errors: {
    'unknown-payment': 404,
    /** The order is paid, cancelled, past its deadline, or holds money for review. */
    'payment-ended': 409,
    /** Another attempt may hold the payer's money: no new attempt begins. */
    'attempt-under-way': 409,
    'amount-changed': 409,
    /**
     * Another payment of the bill is under way or credited, and this one exceeds the amount that is still owed: it is accepted with
     * `payAgain`.
     */
    'repeated-payment': 409,
    'amount-not-allowed': 422,
    /** Parameters: `target`, the method, bank, wallet, carrier or card that is meant, and `until` (ISO 8601) while it is down. */
    'method-unavailable': 409,
    'invalid-card': 422,
    'card-expired': 422,
    /** Too many card attempts: this one is accepted with `proofOfWork`, or without it after the problem's `retryAfter`. */
    'captcha-required': 403,
    'initiation-failed': 502,
  },
  kind: 'write',
});

export const paymentReturn = defineCall({
  name: 'payment.return',
  summary: "A gateway's return fields, as the payer's browser brought them",
  method: 'POST',
  path: '/apg/payment/return',
  request: z.object({ route: z.enum(resultRoutes), fields: formFieldsSchema }),
  response: z.object({
    refid: refidSchema,
    resultRoute: z.enum(resultRoutes),
    status: z.enum(outcomes),
    /** The return from a card verification leads back to the auto-debit registration, not to a result. */
    purpose: z.literal('card-verification').optional(),
  }),
  errors: { 'unknown-payment': 404 },
  kind: 'write',
});

/** A paid bill on its way to the biller. */
export const postingSchema = z.object({
  status: z.enum(postingStatuses),
  /** The biller's, once it is accepted. */
  receiptNumber: z.string().max(256).nullable(),
  /** How long posting a payment usually takes. */
  usualMinutes: z.int().min(1),
});

/** One of several accounts that a payment pays. */
export const paidAccountSchema = z.object({
  accountNumber: z.string().max(20),
  accountName: accountNameSchema,
  amount: senSchema.min(1),
  /** Null while nothing is credited, where nothing is posted, and once all of it is refunded. */
  posting: postingSchema.nullable(),
  /** All of its amount has been returned to the payer. */
  isRefunded: z.boolean().default(false),
});

const resultAccountSchema = paidAccountSchema.extend({
  /** Until when the service of the account resumes; null where nothing is promised: as of a payment of one account. */
  serviceResumesBy: instantSchema.nullable().default(null),
});

export const refundSchema = z.object({
  status: z.enum(refundStatuses),
  amount: senSchema.min(1),
  /** Of a payment of several accounts: the account whose money it is. Null for any other. */
  accountNumber: z.string().max(20).nullable().default(null),
  /** When it ended; before that, when it was requested. */
  at: instantSchema,
  /** Where the money goes. */
  destination: z.enum(refundDestinations),
});

/** A card as a payer's own result and receipt name it. */
export const paymentCardSchema = z.object({ cardBrand: z.enum(cardBrands), lastFour: z.string().regex(/^\d{4}$/) });

const paymentResultSchema = z.object({
  refid: refidSchema,
  paymentId: paymentIdSchema,
  partnerKey: z.string().max(40),
  /** The partner's number of its order; null for a payment of the site's own. */
  orderNumber: z.string().max(64).nullable().default(null),
  serverTime: instantSchema,
  status: z.enum(outcomes),
  productname: z.string().max(100),
  /** Of a partner's order that pays no bill: the partner, its items and its charges. Null, and empty, for a bill. */
  paidTo: z.string().max(100).nullable().default(null),
  itemDescList: z.array(lineSchema).default([]),
  additionalChargesList: z.array(lineSchema).default([]),
  /** The account whose bill is paid; null: of several, or of an order that pays no bill, whoever its customer is. */
  accountNumber: accountNumberSchema.nullable(),
  amount: senSchema,
  paymentMethod: methodSchema.nullable(),
  /** The card of the attempt, where it is known; null for any visit but the one that began the attempt. */
  card: paymentCardSchema.nullable().default(null),
  bankName: z.string().max(100).nullable(),
  bankRefNo: z.string().max(100).nullable(),
  /** The attempt's number at its gateway: null for any visit but the one that began the attempt, and its approver (`approvalToken`). */
  transactionId: z.string().max(100).nullable(),
  transactionDateTime: instantSchema.nullable(),
  paymentDateTime: instantSchema.nullable(),
  numberOfInstalments: z.int().nullable(),
  /** Of a successful payment: whether its account is on auto debit now, as far as the backend knows. */
  isAutoDebit: z.boolean(),
  /**
   * `approvalToken` is that of one of the attempts, and the visit is not its payer's: the reader has only to approve the payment, so that nothing is
   * offered to pay again, and no way back to the partner.
   */
  isForApprover: z.boolean().default(false),
  /** The order is open and no attempt is under way: it can be paid. */
  canTryAgain: z.boolean(),
  /** The payer has been shown the next action and can continue there, or choose another method on the payment page. */
  canContinue: z.boolean().default(false),
  approvalDeadline: instantSchema.nullable(),
  /** Where the e-mail for a company's approver has gone, masked; null: none was sent, or the payment does not wait for an approver. */
  approvalSentTo: z.string().max(254).nullable().default(null),
  /** Where the official receipt goes, masked: of a payment that is paid or, once it is confirmed, that is pending; null: nowhere. */
  receiptSentTo: z.string().max(254).nullable(),
  /**
   * Of a company's payment, for the visit that began it: the company that its receipt names, if any. While the payment waits for its approver, it can be
   * named by `payment.company`. Null: the payment neither waits nor is paid, is not a company's, or is another visit's.
   */
  receiptCompany: z.object({ companyName: companyNameSchema.nullable() }).nullable().default(null),
  /** Opens the receipt (`receipt.get`); null for any visit but the one that began the attempt, and while nothing is paid. */
  receiptToken: linkTokenSchema.nullable().default(null),
  /** Shows the receipt to those with whom its payer shares it, and does not name a company on it; null: as `receiptToken`, or it is not told apart. */
  receiptShareToken: linkTokenSchema.nullable().default(null),
  /** Of a payment that resumes a suspended service: until when it is back. Null where nothing is promised. */
  serviceResumesBy: instantSchema.nullable().default(null),
  /**
   * Of a paid bill, for the visit that has paid it: how many days before the next bill is due its payer can be reminded by e-mail. Null: reminders
   * are not offered.
   */
  reminderDaysBefore: z.int().min(1).max(14).nullable().default(null),
  /** The payer's contact data are no longer stored. */
  contactErased: z.boolean().default(false),
  /** Of a paid bill: the state of its posting to the biller. Null for a payment that is not credited, or pays no bill. */
  posting: postingSchema.nullable().default(null),
  /**
   * The accounts of a payment of several, in the payer's order: `accountNumber` is null then, and `posting` the one that is furthest from its
   * biller's acceptance. `accountName` is null for any visit but the one that began the attempt. Empty for a payment of one account.
   */
  accounts: z.array(resultAccountSchema).max(maximumAccounts).default([]),
  /** Money that arrived for the order and does not pay it, such as a second payment, oldest first. `returnedAt`: null until it is returned. */
  unappliedPayments: z
    .array(
      z.object({
        amount: senSchema,
        status: z.enum(unappliedPaymentStatuses),
        returnedAt: instantSchema.nullable(),
      }),
    )
    .default([]),
  /** Refunds of the payment, oldest first. They change nothing about `status`. */
  refunds: z.array(refundSchema).max(100).default([]),
  reasonCode: z.string().max(60).nullable(),
  bankPaymentPageResponse: z.object({
    merchantBankResponseDto: formFieldsSchema.nullable(),
    responseCode: z.string().max(20).nullable(),
    responseURL: z.string().max(2000).nullable(),
  }),
  autoDebitResponse: z
    .object({
      autoDebitPopupTitle: z.string().max(200),
      autoDebitPopupMessage: z.string().max(2000),
      autoDebitThankYouMessage: z.string().max(2000),
      autoDebitType: z.string().max(40),
    })
    .nullable(),
});

/**
 * `language`: of the offer's texts. `visitId`: the visit that opens the result. For the visit that began the attempt the gateway is
 * enquired, and an attempt whose return was rejected ends if the gateway has no such payment; any other visit causes no enquiry.
 * `approvalToken`: of the link (`approval`) that the backend has e-mailed for a company's approver.
 */
const resultRequestSchema = z.object({
  refid: refidSchema,
  language: languageSchema,
  visitId: visitIdSchema.optional(),
  approvalToken: linkTokenSchema.optional(),
});

export const paymentResult = defineCall({
  name: 'payment.result',
  summary: 'What is true of a payment now',
  method: 'GET',
  path: '/apg/payment/result',
  request: resultRequestSchema,
  response: paymentResultSchema,
  errors: { 'unknown-payment': 404 },
  kind: 'read',
});

export const paymentProcessed = defineCall({
  name: 'payment.processed',
  summary: 'The payment of the same bill that is already being processed',
  method: 'GET',
  path: '/apg/payment/processed',
  request: resultRequestSchema,
  response: paymentResultSchema,
  errors: { 'unknown-payment': 404 },
  kind: 'read',
});

export const paymentBlacklisted = defineCall({
  name: 'payment.blacklisted',
  summary: 'A payment refused because its account is blacklisted',
  method: 'GET',
  path: '/apg/payment/blacklisted',
  request: resultRequestSchema,
  response: paymentResultSchema,
  errors: { 'unknown-payment': 404 },
  kind: 'read',
});

export const paymentCancel = defineCall({
  name: 'payment.cancel',
  summary: 'The payer gives up the payment',
  method: 'POST',
  path: '/apg/payment/cancel',
  request: z.object({ refid: refidSchema }),
  response: z.object({ refid: refidSchema, status: z.enum(outcomes) }),
  errors: {
    'unknown-payment': 404,
    /** Money may be held: a payment in progress at a bank cannot be cancelled. */
    'attempt-under-way': 409,
    'payment-ended': 409,
  },
  kind: 'write',
});

export const paymentCompany = defineCall({
  name: 'payment.company',
  summary: 'Names the company that pays, before its receipt is sent; null removes the name',
  method: 'POST',
  path: '/apg/payment/company',
  request: z.object({ refid: refidSchema, visitId: visitIdSchema, companyName: companyNameSchema.nullable() }),
  response: z.object({ companyName: companyNameSchema.nullable() }),
  errors: {
    'unknown-payment': 404,
    /** The visit has begun no payment from a company's account that is under way or paid. */
    'company-not-asked': 409,
  },
  kind: 'write',
});

export const paymentExtend = defineCall({
  name: 'payment.extend',
  summary: 'Gives the payer five more minutes to pay, twice',
  method: 'POST',
  path: '/apg/payment/extend',
  /** `extensionsLeft`: as the page showed it. A repeated request changes nothing. */
  request: z.object({ refid: refidSchema, extensionsLeft: extensionsLeftSchema.min(1) }),
  response: z.object({ deadline: instantSchema, extensionsLeft: extensionsLeftSchema }),
  errors: {
    'unknown-payment': 404,
    /** The deadline is the gateway's as long as an attempt is under way. */
    'attempt-under-way': 409,
    'payment-ended': 409,
  },
  kind: 'write',
});

export const cardList = defineCall({
  name: 'card.list',
  summary: 'The cards that the paying device has saved; for a customer whom the partner vouches for, theirs',
  method: 'POST',
  path: '/apg/card/list',
  request: z.object({ refid: refidSchema, deviceToken: deviceTokenSchema }),
  response: z.object({
    favouriteCardList: z.array(favouriteCardSchema),
    maximumCardsReached: z.boolean(),
  }),
  errors: { 'unknown-payment': 404 },
  kind: 'read',
});

export const cardDelete = defineCall({
  name: 'card.delete',
  summary: 'Removes a saved card',
  method: 'POST',
  path: '/apg/card/delete',
  request: z.object({
    refid: refidSchema,
    uniqueCardId: z.string().max(40),
    deviceToken: deviceTokenSchema.optional(),
  }),
  response: z.object({ uniqueCardId: z.string() }),
  errors: { 'unknown-payment': 404, 'unknown-card': 404 },
  kind: 'write',
});
