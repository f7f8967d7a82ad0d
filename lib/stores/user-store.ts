import { persist } from 'zustand/middleware';
import { createStore } from 'zustand/vanilla';
import type { AccountNumber } from '@/lib/domain/bill/account-number';
import type { EmailAddress } from '@/lib/domain/contact/email';
import type { PaymentMethod } from '@/lib/domain/methods/payment-methods';
import type { PhoneNumber } from '@/lib/domain/contact/phone';
import { isBankId } from './bank-id';
import { deviceStorage } from './device-storage';

/**
 * The user part of the payment state: all that this device remembers of a payer. Never a card: each value is of a type that only its parser
 * makes, or one of ours. Specification, section 4.
 */
export interface RememberedUser {
  readonly userEmailAddress: EmailAddress | null;
  readonly phoneNumber: PhoneNumber | null;
  /** The method last used. */
  readonly lastMethod: PaymentMethod | null;
  /** The FPX banks last used, by their ids. */
  readonly lastPersonalBank: string | null;
  readonly lastCorporateBank: string | null;
  /** Stored only if the payer asked for it. */
  readonly rememberedAccount: AccountNumber | null;
}

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

/** The banks are the ones of a form: their ids have no type of their own. */
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
