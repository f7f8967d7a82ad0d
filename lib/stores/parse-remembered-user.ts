import { isAccountNumber } from '@/lib/domain/bill/account-number';
import { parseEmail } from '@/lib/domain/contact/email';
import { isPaymentMethod } from '@/lib/domain/methods/payment-methods';
import { parsePhoneNumber } from '@/lib/domain/contact/phone';
import { isKnownWallet } from '@/lib/domain/methods/wallet';
import { isBankId } from './bank-id';
import type { RememberedUser } from './remembered-user';

/** Returns a user's stored values that are valid; others are dropped, so that no card number is ever stored. */
export function parseRememberedUser(stored: unknown): RememberedUser {
  const texts = new Map(Object.entries(typeof stored === 'object' && stored !== null ? stored : {}));
  const read = (name: keyof RememberedUser): string => {
    const value: unknown = texts.get(name);
    return typeof value === 'string' ? value : '';
  };
  const email = parseEmail(read('userEmailAddress'));
  const phone = parsePhoneNumber(read('phoneNumber'));
  const method = read('lastMethod');
  const bank = (name: 'lastPersonalBank' | 'lastCorporateBank') => (isBankId(read(name)) ? read(name) : null);
  const wallet = read('lastWallet');
  const account = read('rememberedAccount');
  return {
    userEmailAddress: email.ok ? email.value : null,
    phoneNumber: phone.ok ? phone.value : null,
    lastMethod: isPaymentMethod(method) ? method : null,
    lastPersonalBank: bank('lastPersonalBank'),
    lastCorporateBank: bank('lastCorporateBank'),
    lastWallet: isKnownWallet(wallet) ? wallet : null,
    rememberedAccount: isAccountNumber(account) ? account : null,
  };
}
