'use client';

import { createContext, useContext, useState, type ReactNode } from 'react';
import { useStore } from 'zustand';
import { createBillStore, type BillActions, type BillState, type BillStore } from './bill-store';

const BillStoreContext = createContext<BillStore | null>(null);

interface BillStoreProviderProps {
  /** The state that the server has rendered. */
  readonly initial?: Partial<BillState>;
  readonly children: ReactNode;
}

/** Creates the bill store of a page, once for each rendering of it: never shared between requests. */
export function BillStoreProvider({ initial, children }: BillStoreProviderProps) {
  const [store] = useState(() => createBillStore(initial));
  return <BillStoreContext value={store}>{children}</BillStoreContext>;
}

/** Returns what `selector` picks from the bill store around the component. Throws without a provider: that is a bug. */
export function useBillStore<Selected>(selector: (state: BillState & BillActions) => Selected): Selected {
  const store = useContext(BillStoreContext);
  if (store === null) throw new Error('useBillStore needs a BillStoreProvider around it');
  return useStore(store, selector);
}
