'use client';

import { useEffect } from 'react';
import { paymentPath, routes } from '@/lib/routes';
import { useBillStore } from '@/lib/stores/bill-store-provider';

/** Loads the page that the bill flow leads to: the bill view, or the payment page of the transaction. Specification, section 4. */
export function useBillRedirects(): void {
  const redirectToBillView = useBillStore((state) => state.redirectToBillView);
  const redirectToPayView = useBillStore((state) => state.redirectToPayView);
  const transaction = useBillStore((state) => state.transaction);
  const clearRedirects = useBillStore((state) => state.clearRedirects);

  useEffect(() => {
    // The bill itself stays in its sealed cookie: the page that shows it is the first to have it.
    if (redirectToBillView) window.location.assign(routes.bill);
    else if (redirectToPayView) window.location.assign(paymentPath(transaction));
  }, [redirectToBillView, redirectToPayView, transaction]);

  useEffect(() => {
    const clearWhenRestored = ({ persisted }: PageTransitionEvent) => persisted && clearRedirects();
    window.addEventListener('pageshow', clearWhenRestored);
    return () => window.removeEventListener('pageshow', clearWhenRestored);
  }, [clearRedirects]);
}
