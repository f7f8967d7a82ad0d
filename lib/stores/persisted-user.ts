import * as z from 'zod/mini';
import { isAccountNumber } from '@/lib/domain/account-number';
import { parseEmail } from '@/lib/domain/email';
import { isPaymentMethod, type PaymentMethod } from '@/lib/domain/payment-methods';
import { parsePhoneNumber } from '@/lib/domain/phone';
import { rememberedUserKey } from './remembered-user-key';

/** The user part of the payment state: all that this device remembers of a payer. Never a card. */
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

export const nobody: RememberedUser = {
  userEmailAddress: null,
  phoneNumber: null,
  lastMethod: null,
  lastPersonalBank: null,
  lastCorporateBank: null,
  rememberedAccount: null,
};

/** The part of `Storage` that is used. */
export type UserStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

export { rememberedUserKey };

const storedSchema = z.object({
  /** Another version is not read: to forget is harmless here, to guess is not. */
  version: z.literal(1),
  user: z.object({
    userEmailAddress: z.nullish(z.string()),
    phoneNumber: z.nullish(z.string()),
    lastMethod: z.nullish(z.string()),
    lastPersonalBank: z.nullish(z.string()),
    lastCorporateBank: z.nullish(z.string()),
    rememberedAccount: z.nullish(z.string()),
  }),
});

/** A bank's id begins with letters, which no card number does. */
function admitBank(id: string | null | undefined): string | null {
  return id && /^[A-Z]{2}[A-Z0-9]{1,18}$/.test(id) ? id : null;
}

/** Keeps of a user's values those that pass their rules; what does not is forgotten, so that no card number can slip in. */
function admit(user: z.infer<typeof storedSchema>['user']): RememberedUser {
  const email = parseEmail(user.userEmailAddress ?? '');
  const phone = parsePhoneNumber(user.phoneNumber ?? '');
  const method = user.lastMethod ?? '';
  const account = user.rememberedAccount ?? '';
  return {
    userEmailAddress: email.ok ? email.value : null,
    phoneNumber: phone.ok ? phone.value : null,
    lastMethod: isPaymentMethod(method) ? method : null,
    lastPersonalBank: admitBank(user.lastPersonalBank),
    lastCorporateBank: admitBank(user.lastCorporateBank),
    rememberedAccount: isAccountNumber(account) ? account : null,
  };
}

/** Reads what the device remembers; nobody when there is nothing, it is of another version or broken, or storage is refused. */
export function readRememberedUser(storage: UserStorage): RememberedUser {
  try {
    const stored = storedSchema.safeParse(JSON.parse(storage.getItem(rememberedUserKey) ?? 'null'));
    return stored.success ? admit(stored.data.user) : nobody;
  } catch {
    // Private windows and embedded views refuse storage, and others may have written there what is no JSON.
    return nobody;
  }
}

/** Writes what the device is to remember, and clears the place when that is nothing. A storage that is full or refused is left alone. */
export function writeRememberedUser(storage: UserStorage, user: RememberedUser): void {
  const admitted = admit(user);
  try {
    if (Object.values(admitted).every((value) => value === null)) storage.removeItem(rememberedUserKey);
    else storage.setItem(rememberedUserKey, JSON.stringify({ version: 1, user: admitted }));
  } catch {
    // Remembering is a convenience: the payment goes on without it.
  }
}

/** Gives the browser's local storage, or null on a server and where even asking for it is refused. */
export function findUserStorage(): UserStorage | null {
  try {
    return typeof window === 'undefined' ? null : window.localStorage;
  } catch {
    return null;
  }
}
