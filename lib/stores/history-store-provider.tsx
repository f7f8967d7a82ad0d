'use client';

import { createContext, useContext, useEffect, useState, type ReactNode } from 'react';
import { useStore } from 'zustand';
import {
  createHistoryStore,
  historyStorageKey,
  type HistoryActions,
  type HistoryState,
  type HistoryStore,
} from './history-store';

const HistoryStoreContext = createContext<HistoryStore | null>(null);

/** Creates the store of the payments of this device. It is read after the first render, and again when another tab has changed it. */
export function HistoryStoreProvider({ children }: { readonly children: ReactNode }) {
  const [store] = useState(createHistoryStore);
  useEffect(() => {
    const readAgain = ({ key }: Pick<StorageEvent, 'key'>) => {
      // Null: all of the storage was cleared.
      if (key === null || key === historyStorageKey) void store.persist.rehydrate();
    };
    readAgain({ key: null });
    window.addEventListener('storage', readAgain);
    return () => window.removeEventListener('storage', readAgain);
  }, [store]);
  return <HistoryStoreContext value={store}>{children}</HistoryStoreContext>;
}

/** Returns what `selector` picks from the history store around the component. Throws without a provider: that is a bug. */
export function useHistoryStore<Selected>(selector: (state: HistoryState & HistoryActions) => Selected): Selected {
  const store = useContext(HistoryStoreContext);
  if (store === null) throw new Error('useHistoryStore needs a HistoryStoreProvider around it');
  return useStore(store, selector);
}
