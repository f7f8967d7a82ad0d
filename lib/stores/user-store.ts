import { persist } from 'zustand/middleware';
import { createStore } from 'zustand/vanilla';
import { isBankId } from './bank-id';
import { deviceStorage } from './device-storage';
import type { RememberedUser } from './remembered-user';

export interface UserActions {
  remember(edit: Partial<RememberedUser>): void;
}

export const emptyUser: RememberedUser = {
  userEmailAddress: null,
  phoneNumber: null,
  lastMethod: null,
  lastPersonalBank: null,
  lastCorporateBank: null,
  rememberedAccount: null,
};

/** Where the user part is in local storage. */
export const userStorageKey = 'ebill.user';

/** The banks are the ones of a form: their ids have no specific type. */
function keepBankId(id: string | null): string | null {
  return id !== null && isBankId(id) ? id : null;
}

const localStorage = deviceStorage<RememberedUser>('localStorage');

/** Creates the store of what the device remembers. It is read from local storage by `persist.rehydrate()`, after the first render. */
export function createUserStore() {
  return createStore<RememberedUser & UserActions>()(
    persist(
      (set, _get, store) => ({
        ...emptyUser,
        // Before the storage is read, an edit would be overwritten by what is in it.
        remember: (edit) => {
          if (store.persist.hasHydrated()) return set(edit);
          const unsubscribe = store.persist.onFinishHydration(() => {
            unsubscribe();
            set(edit);
          });
        },
      }),
      {
        name: userStorageKey,
        version: 1,
        storage: {
          ...localStorage,
          // Anything may be stored there. What parses it is loaded only where something is.
          getItem: async (name) => {
            const stored = await localStorage.getItem(name);
            if (stored === null) return null;
            const { parseRememberedUser } = await import('./parse-remembered-user');
            return { ...stored, state: parseRememberedUser(stored.state) };
          },
        },
        // Field by field: nothing else that an object may carry is stored.
        partialize: (user) => ({
          userEmailAddress: user.userEmailAddress,
          phoneNumber: user.phoneNumber,
          lastMethod: user.lastMethod,
          lastPersonalBank: keepBankId(user.lastPersonalBank),
          lastCorporateBank: keepBankId(user.lastCorporateBank),
          rememberedAccount: user.rememberedAccount,
        }),
        skipHydration: true,
      },
    ),
  );
}

export type UserStore = ReturnType<typeof createUserStore>;
