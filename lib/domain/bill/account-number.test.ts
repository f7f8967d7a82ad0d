import { isAccountNumber, parseAccountNumber } from './account-number';

test.each([
  '1234567801',
  ' 1234567801 ',
  '12 3456 7801',
  '12-3456-7801',
  '1234–567801',
  '1234\u00a0567801',
  '0123456789',
])('reads %j', (text) => {
  expect(parseAccountNumber(text)).toEqual({ ok: true, value: text.replace(/\D/g, '') });
});

test.each([
  '',
  ' ',
  '123456780',
  '12345678012',
  '12345a7801',
  '1234567801;',
  '+1234567801',
  '١٢٣٤٥٦٧٨٠١',
  '１２３４５６７８０１',
  '1234567e01',
])('refuses %j', (text) => {
  expect(parseAccountNumber(text)).toEqual({ ok: false, error: 'malformed' });
});

test('only ten digits are an account number', () => {
  expect(isAccountNumber('1234567801')).toBe(true);
  expect(isAccountNumber('12345 67801')).toBe(false);
  expect(isAccountNumber('1234567801\n')).toBe(false);
});
