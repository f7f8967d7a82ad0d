import { usePaymentStore } from '@/lib/stores/payment-store-provider';

/** Returns whether the last attempt of this page may have reached the gateway: its answer was lost. */
export function useOutcomeUnknown(): boolean {
  return usePaymentStore((state) => state.error?.isUnknown === true);
}
