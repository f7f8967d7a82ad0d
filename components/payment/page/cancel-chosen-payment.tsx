'use client';

import { usePaymentStore } from '@/lib/stores/payment-store-provider';
import { CancelPayment, type CancelPaymentProps } from './cancel-payment';
import { useOutcomeUnknown } from './use-outcome-unknown';

/**
 * Cancels a payment on the page where it is chosen how to pay: the open question aborts the start of a payment under way. It does not say that nothing
 * was paid while that is not known.
 */
export function CancelChosenPayment(props: Omit<CancelPaymentProps, 'onToggle'>) {
  const setCancelQuestionOpen = usePaymentStore((state) => state.setCancelQuestionOpen);
  const isUnknown = useOutcomeUnknown();
  return <CancelPayment {...props} isInProgress={props.isInProgress || isUnknown} onToggle={setCancelQuestionOpen} />;
}
