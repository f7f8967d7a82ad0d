import { originParameter, resultRoutes, type ResultOrigin, type ResultRoute } from './domain/payment/outcomes';
import type { FaqQuestion } from './domain/faq-questions';

/** All URLs of the site. Specification, section 2; form actions, the two `state` pages, privacy and the accessibility statement are ours. */
export const routes = {
  home: '/',
  /** Redirects permanently to `/`. */
  oldHome: '/home',
  bill: '/pay/ebill',
  /** The accounts that a visit puts together for one payment. */
  accounts: '/pay/accounts',
  directBill: '/pay/direct/ebill',
  /** The bill of somebody who has asked the visitor to pay it, by the link that the bill page makes. */
  sharedBill: '/pay/shared',
  payment: '/epayment/entry',
  /** The page that redirects to a bank: it posts the bank's fields. */
  gatewayRedirect: '/epayment/entry/redirect',
  /** The page with the fields of a card, which the browser posts straight to the gateway. */
  cardEntry: '/epayment/entry/card',
  /** The pages with a barcode for the counter, and with a QR code for the payer's app. */
  counter: '/epayment/entry/counter',
  qr: '/epayment/entry/qr',
  /** The page with the QR code that continues the payment on the payer's phone. */
  continueOnPhone: '/epayment/entry/continue',
  /** Where that code leads: it opens the payment on the phone, by a button. Short, for a small code. */
  continuation: '/continue',
  /** The confirmation of removing a saved card. */
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
  /** An official receipt, by the link in its e-mail or on the result. */
  receipt: '/receipt',
  /** The payments that this device keeps. */
  history: '/payments',
  /** Asks for reminders of a bill by e-mail. */
  askReminder: '/pay/reminder',
  /** Names the company that pays, before its receipt is sent. */
  namePayingCompany: '/pay/company',
  /** Says that the link that confirms them was sent. */
  askedReminder: '/pay/reminder/asked',
  /** Confirms reminders, by the link in their first e-mail. */
  confirmReminder: '/pay/reminder/confirm',
  /** Stops reminders, by the link in each of their e-mails. */
  stopReminder: '/pay/reminder/stop',
  help: '/apg/help',
  terms: '/legal/terms-and-conditions',
  privacy: '/legal/privacy',
  accessibility: '/legal/accessibility',
  /** The pages that the middleware shows while the site is closed or has no configuration yet; no page links to them. */
  maintenance: '/state/maintenance',
  loading: '/state/loading',
  /** A path without a page: requests that must be 404 are rewritten to it. */
  notFound: '/state/missing',
} as const;

/** The public pages: search engines may index them. All others are `noindex`. */
export const publicPages: readonly string[] = [
  routes.home,
  routes.help,
  routes.privacy,
  routes.terms,
  routes.accessibility,
];

/** The form actions. Each returns 303 to a form and JSON to a script. */
export const actions = {
  lookUpBill: '/api/bill/lookup',
  /** Tells a script about the bill of the account that its device remembers. */
  lookUpRemembered: '/api/bill/remembered',
  /** Shows the bill of a payment that has ended. */
  lookUpAgain: '/api/bill/again',
  payBill: '/api/bill/pay',
  /** Puts the bill that is shown on the list of a payment of several accounts. */
  addAccount: '/api/bill/add-account',
  /** Looks up another account for that list. */
  lookUpAccount: '/api/bill/look-up-account',
  /** Shows the bill of a listed account again, to choose another amount. */
  changeAccount: '/api/bill/change-account',
  removeAccount: '/api/bill/remove-account',
  payAccounts: '/api/bill/pay-accounts',
  pay: '/api/payment/pay',
  cancelPayment: '/api/payment/cancel',
  extendPayment: '/api/payment/extend',
  /** Makes the link that continues a payment on the payer's phone. */
  continueOnPhone: '/api/payment/continue',
  /** Uses such a link, on the phone. */
  openContinuation: '/api/payment/continue/open',
  removeCard: '/api/payment/remove-card',
  /** Stores the input and redirects to the confirmation of removing a saved card. */
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
  askReminder: '/api/reminder/ask',
  confirmReminder: '/api/reminder/confirm',
  stopReminder: '/api/reminder/stop',
  /** Names the company that pays, before its receipt is sent. */
  namePayingCompany: '/api/payment/company',
  /** Names the company that paid, on a receipt. */
  nameReceiptCompany: '/api/receipt/company',
  /** The account-linking service's callback; the middleware rewrites it to here. */
  accountLinkCallback: '/api/auto-debit/link',
  /** A bank's return; the middleware rewrites posts to result routes to here. */
  bankReturn: '/api/payment/return',
  setLanguage: '/api/language',
  /** Stores the payer's consent to analytics. */
  setAnalyticsConsent: '/api/analytics',
} as const;

