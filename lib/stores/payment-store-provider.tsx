'use client';

import { createContext, useContext, useState, type ReactNode } from 'react';
import { useStore } from 'zustand';
import { createPaymentStore, type PaymentActions, type PaymentState, type PaymentStore } from './payment-store';

const PaymentStoreContext = createContext<PaymentStore | null>(null);

interface PaymentStoreProviderProps {
  readonly initial: Parameters<typeof createPaymentStore>[0];
  readonly children: ReactNode;
}

/** Creates the payment store of a page, once for each rendering of it: never shared between requests. */
export function PaymentStoreProvider({ initial, children }: PaymentStoreProviderProps) {
  const [store] = useState(() => createPaymentStore(initial));
  return <PaymentStoreContext value={store}>{children}</PaymentStoreContext>;
}

/** Returns the payment store around the component, for reading it outside of rendering. Throws without a provider: that is a bug. */
export function usePaymentStoreApi(): PaymentStore {
  const store = useContext(PaymentStoreContext);
  if (store === null) throw new Error('usePaymentStore needs a PaymentStoreProvider around it');
  return store;
}

/** Returns what `selector` picks from the payment store around the component. */
export function usePaymentStore<Selected>(selector: (state: PaymentState & PaymentActions) => Selected): Selected {
  return useStore(usePaymentStoreApi(), selector);
}
