import { parseRememberedUser } from './parse-remembered-user';
import type { RememberedUser } from './remembered-user';
import { emptyUser } from './user-store';

const user = {
  userEmailAddress: 'a@b.my',
  phoneNumber: '60121234567',
  lastMethod: 'fpx',
  lastPersonalBank: 'MB2U0227',
  lastCorporateBank: 'BIMB0340',
  lastWallet: 'grabpay',
  rememberedAccount: '1234567801',
} as const;
const cardNumber = '4111111111111111';

test('keeps values that pass their rules', () => {
  expect(parseRememberedUser(user)).toEqual(user);
});

test.each([undefined, null, 'text', 1, [], {}, { userEmailAddress: 1 }, { user }])('reads nobody from %j', (stored) => {
  expect(parseRememberedUser(stored)).toEqual(emptyUser);
});

test.each<[keyof RememberedUser, string]>([
  ['userEmailAddress', 'a@b'],
  ['phoneNumber', 'x'],
  ['lastMethod', 'cash'],
  ['lastPersonalBank', '12345'],
  ['lastCorporateBank', 'x'],
  ['lastWallet', 'purse'],
  ['rememberedAccount', '123'],
])('forgets only %s when it is %j', (name, value) => {
  expect(parseRememberedUser({ ...user, [name]: value })).toEqual({ ...user, [name]: null });
});

test.each(Object.keys(emptyUser))('keeps no card number as %s', (name) => {
  for (const typed of [cardNumber, '4111 1111 1111 1111', '4111-1111-1111-1111', `${cardNumber}@b.my`]) {
    expect(JSON.stringify(parseRememberedUser({ [name]: typed })).replaceAll(/\D/g, '')).not.toContain(cardNumber);
  }
});

test('keeps no field that is not listed', () => {
  expect(parseRememberedUser({ ...user, cardNumber, cvv: '123' })).toEqual(user);
});
