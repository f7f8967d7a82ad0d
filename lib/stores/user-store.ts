import { persist } from 'zustand/middleware';
import { createStore } from 'zustand/vanilla';
import { isAccountNumber } from '@/lib/domain/account-number';
import { parseEmail } from '@/lib/domain/email';
import { isPaymentMethod, type PaymentMethod } from '@/lib/domain/payment-methods';
import { parsePhoneNumber } from '@/lib/domain/phone';
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

/** A bank's id begins with letters, which no card number does. */
function isBankId(id: string): boolean {
  return /^[A-Z]{2}[A-Z0-9]{1,18}$/.test(id);
}

/** Keeps of a user's values those that pass their rules; the others are forgotten, so that no card number can slip in. */
function admitUser(stored: unknown): RememberedUser {
  const texts = new Map(Object.entries(typeof stored === 'object' && stored !== null ? stored : {}));
  const read = (name: keyof RememberedUser): string => {
    const value: unknown = texts.get(name);
    return typeof value === 'string' ? value : '';
  };
  const email = parseEmail(read('userEmailAddress'));
  const phone = parsePhoneNumber(read('phoneNumber'));
  const method = read('lastMethod');
  const bank = (name: 'lastPersonalBank' | 'lastCorporateBank') => (isBankId(read(name)) ? read(name) : null);
  const account = read('rememberedAccount');
  return {
    userEmailAddress: email.ok ? email.value : null,
    phoneNumber: phone.ok ? phone.value : null,
    lastMethod: isPaymentMethod(method) ? method : null,
    lastPersonalBank: bank('lastPersonalBank'),
    lastCorporateBank: bank('lastCorporateBank'),
    rememberedAccount: isAccountNumber(account) ? account : null,
  };
}

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
