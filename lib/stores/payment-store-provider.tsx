'use client';

import { createContext, useContext, useEffect, useState, type ReactNode } from 'react';
import { useStore } from 'zustand';
import { createPaymentStore, type PaymentActions, type PaymentStore } from './payment-store';
import type { PaymentState } from './payment-state';
import { findUserStorage } from './persisted-user';

const PaymentStoreContext = createContext<PaymentStore | null>(null);

/**
 * Gives the islands below it one payment store of their own: made once for each page, never shared between visits. What the device
 * remembers of the payer is taken up after the first render, which must match the server's HTML.
 */
export function PaymentStoreProvider({ initial, children }: { initial?: Partial<PaymentState>; children: ReactNode }) {
  const [store] = useState(() => createPaymentStore(initial, findUserStorage()));
  useEffect(() => store.getState().restoreUser(), [store]);
  return <PaymentStoreContext value={store}>{children}</PaymentStoreContext>;
}

/** Gives what `select` takes from the payment store around the component. Throws without a provider: that is a bug. */
export function usePaymentStore<Selected>(select: (state: PaymentState & PaymentActions) => Selected): Selected {
  const store = useContext(PaymentStoreContext);
  if (store === null) throw new Error('usePaymentStore needs a PaymentStoreProvider around it');
  return useStore(store, select);
}