/** Endpoints for machines. */
export const endpoints = {
  /** Receives browsers' reports of Content-Security-Policy violations. */
  policyReports: '/api/policy-report',
  config: '/apg/util/config',
  configUnderApi: '/api/apg/util/config',
  health: '/api/health',
  readiness: '/api/health/ready',
  /** The status of a payment, for result screens that poll. */
  paymentStatus: '/api/payment/status',
  /** The state of a payment that continues on the payer's phone, for the page with its QR code. */
  continuationStatus: '/api/payment/continuation',
  /** The barcode or QR code of a payment as an image to save. */
  paymentCode: '/api/payment/code',
  /** An official receipt as a PDF. */
  receiptPdf: '/api/receipt/pdf',
  /** Stops reminders, by a post of a mail program (RFC 8058). */
  unsubscribeReminder: '/api/reminder/unsubscribe',
  /** A bill's due date as a calendar file. */
  billReminder: '/api/bill/reminder',
} as const;

/** Returns the URL of one answer of the FAQ. The query opens it in browsers that do not open the target of an anchor. */
export function helpPath(question: FaqQuestion): string {
  return `${routes.help}?${new URLSearchParams({ answer: question }).toString()}#${question}`;
}

function withRefid(path: string, refid: string): string {
  return `${path}?${new URLSearchParams({ refid }).toString()}`;
}

/** The list of accounts at the field for another one, which takes the focus. */
export const anotherAccountPath = `${routes.accounts}#accountNumber`;

/** Returns the URL of the list of accounts that a payment was created from. */
export function accountsPath(refid: string): string {
  return withRefid(routes.accounts, refid);
}

/** Returns the URL of a payment's page. */
export function paymentPath(refid: string): string {
  return withRefid(routes.payment, refid);
}

/** Returns the URL of a payment's page after a saved card was removed without scripts, which it confirms. */
export function cardRemovedPath(refid: string): string {
  return `${paymentPath(refid)}&removed=card`;
}

function withAttempt(path: string, attempt: string | undefined): string {
  return attempt === undefined ? path : `${path}&${new URLSearchParams({ attempt }).toString()}`;
}

/** Returns the URL of the page that redirects the payer to the bank. `attempt`: the sealed attempt, for a visit without cookies. */
export function gatewayRedirectPath(refid: string, attempt?: string): string {
  return withAttempt(withRefid(routes.gatewayRedirect, refid), attempt);
}

/** Returns the URL of the page on which a payment's card is typed in. `attempt`: as for the redirect. */
export function cardEntryPath(refid: string, attempt?: string): string {
  return withAttempt(withRefid(routes.cardEntry, refid), attempt);
}

/** Returns the URL of the page with a payment's barcode. */
export function counterPath(refid: string): string {
  return withRefid(routes.counter, refid);
}

/** Returns the URL of the page with a payment's QR code. */
export function qrPath(refid: string): string {
  return withRefid(routes.qr, refid);
}

/** Returns the URL of the page with the QR code that continues a payment on the payer's phone. */
export function continueOnPhonePath(refid: string): string {
  return withRefid(routes.continueOnPhone, refid);
}

