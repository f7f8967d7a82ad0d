import { formatMessage } from './format-message';

test('puts values into a message, as they are', () => {
  const message = 'Receipt {amount}: {product}';
  expect(formatMessage(message, 'en', { amount: 'RM1', product: '<b> {amount} $&' })).toBe(
    'Receipt RM1: <b> {amount} $&',
  );
  expect(formatMessage(message, 'en', { amount: 'RM2', product: 'TV' })).toBe('Receipt RM2: TV');
});

test('chooses the plural of a number', () => {
  const message = '{count, plural, one {# code} other {# codes}}';
  expect([1, 2].map((count) => formatMessage(message, 'en', { count }))).toEqual(['1 code', '2 codes']);
});

test('throws when a value is missing', () => {
  expect(() => formatMessage('Pay {amount}', 'en')).toThrow('amount');
});
