import { persist } from 'zustand/middleware';
import { createStore } from 'zustand/vanilla';
import type { PaymentMethod } from '@/lib/domain/payment-methods';
import { admitUser } from './admit-user';
import { deviceStorage } from './device-storage';

/** The user part of the payment state: all that this device remembers of a payer. Never a card. Specification, section 4. */
export interface RememberedUser {
  readonly userEmailAddress: string | null;
  /** `60…`. */
  readonly phoneNumber: string | null;
  /** The method last used. */
  readonly lastMethod: PaymentMethod | null;
  /** The FPX banks last used, by their ids. */
  readonly lastPersonalBank: string | null;
  readonly lastCorporateBank: string | null;
  /** Kept only for a payer who asked for it. */
  readonly rememberedAccount: string | null;
}

export interface UserActions {
  remember(edit: Partial<RememberedUser>): void;
}

export const nobody: RememberedUser = {
  userEmailAddress: null,
  phoneNumber: null,
  lastMethod: null,
  lastPersonalBank: null,
  lastCorporateBank: null,
  rememberedAccount: null,
};

/** Where the user part is in local storage. */
export const userStorageKey = 'ebill.user';

/** Creates the store of what the device remembers. It is read from local storage by `persist.rehydrate()`, after the first render. */
export function createUserStore() {
  return createStore<RememberedUser & UserActions>()(
    persist(
      (set, get) => ({
        ...nobody,
        remember: (edit) => set(admitUser({ ...get(), ...edit })),
      }),
      {
        name: userStorageKey,
        version: 1,
        storage: deviceStorage<RememberedUser>('localStorage'),
        partialize: ({ remember: _remember, ...user }) => user,
        merge: (stored, current) => ({ ...current, ...admitUser(stored) }),
        skipHydration: true,
      },
    ),
  );
}

export type UserStore = ReturnType<typeof createUserStore>;
