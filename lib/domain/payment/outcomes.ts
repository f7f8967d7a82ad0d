import { hasEnded, type AttemptState, type OrderState } from './payment-states';

/** The outcomes that the result screen can show: the values of `data-status`. */
export const outcomes = [
  'successful',
  'failed',
  'pending',
  'pending-approval',
  'expired',
  'cancelled',
  'session-expired',
  'processed',
  'blacklisted',
  'review',
  'error',
] as const;
export type Outcome = (typeof outcomes)[number];

/** The eleven addresses of the one result screen (specification, section 2). */
export const resultRoutes = [
  '/bankResultMBB',
  '/bankResultAMB',
  '/dcb/view/bankResult',
  '/bankResultMBBCASA',
  '/bankResultFPX',
  '/cancelPayment',
  '/cancelDCBPayment',
  '/blacklisted',
  '/processed',
  '/ewallet/view/bankResult',
  '/bankResultEGHL',
] as const;
export type ResultRoute = (typeof resultRoutes)[number];

/** The route of a result where that of its payment is not known: every route shows any payment. */
export const defaultResultRoute: ResultRoute = '/bankResultFPX';

export function isResultRoute(path: string): path is ResultRoute {
  return resultRoutes.some((route) => route === path);
}

/**
 * From where a result is opened that its payer has not come to by paying just now: the e-mail to a company's approver, the payment page, where
 * 'Pay' was pressed for an order that was paid already, the page that names the company, where a name was saved or not, or the official receipt.
 */
export const resultOrigins = ['email', 'paid-already', 'company', 'company-saved', 'receipt'] as const;
export type ResultOrigin = (typeof resultOrigins)[number];

/** The parameter of a result's URL that has its origin. */
export const originParameter = 'from';

/** The parameter of the result's URL that is e-mailed for a company's approver: signed for its attempt. */
export const approvalParameter = 'approval';

/** The backend call that a route's result screen uses: its own call if it has one, else the stored state of the payment. */
export type ResultSource = 'result' | 'processed' | 'blacklisted';

export const resultSources = {
  '/bankResultMBB': 'result',
  '/bankResultAMB': 'result',
  '/dcb/view/bankResult': 'result',
  '/bankResultMBBCASA': 'result',
  '/bankResultFPX': 'result',
  '/cancelPayment': 'result',
  '/cancelDCBPayment': 'result',
  '/blacklisted': 'blacklisted',
  '/processed': 'processed',
  '/ewallet/view/bankResult': 'result',
  '/bankResultEGHL': 'result',
} as const satisfies Record<ResultRoute, ResultSource>;

/** The next steps that a screen offers. None invites the payer to pay again while money may be on its way. */
export interface NextSteps {
  /** The order is open and holds none of this payer's money: it can be paid again, by any method. */
  readonly tryAgain: boolean;
  /** The screen polls the payment's status until that changes. */
  readonly polls: boolean;
  /** The payment can continue: the payer's choices on its page are kept in this browser. */
  readonly keepsChoices: boolean;
  /** A receipt can be printed. */
  readonly receipt: boolean;
  /** A link back to quick pay. */
  readonly home: boolean;
  /**
   * The return to the partner's site: after a countdown, only by a button, or none, since there is no result to report. Of a payment in progress
   * that its payer can continue, only by the button.
   */
  readonly returnToMerchant: 'automatic' | 'manual' | 'never';
}

/** The appearance and next steps of the screen of each outcome. */
export const outcomeTable = {
  successful: {
    tone: 'success',
    tryAgain: false,
    polls: false,
    keepsChoices: false,
    receipt: true,
    home: true,
    returnToMerchant: 'automatic',
  },
  failed: {
    tone: 'danger',
    tryAgain: true,
    polls: false,
    keepsChoices: false,
    receipt: false,
    home: true,
    returnToMerchant: 'automatic',
  },
  pending: {
    tone: 'warning',
    tryAgain: false,
    polls: true,
    keepsChoices: true,
    receipt: false,
    home: false,
    returnToMerchant: 'automatic',
  },
  'pending-approval': {
    tone: 'warning',
    tryAgain: false,
    polls: true,
    keepsChoices: true,
    receipt: false,
    home: false,
    returnToMerchant: 'automatic',
  },
  expired: {
    tone: 'neutral',
    tryAgain: false,
    polls: false,
    keepsChoices: false,
    receipt: false,
    home: true,
    returnToMerchant: 'automatic',
  },
  cancelled: {
    tone: 'neutral',
    tryAgain: true,
    polls: false,
    keepsChoices: false,
    receipt: false,
    home: true,
    returnToMerchant: 'automatic',
  },
  /** Also an order without attempts: it can be paid as long as it is open. */
  'session-expired': {
    tone: 'neutral',
    tryAgain: true,
    polls: false,
    keepsChoices: false,
    receipt: false,
    home: true,
    returnToMerchant: 'never',
  },
  processed: {
    tone: 'warning',
    tryAgain: false,
    polls: true,
    keepsChoices: false,
    receipt: false,
    home: true,
    returnToMerchant: 'automatic',
  },
  blacklisted: {
    tone: 'danger',
    tryAgain: false,
    polls: false,
    keepsChoices: false,
    receipt: false,
    home: true,
    returnToMerchant: 'automatic',
  },
  review: {
    tone: 'warning',
    tryAgain: false,
    polls: false,
    keepsChoices: false,
    receipt: false,
    home: false,
    returnToMerchant: 'manual',
  },
  error: {
    tone: 'danger',
    tryAgain: false,
    polls: false,
    keepsChoices: true,
    receipt: false,
    home: true,
    returnToMerchant: 'manual',
  },
} as const satisfies Record<Outcome, NextSteps & { tone: 'success' | 'danger' | 'warning' | 'neutral' }>;

/**
 * Returns the outcome of a payment. Takes the order's state, its attempts' states (oldest first) and whether money is held for review;
 * 'none' without attempts. An order that is paid is successful, whatever other money it has: its result tells of that beside.
 */
export function getPaymentOutcome(payment: {
  readonly orderState: OrderState;
  readonly attempts: readonly AttemptState[];
  readonly heldForReview: boolean;
}): Outcome | 'none' {
  if (payment.orderState === 'paid' || payment.attempts.includes('successful')) return 'successful';
  if (payment.heldForReview) return 'review';
  const underWay = payment.attempts.findLast((state) => !hasEnded(state));
  if (underWay === 'pending-approval') return 'pending-approval';
  if (underWay !== undefined) return 'pending';
  if (payment.orderState === 'cancelled') return 'cancelled';
  const last = payment.attempts.findLast(hasEnded);
  if (payment.orderState === 'expired') return last === undefined || last === 'cancelled' ? 'expired' : last;
  return last ?? 'none';
}
