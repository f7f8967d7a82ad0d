import type { AutoDebit, AutoDebitRegistration, AutoDebitTexts } from '@/lib/domain/auto-debit';
import type { Bill } from '@/lib/domain/bill/bill';
import type { RecentPayment } from '@/lib/domain/bill/recent-payments';
import type { CommonConfig } from '@/lib/domain/common-config';
import { sen, senFromRinggit } from '@/lib/domain/money';
import type {
  Bank,
  NextAction,
  PaymentPage,
  PaymentResult,
  PaymentStart,
  PricedLine,
  SavedCard,
} from '@/lib/domain/payment/payment';
import type { PaymentMethod } from '@/lib/domain/methods/payment-methods';
import type { autoDebitInfo, autoDebitMandate } from './auto-debit';
import type { billGet } from './bill';
import type { ResponseOf } from './call';
import type { configGet } from './common-config';
import type { Receipt } from '@/lib/domain/receipt/receipt';
import type { receiptGet } from './receipt';
import type { paymentCustomer, paymentInit, paymentPage, paymentResult } from './payment';

/** Maps the backend's responses, validated by their schemas, to the domain's types: wire names are used only here. */

function blankToNull(text: string): string | null {
  return text.trim() === '' ? null : text;
}

/** Links of the config are shown only if they are http(s) URLs; an invalid one is omitted. */
function parseWebLink(text: string): string | null {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) ? text : null;
}

export function toCommonConfig(wire: ResponseOf<typeof configGet>): CommonConfig {
  const promotionLink = parseWebLink(wire.myastroUrl);
  const promotionImage = parseWebLink(wire.myastroImageUrl);
  const authorizeUrl = parseWebLink(wire.ulmAuthorizeUrl);
  return {
    isUnderMaintenance: wire.isApgDown,
    analyticsEnabled: wire.gaEnabled,
    localisationEnabled: wire.localisationStatus,
    advanceLimit: senFromRinggit(wire.payAmtLimit),
    advanceLimitCustomerType: wire.payLimitCustomerType,
    exactBalanceCustomerType: wire.ceCustomerType,
    autoDebitBanner: wire.autoDebitBannerEnabled ? parseWebLink(wire.autoDebitBannerLink) : null,
    quickPayMessage: wire.quickPayCustomMessageEnabled ? blankToNull(wire.quickPayCustomMessageContent) : null,
    promotion: promotionLink && promotionImage ? { imageUrl: promotionImage, linkUrl: promotionLink } : null,
    autoDebit: {
      nonLoggedInEnabled: wire.autoDebitNonLoggedInEnabled,
      type: wire.autoDebitType,
      rebate: { amount: senFromRinggit(wire.autoDebitRebateAmount), months: wire.autoDebitRebateMonths },
    },
    accountLink: authorizeUrl
      ? { authorizeUrl, clientId: wire.ulmClientId, redirectUri: wire.ulmAutoDebitRedirectURI }
      : null,
    feedbackAccessToken: wire.isUserFeedbackEnabled ? blankToNull(wire.userbackAccessToken) : null,
    isSandbox: wire.isSandbox,
  };
}

function toRecentPayment(wire: ResponseOf<typeof billGet>['recentPayments'][number]): RecentPayment {
  const { at, status, unpaid, isCounted, accountEnding } = wire;
  return { amount: sen(wire.amount), at, status, unpaid, isCounted, accountEnding };
}

export function toBill(wire: ResponseOf<typeof billGet>): Bill {
  return {
    accountNumber: wire.accountNumber,
    accountName: wire.accountName,
    accountStatus: wire.accountStatus,
    customerType: wire.customerType,
    currentBalance: sen(wire.currentBalance),
    overdueBalance: sen(wire.overdueBalance),
    dueDate: wire.dueDate,
    isNew: wire.isNew,
    barcode: wire.barcode,
    maximumAmount: sen(wire.maximumAmount),
    outstanding: sen(wire.outstanding ?? Math.max(0, wire.currentBalance)),
    recentPayments: wire.recentPayments.map(toRecentPayment),
    reminderDaysBefore: wire.reminderDaysBefore,
    accountsPerPayment: wire.accountsPerPayment,
    readAt: wire.serverTime,
  };
}

