import type { PaymentPage } from '@/lib/domain/payment/payment';
import { canChooseMethod, getPaymentStep, type PaymentStep } from '@/lib/domain/payment/payment-step';
import { resultPath } from '@/lib/routes';

/** Tells where a loaded payment stands. */
export function getPageStep(page: Pick<PaymentPage, 'orderState' | 'isHeldForReview' | 'attempt'>): PaymentStep {
  const { attempt, isHeldForReview, orderState } = page;
  return getPaymentStep({
    orderState,
    isHeldForReview,
    attempt: attempt && { state: attempt.state, onward: attempt.nextAction?.kind ?? null },
  });
}

/**
 * Gives the address to which a payment has gone on when its methods can no longer be chosen, else null. An order that ended before
 * anything was tried has no result route of its own: it is told of where cancelled payments are.
 */
export function getResultUrl(
  page: Pick<PaymentPage, 'orderState' | 'isHeldForReview' | 'attempt' | 'refid'>,
): string | null {
  const isOpen = page.orderState === 'open' && canChooseMethod(getPageStep(page));
  return isOpen ? null : resultPath(page.attempt?.resultRoute ?? '/cancelPayment', page.refid);
}
