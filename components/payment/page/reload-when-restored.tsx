'use client';

import { useEffect } from 'react';
import { usePaymentStore, usePaymentStoreApi } from '@/lib/stores/payment-store-provider';
import { useReloadWhenRestored } from './use-reload-when-restored';

/**
 * Reloads a payment page restored from the back/forward cache. Once an attempt has begun, the page that a payer returns to or reloads starts
 * at its top, where the notice of that attempt is: the browser does not scroll it back to the pay button.
 */
export function ReloadWhenRestored({ isInProgress }: { readonly isInProgress: boolean }) {
  const store = usePaymentStoreApi();
  const hasBegun = usePaymentStore((state) => state.paymentAttempt) || isInProgress;
  useReloadWhenRestored(() => store.getState().clearPaymentAttempt());
  useEffect(() => {
    if (hasBegun) window.history.scrollRestoration = 'manual';
  }, [hasBegun]);
  return null;
}