type WirePage = ResponseOf<typeof paymentPage>;
type WirePageDto = WirePage['paymentPageDto'];

function toLine(wire: { readonly name: string; readonly amount: number }): PricedLine {
  return { name: wire.name, amount: sen(wire.amount) };
}

function toBank(wire: WirePageDto['fpxBankListPersonal'][number]): Bank {
  return { id: wire.bankID, name: wire.bankName, isOnline: wire.isOnline };
}

function toSavedCard(wire: WirePageDto['favouriteCardList'][number]): SavedCard {
  return {
    uniqueCardId: wire.uniqueCardId,
    brand: wire.cardBrand,
    lastFour: wire.lastFour,
    expiry: wire.expiry,
    isExpired: wire.isExpired,
    isOffline: wire.isOffline,
    needsCvv: wire.needsCvv,
    isDefault: wire.isDefault,
  };
}

function toInstalmentPlans(wire: WirePageDto): PaymentPage['instalmentPlans'] {
  if (!wire.isEpp) return [];
  return wire.eppInfoList.map((plan) => ({
    bank: plan.bank,
    bankName: plan.bankName,
    months: wire.installmentMonthsMap[plan.bank] ?? [],
    minimum: sen(plan.minimumAmount),
  }));
}

function toAccount<Account extends { readonly amount: number }>(wire: Account) {
  return { ...wire, amount: sen(wire.amount) };
}

/** A method is offered only if its list of banks, wallets, carriers, plans or cards is not empty. */
function offeredMethods(wire: WirePageDto): readonly PaymentMethod[] {
  const choices: Partial<Record<PaymentMethod, readonly unknown[]>> = {
    savedCard: wire.favouriteCardList,
    epp: toInstalmentPlans(wire),
    fpx: wire.fpxBankListPersonal,
    fpxCorporate: wire.fpxBankListCorporate,
    wallet: wire.ewalletEghlProviders,
    dcb: wire.dcbProviders,
  };
  return wire.providerKeys.filter((method) => choices[method]?.length !== 0);
}

function savingCards(wire: WirePageDto): PaymentPage['savingCards'] {
  if (!wire.rememberCardFlag) return 'not-offered';
  return wire.maximumCardsReached ? 'full' : 'offered';
}

function autoDebitOption(wire: WirePageDto): PaymentPage['autoDebitOption'] {
  if (!wire.autoDebitCampaignEnabled || !wire.autoDebitChkBox) return 'not-offered';
  return wire.autoDebitDefaultCheckedFlag ? 'preselected' : 'offered';
}

export function toPaymentPage(wire: WirePage): PaymentPage {
  const page = wire.paymentPageDto;
  return {
    refid: wire.refid,
    paymentId: wire.paymentId,
    partnerKey: page.partnerKey,
    productName: page.productname,
    returnsToPartner: page.returnsToPartner,
    accountEnding: page.accountEnding,
    accounts: page.accounts.map((account) => ({ ...account, amount: sen(account.amount) })),
    lines: page.itemDescList.map(toLine),
    itemTotal: sen(page.itemTotalAmount),
    charges: page.additionalChargesList.map(toLine),
    total: sen(page.totalAmount),
    orderState: wire.orderState,
    isHeldForReview: wire.heldForReview,
    recentPayments: wire.recentPayments.map(toRecentPayment),
    isRepeated: wire.isRepeated,
    attempt: wire.attempt && {
      state: wire.attempt.state,
      method: wire.attempt.paymentMethod,
      provider: wire.attempt.provider,
      nextAction: wire.attempt.onward,
      resultRoute: wire.attempt.resultRoute,
      reasonCode: wire.attempt.reasonCode,
    },
    serverTime: wire.serverTime,
    deadline: wire.deadline,
    extensionsLeft: wire.extensionsLeft,
    continuesElsewhere: wire.continuesElsewhere,
    methods: offeredMethods(page),
    cardEntry: page.cardEntry,
    cardWallets: page.cardWallets,
    methodLimits: Object.fromEntries(
      page.methodLimits.map(({ paymentMethod, minimumAmount, maximumAmount }) => [
        paymentMethod,
        { minimum: sen(minimumAmount), maximum: maximumAmount === null ? null : sen(maximumAmount) },
      ]),
    ),
    savedCards: page.favouriteCardList.map(toSavedCard),
    savingCards: savingCards(page),
    cardsBelongTo: page.cardsBelongTo,
    autoDebitOption: autoDebitOption(page),
    instalmentPlans: toInstalmentPlans(page),
    monthTerm: page.monthTerm,
    personalBanks: page.fpxBankListPersonal.map(toBank),
    corporateBanks: page.fpxBankListCorporate.map(toBank),
    wallets: page.ewalletEghlProviders,
    carriers: page.dcbProviders,
    downtimes: page.downtimeDto,
    providerHealth: page.providerHealthList.map(({ paymentMethod: method, provider, condition }) => ({
      ...{ method, provider, condition },
    })),
    customer: {
      email: wire.paymentPreferenceDetail.emailPreference ?? wire.customerDetail.email,
      phoneNumber: wire.paymentPreferenceDetail.phoneNumberPreference ?? wire.customerDetail.phoneNumber,
    },
    preferredMethod: wire.paymentPreferenceDetail.paymentMethodPreference,
    partnerUserKey: wire.customerDetail.partneruserkey,
    cardEncryptionKey: wire.cardEncryptionKey,
  };
}

