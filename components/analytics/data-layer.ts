import type { FailedSubmission } from '@/components/forms/submission/form-event-listener';
import { apiErrorEvent, methodEvent, stepEvent, type AnalyticsEvent } from '@/lib/analytics/events';
import { fillPaymentData, type PaymentData } from '@/lib/analytics/payment-data';
import type { PaymentMethod } from '@/lib/domain/methods/payment-methods';

declare global {
  interface Window {
    /** The array that the operator's analytics reads. It exists only after the payer has given consent. */
    dataLayer?: unknown[];
  }
}

/** The payment data of the page's own event. */
function paymentDataOf(pageEvent: AnalyticsEvent | null): PaymentData {
  return pageEvent !== null && 'payment' in pageEvent ? pageEvent.payment : fillPaymentData({});
}

export function pushEvent(event: AnalyticsEvent): void {
  (window.dataLayer ??= []).push(event);
}

export function pushStep(step: 'proceed_to_payment', pageEvent: AnalyticsEvent | null): void {
  pushEvent(stepEvent(step, paymentDataOf(pageEvent)));
}

export function pushMethod(
  kind: 'method_choice' | 'payment_attempt',
  method: PaymentMethod,
  pageEvent: AnalyticsEvent | null,
): void {
  pushEvent(methodEvent(kind, method, paymentDataOf(pageEvent)));
}

/** `page` is the path of the page with the form. */
export function pushFailedSubmission({ action, message }: FailedSubmission, page: string): void {
  pushEvent(apiErrorEvent({ page, method: 'POST', url: action, message }));
}
