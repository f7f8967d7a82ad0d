'use client';

import { useEffect } from 'react';
import { paymentPath, routes } from '@/lib/routes';
import { useBillStore } from '@/lib/stores/bill-store-provider';

/** Navigates to the target in the store: the bill view or the payment page. Specification, section 4. */
export function useBillRedirects(): void {
  const redirectToBillView = useBillStore((state) => state.redirectToBillView);
  const redirectToPayView = useBillStore((state) => state.redirectToPayView);
  const transaction = useBillStore((state) => state.transaction);
  const clearRedirects = useBillStore((state) => state.clearRedirects);

  useEffect(() => {
    // The bill is in a sealed cookie that only the server reads.
    if (redirectToBillView) window.location.assign(routes.bill);
    else if (redirectToPayView) window.location.assign(paymentPath(transaction));
  }, [redirectToBillView, redirectToPayView, transaction]);

  useEffect(() => {
    const clearWhenRestored = ({ persisted }: PageTransitionEvent) => persisted && clearRedirects();
    window.addEventListener('pageshow', clearWhenRestored);
    return () => window.removeEventListener('pageshow', clearWhenRestored);
  }, [clearRedirects]);
}