/** Adds the customer's data to the page. The page's own data, and the payer's input on it, take precedence. */
export function withCustomer(page: PaymentPage, wire: ResponseOf<typeof paymentCustomer>): PaymentPage {
  return {
    ...page,
    customer: {
      email: page.customer.email ?? wire.email,
      phoneNumber: page.customer.phoneNumber ?? wire.phoneNumber,
    },
    preferredMethod: page.preferredMethod ?? keepOffered(wire.paymentMethodPreference, page.methods),
  };
}

function keepOffered(method: PaymentMethod | null, offered: readonly PaymentMethod[]): PaymentMethod | null {
  return method !== null && offered.includes(method) ? method : null;
}

export function toPaymentStart(wire: ResponseOf<typeof paymentInit>): PaymentStart {
  const nextAction: NextAction | null = wire.onward;
  return { refid: wire.refid, resultRoute: wire.resultRoute, nextAction };
}

/**
 * Takes the response of a result call and the promotion of the common config. The promotion is shown only if the payer does not return to a
 * merchant: an empty `responseURL`, and a `responseCode` other than 318 (specification, section 2).
 */
export function toPaymentResult(
  wire: ResponseOf<typeof paymentResult>,
  promotion: CommonConfig['promotion'],
): PaymentResult {
  const { merchantBankResponseDto, responseCode, responseURL } = wire.bankPaymentPageResponse;
  const merchantUrl = responseURL === null ? null : parseWebLink(responseURL);
  const staysHere = responseURL === null || responseURL.trim() === '';
  return {
    outcome: wire.status,
    refid: wire.refid,
    paymentId: wire.paymentId,
    partnerKey: wire.partnerKey,
    orderNumber: wire.orderNumber,
    serverTime: wire.serverTime,
    productName: wire.productname,
    paidTo: wire.paidTo,
    lines: wire.itemDescList.map(toLine),
    charges: wire.additionalChargesList.map(toLine),
    accountNumber: wire.accountNumber,
    amount: sen(wire.amount),
    method: wire.paymentMethod,
    card: wire.card && { brand: wire.card.cardBrand, lastFour: wire.card.lastFour },
    bankName: wire.bankName,
    bankReference: wire.bankRefNo,
    transactionId: wire.transactionId,
    startedAt: wire.transactionDateTime,
    confirmedAt: wire.paymentDateTime,
    instalmentMonths: wire.numberOfInstalments,
    isAutoDebit: wire.isAutoDebit,
    isForApprover: wire.isForApprover,
    canTryAgain: wire.canTryAgain,
    canContinue: wire.canContinue,
    approvalDeadline: wire.approvalDeadline,
    approvalSentTo: wire.approvalSentTo,
    receiptSentTo: wire.receiptSentTo,
    receiptCompany: wire.receiptCompany,
    receiptToken: wire.receiptToken,
    receiptShareToken: wire.receiptShareToken,
    serviceResumesBy: wire.serviceResumesBy,
    reminderDaysBefore: wire.reminderDaysBefore,
    isContactErased: wire.contactErased,
    posting: wire.posting,
    accounts: wire.accounts.map(toAccount),
    unappliedPayments: wire.unappliedPayments.map((payment) => ({ ...payment, amount: sen(payment.amount) })),
    refunds: wire.refunds.map((refund) => ({ ...refund, amount: sen(refund.amount) })),
    reasonCode: wire.reasonCode,
    returnToMerchant: merchantUrl === null ? null : { url: merchantUrl, fields: merchantBankResponseDto ?? {} },
    responseCode,
    promotion: staysHere && !wire.isForApprover && responseCode !== '318' ? promotion : null,
    autoDebitOffer: wire.autoDebitResponse && toAutoDebitTexts(wire.autoDebitResponse),
  };
}

