import { createTranslator } from 'next-intl';
import type { PaymentMethod } from '@/lib/domain/methods/payment-methods';
import type { CurrentAttempt } from '@/lib/domain/payment/payment';
import en from '@/messages/en.json';
import { getProviderName } from './provider-name';

const banks = {
  personalBanks: [{ id: 'ONE', name: 'One Bank', isOnline: true }],
  corporateBanks: [{ id: 'ONE', name: 'One Business', isOnline: false }],
};

const nameOf = (method: PaymentMethod, provider: string | null) => {
  const attempt: CurrentAttempt = {
    state: 'redirected',
    method,
    provider,
    nextAction: null,
    resultRoute: '/bankResultFPX',
    reasonCode: null,
  };
  return getProviderName({ attempt, ...banks }, createTranslator({ locale: 'en', messages: en }));
};

test.each([
  ['fpx', 'ONE', 'One Bank'],
  ['fpxCorporate', 'ONE', 'One Business'],
  ['fpx', 'GONE', null],
  // A backend that does not tell what was chosen.
  ['fpx', null, null],
  ['wallet', 'touchngo', 'TouchNGo'],
  ['wallet', 'another', 'another'],
  ['wallet', null, null],
  ['m2u', null, 'Maybank2u'],
  ['newCard', null, null],
] as const)('%s with %s goes to %s', (method, provider, name) => expect(nameOf(method, provider)).toBe(name));

test('without an attempt there is no name', () => {
  expect(getProviderName({ attempt: null, ...banks }, createTranslator({ locale: 'en', messages: en }))).toBeNull();
});
