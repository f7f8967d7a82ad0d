'use client';

import { useEffect } from 'react';
import { usePaymentStoreApi } from '@/lib/stores/payment-store-provider';

/** Reloads a page restored from the back/forward cache, whose payment state may be outdated. */
export function ReloadWhenRestored() {
  const store = usePaymentStoreApi();

  useEffect(() => {
    function reload({ persisted }: PageTransitionEvent) {
      if (!persisted) return;
      store.getState().clearPaymentAttempt();
      window.location.reload();
    }
    window.addEventListener('pageshow', reload);
    return () => window.removeEventListener('pageshow', reload);
  }, [store]);

  return null;
}