/** Maps the texts of an auto-debit offer, which three calls return under the same names. */
export function toAutoDebitTexts(wire: {
  readonly autoDebitPopupTitle: string;
  readonly autoDebitPopupMessage: string;
  readonly autoDebitThankYouMessage: string;
}): AutoDebitTexts {
  return {
    title: wire.autoDebitPopupTitle,
    message: wire.autoDebitPopupMessage,
    thankYou: wire.autoDebitThankYouMessage,
  };
}

export function toAutoDebit(wire: ResponseOf<typeof autoDebitInfo>): AutoDebit {
  const { autoDebitType: type, card } = wire;
  return {
    refid: wire.refid,
    state: wire.state,
    step: wire.step,
    flow: type === 'otp' || type === 'ulm' ? type : null,
    ...toAutoDebitTexts(wire),
    maskedMobileNumber: wire.maskedMobileNumber,
    card: card && { brand: card.cardBrand, lastFour: card.lastFour },
    wasCardRefused: wire.cardRefused,
    cardCheck: wire.cardCheck,
    cardEntry: wire.cardEntry,
    isRequested: wire.isAskedFor,
    rebate: { amount: sen(wire.rebate.amount), months: wire.rebate.months },
    cardEncryptionKey: wire.cardEncryptionKey,
    serverTime: wire.serverTime,
  };
}

/** Maps a registration that the link in its confirmation is for. */
export function toAutoDebitRegistration(wire: ResponseOf<typeof autoDebitMandate>): AutoDebitRegistration {
  const { state, maskedAccountNumber, card } = wire;
  return { state, maskedAccountNumber, card: { brand: card.cardBrand, lastFour: card.lastFour } };
}

/** An official receipt, until when its link opens it, ISO 8601, and whose link it is. */
export interface LinkedReceipt {
  readonly receipt: Receipt;
  /** The partner that has issued it; null: the biller has. */
  readonly partnerKey: string | null;
  readonly linkValidUntil: string;
  /** The link is the payer's own: it also names the company that paid. */
  readonly isPayersLink: boolean;
}

/** Maps the receipt that a link opens. */
export function toReceipt(wire: ResponseOf<typeof receiptGet>): LinkedReceipt {
  const { card } = wire;
  const receipt = {
    issuer: { ...wire.issuer, seller: wire.issuer.seller ?? undefined },
    productName: wire.productname,
    furtherItems: wire.furtherItems,
    orderNumber: wire.orderNumber,
    accountNumber: wire.accountNumber,
    accountName: wire.accountName,
    lines: wire.itemDescList.map(toLine),
    charges: wire.additionalChargesList.map(toLine),
    amount: sen(wire.amount),
    method: wire.paymentMethod,
    bankName: wire.bankName,
    card: card && { brand: card.cardBrand, lastFour: card.lastFour },
    companyName: wire.companyName,
    paymentId: wire.paymentId,
    bankReference: wire.bankRefNo,
    transactionId: wire.transactionId,
    startedAt: wire.transactionDateTime,
    confirmedAt: wire.paymentDateTime,
    instalmentMonths: wire.numberOfInstalments,
    isAutoDebit: wire.isAutoDebit,
    posting: wire.posting,
    accounts: wire.accounts.map(toAccount),
    refunds: wire.refunds.map((refund) => ({ ...refund, amount: sen(refund.amount) })),
    isContactErased: wire.contactErased,
  };
  const { isPayersLink, linkValidUntil, partnerKey } = wire;
  return { receipt, partnerKey, linkValidUntil, isPayersLink };
}
