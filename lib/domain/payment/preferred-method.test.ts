import type { SavedCard } from './payment';
import { methodOfReturningPayer, preferredMethodOf } from './preferred-method';

const card: SavedCard = {
  ...{ uniqueCardId: 'one', brand: 'visa', lastFour: '1111', expiry: '12/29' },
  ...{ isExpired: false, isOffline: false, needsCvv: true, isDefault: false },
};
const page = { methods: ['savedCard', 'newCard', 'fpx'], preferredMethod: null, savedCards: [card] } as const;

test.each([
  ['a saved card of a customer who has one', page, false, 'savedCard'],
  ['not where the device keeps a method', page, true, null],
  ['not before the customer’s method', { ...page, preferredMethod: 'fpx' }, false, 'fpx'],
  ['not where saved cards are not offered', { ...page, methods: ['newCard', 'fpx'] }, false, null],
  ['not one that has expired', { ...page, savedCards: [{ ...card, isExpired: true }] }, false, null],
  ['not one whose issuer is offline', { ...page, savedCards: [{ ...card, isOffline: true }] }, false, null],
  ['nothing without saved cards', { ...page, savedCards: [] }, false, null],
] as const)('chooses %s', (_what, offered, deviceKeepsMethod, method) => {
  expect(preferredMethodOf(offered, deviceKeepsMethod)).toBe(method);
});

test('a returning payer who used a new card gets the saved one, if there is one that can be used', () => {
  expect(methodOfReturningPayer('newCard', page, 'one')).toBe('savedCard');
  expect(methodOfReturningPayer('newCard', page, null)).toBe('newCard');
  expect(methodOfReturningPayer('newCard', { methods: ['newCard', 'fpx'] }, 'one')).toBe('newCard');
  expect(methodOfReturningPayer('fpx', page, 'one')).toBe('fpx');
  expect(methodOfReturningPayer(null, page, 'one')).toBeNull();
});
