import { hasEnded, mayHoldMoney, type AttemptState, type OrderState } from './payment-states';

/**
 * Where a payment stands, and so which page it may show. Every page of a payment asks this before it renders, so that the back
 * button, a reload, a second tab or a bookmark never shows a form that must not be sent.
 */
export type PaymentStep = 'choose' | 'gateway-redirect' | 'show-barcode' | 'show-qr' | 'enter-tac' | 'result';

/** How the payer goes on from an attempt under way: to a gateway's page, or to a page of ours that waits. */
export type NextActionKind = 'redirect' | 'barcode' | 'qr' | 'tac';

const nextActionSteps = {
  redirect: 'gateway-redirect',
  barcode: 'show-barcode',
  qr: 'show-qr',
  tac: 'enter-tac',
} as const satisfies Record<NextActionKind, PaymentStep>;

/**
 * Takes the order's state and its latest attempt (its state and its way on, if it has one) and gives the step. An attempt whose
 * payer was shown the way to the bank may still come back: the payer may go there again, or choose anew.
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

/** Tells whether the page with the choice of methods may be shown: for a fresh order, after a failure, and while the payer is only on the way to a bank. */
export function canChooseMethod(step: PaymentStep): boolean {
  return step !== 'result';
}
