import type { SavedCard } from '../payment/payment';
import { isSavedCardId, sortSavedCards } from './saved-cards';

const card = (uniqueCardId: string, more: Partial<SavedCard> = {}): SavedCard => ({
  uniqueCardId,
  brand: 'visa',
  lastFour: '1111',
  expiry: '12/29',
  isExpired: false,
  isOffline: false,
  needsCvv: true,
  isDefault: false,
  ...more,
});

test('the default card comes first, then those that can pay, then those that cannot, in the server’s order', () => {
  const cards = [
    card('expired', { isExpired: true }),
    card('first'),
    card('offline', { isOffline: true }),
    card('second'),
    card('usual', { isDefault: true }),
  ];
  expect(sortSavedCards(cards).map(({ uniqueCardId }) => uniqueCardId)).toEqual([
    'usual',
    'first',
    'second',
    'expired',
    'offline',
  ]);
});

test.each([{ isExpired: true }, { isOffline: true }])('a usual card that is %j does not come first', (state) => {
  const cards = [card('usual', { isDefault: true, ...state }), card('other')];
  expect(sortSavedCards(cards).map(({ uniqueCardId }) => uniqueCardId)).toEqual(['other', 'usual']);
});

test.each([
  ['card-abcdefghijklmnopqrstuvwx23', true],
  ['', false],
  ['a b', false],
  ['a'.repeat(41), false],
  ['4111111111111111', false],
  ['4111-1111-1111-1111', false],
])('row 39: %j is the id of a saved card: %s', (text, expected) => {
  expect(isSavedCardId(text)).toBe(expected);
});
