'use client';

import { createContext, useContext, useEffect, useState, type ReactNode } from 'react';
import { useStore } from 'zustand';
import type { RememberedUser } from './remembered-user';
import { createUserStore, type UserActions, type UserStore } from './user-store';

const UserStoreContext = createContext<UserStore | null>(null);

interface UserStoreProviderProps {
  /** Whether many payers share the device, such as a kiosk: then nothing is read or stored, and what was stored is removed. */
  readonly isSharedDevice?: boolean;
  readonly children: ReactNode;
}

/** Creates the store of what this device remembers of the payer. It is read after the first render, which must match the server's HTML. */
export function UserStoreProvider({ isSharedDevice = false, children }: UserStoreProviderProps) {
  const [store] = useState(createUserStore);
  useEffect(() => {
    if (isSharedDevice) store.persist.clearStorage();
    else void store.persist.rehydrate();
  }, [store, isSharedDevice]);
  return <UserStoreContext value={store}>{children}</UserStoreContext>;
}

/** Returns what `selector` picks from the user store around the component. Throws without a provider: that is a bug. */
export function useUserStore<Selected>(selector: (state: RememberedUser & UserActions) => Selected): Selected {
  const store = useContext(UserStoreContext);
  if (store === null) throw new Error('useUserStore needs a UserStoreProvider around it');
  return useStore(store, selector);
}
