import { readKeptCard, readRememberedCard } from './kept-card';

/* The fields of a card are those of CHIP's OpenAPI, schema `Purchase`: `transaction_data.extra`, `is_recurring_token`. */

const token = '3943e0d8-dfc0-4fb5-ae5f-4872f6d0990d';
const extra = {
  ...{ masked_pan: '444433******1111', three_d_secure: true },
  ...{ expiry_month: 3, expiry_year: 31, cardholder_name: 'SITI' },
};
const purchaseOf = (changed: object, isToken = true, method = 'visa') => ({
  ...{ id: token, is_recurring_token: isToken },
  transaction_data: { payment_method: method, extra: { ...extra, ...changed } },
});

test.each([31, 2031])('reads the card of a token, whose year is %d', (year) => {
  expect(readKeptCard(purchaseOf({ expiry_year: year }), token)).toEqual({
    ...{ token, brand: 'visa', lastFour: '1111', expiry: '03/31' },
  });
});

test.each([
  ['is no token', purchaseOf({}, false)],
  ['is of another scheme', purchaseOf({}, true, 'maestro')],
  ['has no last digits', purchaseOf({ masked_pan: '444433******' })],
  ['has no expiry', purchaseOf({ expiry_month: 13 })],
  ['is none', null],
])('keeps no card of a purchase that %s', (_name, body) => {
  expect(readKeptCard(body, token)).toBeNull();
});

test('remembers a card whose payment was verified by 3-D Secure', () => {
  expect(readRememberedCard(purchaseOf({}), token)).toEqual({
    token,
    card: { token, brand: 'visa', lastFour: '1111', expiry: '03/31' },
  });
});

test.each([
  ['without 3-D Secure', purchaseOf({ three_d_secure: false })],
  ['by a card that does not say so', purchaseOf({ three_d_secure: undefined })],
  ['by a card of another scheme', purchaseOf({}, true, 'maestro')],
])('has the token, and no card to save, of a payment %s', (_name, purchase) => {
  expect(readRememberedCard(purchase, token)).toEqual({ token, card: null });
});

test('remembers nothing of a purchase that is no token', () => {
  expect(readRememberedCard(purchaseOf({}, false), token)).toBeUndefined();
});
