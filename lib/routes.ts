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
  /** The page that redirects to a bank: it posts the bank's fields. */
  gatewayRedirect: '/epayment/entry/redirect',
  /** Where a barcode waits for the counter, and a QR code for the payer's app. */
  counter: '/epayment/entry/counter',
  qr: '/epayment/entry/qr',
  /** Asks whether a saved card is to be removed. */
  removeCard: '/epayment/entry/remove-card',
  /** Pay by mobile; a prefix. */
  payByMobile: '/view/dcb',
  /** Auto debit: the state of a registration and its next step; a prefix. */
  autoDebit: '/ulm/autodebit/register',
  /** The one-time PIN of auto debit; a prefix. */
  autoDebitPin: '/otp/autodebit/register',
  /** The page that redirects to the issuer of a card that is verified for auto debit. */
  cardCheck: '/ulm/autodebit/register/redirect',
  /** Cancels auto debit, by the link in the confirmation. */
  cancelAutoDebit: '/ulm/autodebit/cancel',
  help: '/apg/help',
  terms: '/legal/terms-and-conditions',
  accessibility: '/legal/accessibility',
  /** Where the middleware sends a visit while the site is closed or knows no configuration yet; nobody is linked here. */
  maintenance: '/state/maintenance',
  loading: '/state/loading',
  /** A path without a page: requests that must be 404 are rewritten to it. */
  notFound: '/state/missing',
} as const;

/** The public pages: search engines may index them. All others are `noindex`. */
export const publicPages: readonly string[] = [routes.home, routes.help, routes.terms, routes.accessibility];

/** Where forms post to. Each returns 303 to a form and JSON to a script. */
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
  cancelAutoDebit: '/api/auto-debit/cancel',
  /** The account-linking service's callback; the middleware rewrites it to here. */
  accountLinkCallback: '/api/auto-debit/link',
  /** A bank's return; the middleware rewrites posts to result routes to here. */
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
  /** The status of a payment, for result screens that poll. */
  paymentStatus: '/api/payment/status',
  /** The barcode or QR code of a payment as a picture to save. */
  paymentCode: '/api/payment/code',
  /** A bill's due date as a calendar file. */
  billReminder: '/api/bill/reminder',
} as const;

/** Returns the address of one answer of the FAQ. The query opens it where a browser does not open what an anchor names. */
export function helpPath(question: FaqQuestion): string {
  return `${routes.help}?${new URLSearchParams({ answer: question }).toString()}#${question}`;
}

function withRefid(path: string, refid: string): string {
  return `${path}?${new URLSearchParams({ refid }).toString()}`;
}

/** Returns the address of the payment details page of one payment. */
export function paymentPath(refid: string): string {
  return withRefid(routes.payment, refid);
}

/** Returns the address of the page that takes the payer of one payment to the bank. `attempt`: sealed, where the visit may keep no cookie. */
export function gatewayRedirectPath(refid: string, attempt?: string): string {
  const path = withRefid(routes.gatewayRedirect, refid);
  return attempt === undefined ? path : `${path}&${new URLSearchParams({ attempt }).toString()}`;
}

/** Returns the address at which one payment's barcode waits for the counter. */
export function counterPath(refid: string): string {
  return withRefid(routes.counter, refid);
}

/** Returns the address at which one payment's QR code waits for the payer's app. */
export function qrPath(refid: string): string {
  return withRefid(routes.qr, refid);
}

/** Returns the address of the question whether one saved card is to be removed. */
export function removeCardPath(refid: string, uniqueCardId: string): string {
  return `${withRefid(routes.removeCard, refid)}&${new URLSearchParams({ card: uniqueCardId }).toString()}`;
}

/** Returns the URL of pay by mobile for one payment. */
export function payByMobilePath(refid: string): string {
  return withRefid(routes.payByMobile, refid);
}

/** Returns the URL of one payment's auto-debit registration. */
export function autoDebitPath(refid: string): string {
  return withRefid(routes.autoDebit, refid);
}

/** Returns the address at which the one-time PIN of one payment's registration is entered. */
export function autoDebitPinPath(refid: string): string {
  return withRefid(routes.autoDebitPin, refid);
}

/** Returns the address at which a registration for auto debit is cancelled. `token`: of the link in its confirmation. */
export function cancelAutoDebitPath(token: string): string {
  return `${routes.cancelAutoDebit}?${new URLSearchParams({ token }).toString()}`;
}

/** Returns the address of the page that takes the payer to the issuer of the card that is verified. */
export function cardCheckPath(refid: string): string {
  return withRefid(routes.cardCheck, refid);
}

/** Returns the address of the calendar file for a due date (`YYYY-MM-DD`). */
export function billReminderPath(dueDate: string): string {
  return `${endpoints.billReminder}?${new URLSearchParams({ due: dueDate }).toString()}`;
}

/** Returns the address of the picture of one payment's barcode or QR code. */
export function paymentCodePath(refid: string): string {
  return withRefid(endpoints.paymentCode, refid);
}

/** Returns the URL of the status of one payment. */
export function paymentStatusPath(refid: string): string {
  return withRefid(endpoints.paymentStatus, refid);
}

/** Returns the address of a bill opened by a direct link. */
export function directBillPath(refid: string): string {
  return withRefid(routes.directBill, refid);
}

/** Returns the address of the result screen of one payment behind one of its eleven routes. */
export function resultPath(route: ResultRoute, refid: string): string {
  return withRefid(route, refid);
}

export { resultRoutes, type ResultRoute };
