import { persist } from 'zustand/middleware';
import { createStore } from 'zustand/vanilla';
import { isBankId } from './bank-id';
import { setDeviceHint } from './device-hint';
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
  lastWallet: null,
  rememberedAccount: null,
};

/** The local storage key of the user part. */
export const userStorageKey = 'ebill.user';

/** The banks come from a form: their ids have no specific type. */
function keepBankId(id: string | null): string | null {
  return id !== null && isBankId(id) ? id : null;
}

const localStorage = deviceStorage<RememberedUser>('localStorage');

/** The hints follow what is stored: where storage is refused or emptied, they go with it. */
function updateHints({ lastMethod, rememberedAccount }: RememberedUser): void {
  setDeviceHint('account', rememberedAccount !== null);
  setDeviceHint('method', lastMethod !== null);
}

/** Creates the store of the remembered user. It is read from local storage by `persist.rehydrate()`, after the first render. */
export function createUserStore() {
  return createStore<RememberedUser & UserActions>()(
    persist(
      (set, _get, store) => ({
        ...emptyUser,
        // Before the storage is read, an edit would be overwritten by the stored state.
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
          // The stored text is not trusted. Its parser is loaded only if there is one.
          getItem: async (name) => {
            const stored = await localStorage.getItem(name);
            if (stored === null) {
              updateHints(emptyUser);
              return null;
            }
            const { parseRememberedUser } = await import('./parse-remembered-user');
            const state = parseRememberedUser(stored.state);
            updateHints(state);
            return { ...stored, state };
          },
          setItem: (name, value) => {
            updateHints(value.state);
            return localStorage.setItem(name, value);
          },
          removeItem: (name) => {
            updateHints(emptyUser);
            return localStorage.removeItem(name);
          },
        },
        // Field by field: other properties of the object are not stored.
        partialize: (user) => ({
          userEmailAddress: user.userEmailAddress,
          phoneNumber: user.phoneNumber,
          lastMethod: user.lastMethod,
          lastPersonalBank: keepBankId(user.lastPersonalBank),
          lastCorporateBank: keepBankId(user.lastCorporateBank),
          lastWallet: user.lastWallet,
          rememberedAccount: user.rememberedAccount,
        }),
        skipHydration: true,
      },
    ),
  );
}

export type UserStore = ReturnType<typeof createUserStore>;
