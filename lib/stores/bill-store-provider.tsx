'use client';

import { createContext, useContext, useState, type ReactNode } from 'react';
import { useStore } from 'zustand';
import { createBillStore, type BillActions, type BillState, type BillStore } from './bill-store';

const BillStoreContext = createContext<BillStore | null>(null);

/** Gives the islands below it one bill store of their own: made once for each page, never shared between visits. */
export function BillStoreProvider({ initial, children }: { initial?: Partial<BillState>; children: ReactNode }) {
  const [store] = useState(() => createBillStore(initial));
  return <BillStoreContext value={store}>{children}</BillStoreContext>;
}

/** Gives what `select` takes from the bill store around the component. Throws without a provider: that is a bug. */
export function useBillStore<Selected>(select: (state: BillState & BillActions) => Selected): Selected {
  const store = useContext(BillStoreContext);
  if (store === null) throw new Error('useBillStore needs a BillStoreProvider around it');
  return useStore(store, select);
}
