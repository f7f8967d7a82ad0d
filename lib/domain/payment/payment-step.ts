import { hasEnded, mayHoldMoney, type AttemptState, type OrderState } from './payment-states';

/**
 * The current step of a payment, and so which page it may show. Every page of a payment checks it before rendering, so that the back
 * button, a reload, a second tab or a bookmark never shows a form that must not be sent.
 */
export type PaymentStep =
  'choose' | 'gateway-redirect' | 'enter-card' | 'show-barcode' | 'show-qr' | 'enter-tac' | 'result';

/** The payer's next action in an attempt: on a gateway's page, in a form that is posted to a gateway, or on one of our waiting pages. */
export type NextActionKind = 'redirect' | 'direct-post' | 'barcode' | 'qr' | 'tac';

const nextActionSteps = {
  redirect: 'gateway-redirect',
  'direct-post': 'enter-card',
  barcode: 'show-barcode',
  qr: 'show-qr',
  tac: 'enter-tac',
} as const satisfies Record<NextActionKind, PaymentStep>;

/** Whether only the visit that began an attempt may continue it: its request to the gateway is shown to nobody else. Security, row 43. */
export function isBoundToVisit<Action extends { readonly kind: NextActionKind }>(
  nextAction: Action | null,
): nextAction is Extract<Action, { readonly kind: 'redirect' | 'direct-post' }> {
  return nextAction?.kind === 'redirect' || nextAction?.kind === 'direct-post';
}

/**
 * Returns the step for an order's state and its latest attempt (its state and next action, if any). An attempt whose
 * payer was redirected to the bank may still return: the payer may go there again, or choose another method.
 */
export function getPaymentStep(payment: {
  readonly orderState: OrderState;
  readonly isHeldForReview: boolean;
  readonly attempt: {
    readonly state: AttemptState;
    readonly nextAction: { readonly kind: NextActionKind } | null;
  } | null;
}): PaymentStep {
  const { attempt, orderState } = payment;
  if (orderState === 'paid' || payment.isHeldForReview) return 'result';
  if (attempt === null) return orderState === 'open' ? 'choose' : 'result';
  if (attempt.nextAction !== null && !hasEnded(attempt.state) && !mayHoldMoney(attempt.state))
    return nextActionSteps[attempt.nextAction.kind];
  if (!hasEnded(attempt.state)) return 'result';
  return orderState === 'open' ? 'choose' : 'result';
}

/** Returns whether the page with the choice of methods may be shown: for a fresh order, after a failure, and while the payer is only on the way to a bank. */
export function canChooseMethod(step: PaymentStep): boolean {
  return step !== 'result';
}
