'use client';

import { usePaymentStore } from '@/lib/stores/payment-store-provider';
import { CancelPayment, type CancelPaymentProps } from './cancel-payment';

/** Cancels a payment on the page where it is chosen how to pay: the open question aborts the start of a payment under way. */
export function CancelChosenPayment(props: Omit<CancelPaymentProps, 'onToggle'>) {
  const setCancelQuestionOpen = usePaymentStore((state) => state.setCancelQuestionOpen);
  return <CancelPayment {...props} onToggle={setCancelQuestionOpen} />;
}
