import 'server-only';
import { redirect } from 'next/navigation';
import type { ResultOrigin } from '@/lib/domain/payment/outcomes';
import type { PaymentPage } from '@/lib/domain/payment/payment';
import { canChooseMethod, getPaymentStep } from '@/lib/domain/payment/payment-step';
import { resultPath } from '@/lib/routes';

type Payment = Pick<PaymentPage, 'orderState' | 'isHeldForReview' | 'attempt' | 'refid'>;

/**
 * Returns the URL of a payment's result when a method can no longer be chosen, else null. An order that ended before any attempt has no result
 * route: it uses that of cancelled payments.
 */
export function getResultUrl(payment: Payment, origin?: ResultOrigin): string | null {
  const isPayable = payment.orderState === 'open' && canChooseMethod(getPaymentStep(payment));
  return isPayable ? null : resultPath(payment.attempt?.resultRoute ?? '/cancelPayment', payment.refid, origin);
}

/** Redirects to the result of a payment that can no longer be paid. */
export function redirectUnlessPayable(payment: Payment): void {
  const url = getResultUrl(payment);
  if (url !== null) redirect(url);
}