/** Returns the URL at which a link continues a payment. `token`: of the link. */
export function continuationPath(token: string): string {
  return `${routes.continuation}?${new URLSearchParams({ token }).toString()}`;
}

/** Returns the URL of the confirmation of removing a saved card. */
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

/** Returns the URL of the page for the one-time PIN of a payment's registration. */
export function autoDebitPinPath(refid: string): string {
  return withRefid(routes.autoDebitPin, refid);
}

/** The pages that a link in a message opens by its token. */
export type LinkPage = 'cancelAutoDebit' | 'confirmReminder' | 'receipt' | 'stopReminder';

/** Returns the URL of the page that a link in a message opens. */
export function linkPath(page: LinkPage, token: string): string {
  return `${routes[page]}?${new URLSearchParams({ token }).toString()}`;
}

/** Returns the address at which a registration for auto debit is cancelled. `token`: of the link in its confirmation. */
export function cancelAutoDebitPath(token: string): string {
  return linkPath('cancelAutoDebit', token);
}

/** A result page. */
export interface ResultReference {
  readonly route: ResultRoute;
  readonly refid: string;
}

/** Returns the URL of an official receipt. `token`: of its link. `from`: the result that links to it, and to which it leads back. */
export function receiptPath(token: string, from: ResultReference | null = null): string {
  const path = linkPath('receipt', token);
  return from === null ? path : `${path}&${new URLSearchParams({ result: from.route, refid: from.refid }).toString()}`;
}

/** Returns the URL of a receipt that says that the name of its company was changed. */
export function namedReceiptPath(token: string, from: ResultReference | null): string {
  return `${receiptPath(token, from)}&company=saved`;
}

/** Returns the URL of the page that asks for reminders: of the bill that this visit has paid by a payment, else of the one that it looked up. */
export function askReminderPath(refid: string | undefined): string {
  return refid === undefined ? routes.askReminder : withRefid(routes.askReminder, refid);
}

/** Returns the URL of the page that names the company that pays, before its receipt is sent. */
export function namePayingCompanyPath(refid: string): string {
  return withRefid(routes.namePayingCompany, refid);
}

/** Returns the URL of an official receipt as a PDF. `token`: of its link. */
export function receiptPdfPath(token: string): string {
  return `${endpoints.receiptPdf}?${new URLSearchParams({ token }).toString()}`;
}

/** Returns the URL of the page that redirects to the issuer of the card that is verified. */
export function cardVerificationPath(refid: string): string {
  return withRefid(routes.cardCheck, refid);
}

/** Returns the URL of the calendar file for a due date (`YYYY-MM-DD`). */
export function billReminderPath(dueDate: string): string {
  return `${endpoints.billReminder}?${new URLSearchParams({ due: dueDate }).toString()}`;
}

/** Returns the URL of the image of a payment's barcode or QR code. */
export function paymentCodePath(refid: string): string {
  return withRefid(endpoints.paymentCode, refid);
}

/** Returns the URL of the status of one payment. */
export function paymentStatusPath(refid: string): string {
  return withRefid(endpoints.paymentStatus, refid);
}

/** Returns the URL of the state of a payment that continues on the payer's phone. */
export function continuationStatusPath(refid: string): string {
  return withRefid(endpoints.continuationStatus, refid);
}

/** Returns the URL of a direct link's bill. */
export function directBillPath(refid: string): string {
  return withRefid(routes.directBill, refid);
}

/** Returns the URL of a bill that somebody is asked to pay. `token`: of its link. */
export function sharedBillPath(token: string): string {
  return `${routes.sharedBill}?${new URLSearchParams({ token }).toString()}`;
}

/** Returns the URL of a payment's result screen at one of the eleven result routes. */
export function resultPath(route: ResultRoute, refid: string, origin?: ResultOrigin): string {
  const path = withRefid(route, refid);
  return origin === undefined ? path : `${path}&${new URLSearchParams({ [originParameter]: origin }).toString()}`;
}

export { resultRoutes, type ResultRoute };
