import { resultRoutes, type ResultRoute } from './domain/payment/outcomes';
import type { FaqQuestion } from './domain/faq-questions';

/** Every address of the site in one place. Specification, section 2; form actions, the two `state` pages and the accessibility statement are ours. */
export const routes = {
  home: '/',
  /** Redirects permanently to `/`. */
  oldHome: '/home',
  bill: '/pay/ebill',
  directBill: '/pay/direct/ebill',
  payment: '/epayment/entry',
  /** The small page between us and a bank: it posts the bank's fields. */
  gatewayRedirect: '/epayment/entry/redirect',
  /** Where a barcode waits for the counter, and a QR code for the payer's app. */
  counter: '/epayment/entry/counter',
  qr: '/epayment/entry/qr',
  /** Asks whether a saved card is to be removed. */
  removeCard: '/epayment/entry/remove-card',
  /** Pay by mobile: this and whatever begins so. */
  payByMobile: '/view/dcb',
  /** Auto debit: where a registration stands, and what it needs next; this and whatever begins so. */
  autoDebit: '/ulm/autodebit/register',
  /** The one-time PIN of auto debit; this and whatever begins so. */
  autoDebitPin: '/otp/autodebit/register',
  /** The small page between us and the issuer of a card that is verified for auto debit. */
  cardCheck: '/ulm/autodebit/register/redirect',
  help: '/apg/help',
  terms: '/legal/terms-and-conditions',
  accessibility: '/legal/accessibility',
  /** Where the middleware sends a visit while the site is closed or knows no configuration yet; nobody is linked here. */
  maintenance: '/state/maintenance',
  loading: '/state/loading',
  /** There is no such page: what must be a 404 is sent here. */
  notFound: '/state/missing',
} as const;

/** The pages that are nobody's own: they may be found by a search and shared. All others are kept out of indexes. */
export const publicPages: readonly string[] = [routes.home, routes.help, routes.terms, routes.accessibility];

/** Where forms post to. Each answers 303 to a form and JSON to a script. */
export const actions = {
  lookUpBill: '/api/bill/lookup',
  payBill: '/api/bill/pay',
  pay: '/api/payment/pay',
  cancelPayment: '/api/payment/cancel',
  removeCard: '/api/payment/remove-card',
  /** Keeps what was typed and leads to the question whether a saved card is to be removed. */
  askCardRemoval: '/api/payment/remove-card/question',
  sendTac: '/api/pay-by-mobile/send',
  verifyTac: '/api/pay-by-mobile/verify',
  cancelPayByMobile: '/api/pay-by-mobile/cancel',
  /** Begins a registration for auto debit: sends the PIN, for the first time or again, or prepares the account link. */
  enableAutoDebit: '/api/auto-debit/enable',
  verifyAutoDebit: '/api/auto-debit/verify',
  submitAutoDebitCard: '/api/auto-debit/card',
  snoozeAutoDebit: '/api/auto-debit/remind',
  /** Takes in what the account-linking service sends back; the middleware brings its returns here. */
  accountLinkCallback: '/api/auto-debit/link',
  /** Takes in what a bank's page sends back; the middleware brings posts to the result routes here. */
  bankReturn: '/api/payment/return',
  setLanguage: '/api/language',
  /** Keeps whether visits may be counted. */
  setAnalyticsConsent: '/api/analytics',
} as const;

/** Addresses that machines read. */
export const endpoints = {
  /** Takes what browsers report of the Content-Security-Policy. */
  policyReports: '/api/policy-report',
  config: '/apg/util/config',
  configUnderApi: '/api/apg/util/config',
  health: '/api/health',
  readiness: '/api/health/ready',
  /** Tells how a payment stands, for a result screen that keeps itself up to date. */
  paymentStatus: '/api/payment/status',
  /** The barcode or QR code of a payment as a picture to save. */
  paymentCode: '/api/payment/code',
  /** A bill's due date as a calendar file. */
  billReminder: '/api/bill/reminder',
} as const;

/** Gives the address of one answer of the FAQ. The query opens it where a browser does not open what an anchor names. */
export function helpPath(question: FaqQuestion): string {
  return `${routes.help}?${new URLSearchParams({ answer: question }).toString()}#${question}`;
}

function withRefid(path: string, refid: string): string {
  return `${path}?${new URLSearchParams({ refid }).toString()}`;
}

/** Gives the address of the payment details page of one payment. */
export function paymentPath(refid: string): string {
  return withRefid(routes.payment, refid);
}

/** Gives the address of the page that takes the payer of one payment to the bank. */
export function gatewayRedirectPath(refid: string): string {
  return withRefid(routes.gatewayRedirect, refid);
}

/** Gives the address at which one payment's barcode waits for the counter. */
export function counterPath(refid: string): string {
  return withRefid(routes.counter, refid);
}

/** Gives the address at which one payment's QR code waits for the payer's app. */
export function qrPath(refid: string): string {
  return withRefid(routes.qr, refid);
}

/** Gives the address of the question whether one saved card is to be removed. */
export function removeCardPath(refid: string, uniqueCardId: string): string {
  return `${withRefid(routes.removeCard, refid)}&${new URLSearchParams({ card: uniqueCardId }).toString()}`;
}

/** Gives the address at which one payment by mobile goes on. */
export function payByMobilePath(refid: string): string {
  return withRefid(routes.payByMobile, refid);
}

/** Gives the address at which one payment's registration for auto debit goes on. */
export function autoDebitPath(refid: string): string {
  return withRefid(routes.autoDebit, refid);
}

/** Gives the address at which the one-time PIN of one payment's registration is entered. */
export function autoDebitPinPath(refid: string): string {
  return withRefid(routes.autoDebitPin, refid);
}

/** Gives the address of the page that takes the payer to the issuer of the card that is verified. */
export function cardCheckPath(refid: string): string {
  return withRefid(routes.cardCheck, refid);
}

/** Gives the address of the calendar file for a due date (`YYYY-MM-DD`). */
export function billReminderPath(dueDate: string): string {
  return `${endpoints.billReminder}?${new URLSearchParams({ due: dueDate }).toString()}`;
}

/** Gives the address of the picture of one payment's barcode or QR code. */
export function paymentCodePath(refid: string): string {
  return withRefid(endpoints.paymentCode, refid);
}

/** Gives the address that tells how one payment stands. */
export function paymentStatusPath(refid: string): string {
  return withRefid(endpoints.paymentStatus, refid);
}

/** Gives the address of a bill opened by a direct link. */
export function directBillPath(refid: string): string {
  return withRefid(routes.directBill, refid);
}

/** Gives the address of the result screen of one payment behind one of its eleven routes. */
export function resultPath(route: ResultRoute, refid: string): string {
  return withRefid(route, refid);
}

export { resultRoutes, type ResultRoute };
