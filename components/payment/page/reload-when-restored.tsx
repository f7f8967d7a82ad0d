'use client';

import { usePaymentStoreApi } from '@/lib/stores/payment-store-provider';
import { useReloadWhenRestored } from './use-reload-when-restored';

/** Reloads a payment page restored from the back/forward cache. */
export function ReloadWhenRestored() {
  const store = usePaymentStoreApi();
  useReloadWhenRestored(() => store.getState().clearPaymentAttempt());
  return null;
}
