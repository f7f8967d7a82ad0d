'use client';

import { useEffect } from 'react';
import { usePaymentStoreApi } from '@/lib/stores/payment-store-provider';

/** A page that the back button brings back may be long past its state: it is loaded again, and the server says how the payment is now. */
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
