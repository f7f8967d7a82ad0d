import { getCardBrand, groupCardNumber, parseCardNumber, parseInstalmentCardNumber } from './card-number';

describe('parseCardNumber', () => {
  test.each([
    ['4111 1111 1111 1111', '4111111111111111', 'visa'],
    ['4111-1111-1111-1111', '4111111111111111', 'visa'],
    ['4000000000000119', '4000000000000119', 'visa'],
    ['5555 5555 5555 4444', '5555555555554444', 'mastercard'],
    ['2223 0031 2200 3222', '2223003122003222', 'mastercard'],
    ['3782 822463 10005', '378282246310005', 'amex'],
  ])('reads %s', (text, number, brand) => {
    expect(parseCardNumber(text)).toEqual({ ok: true, value: { number, brand } });
  });

  test.each([
    '',
    '4111',
    '4111111111111112',
    '411111111111111',
    '41111111111111111',
    '4111111111111111a',
    '4111/1111/1111/1111',
    '6011111111111117',
    '3530111333300000',
    '30569309025904',
    '0000000000000000',
    '٤١١١١١١١١١١١١١١١',
    '37828224631000',
  ])('refuses %j', (text) => {
    expect(parseCardNumber(text)).toEqual({ ok: false, error: 'malformed' });
  });
});

test('instalments are for Visa and Mastercard', () => {
  expect(parseInstalmentCardNumber('4111111111111111').ok).toBe(true);
  expect(parseInstalmentCardNumber('5555555555554444').ok).toBe(true);
  expect(parseInstalmentCardNumber('378282246310005').ok).toBe(false);
  expect(parseInstalmentCardNumber('').ok).toBe(false);
});

test.each([
  ['', null],
  ['4', 'visa'],
  ['51', 'mastercard'],
  ['2720', 'mastercard'],
  ['34', 'amex'],
  ['62', null],
  ['x', null],
  ['4x', null],
  ['x4', null],
])('the brand of %j is %j', (text, brand) => {
  expect(getCardBrand(text)).toBe(brand);
});

test.each([
  ['', ''],
  ['411', '411'],
  ['4111', '4111'],
  ['41111', '4111 1'],
  ['4111-1111 11111111', '4111 1111 1111 1111'],
  ['378282246310005', '3782 822463 10005'],
  ['3782822', '3782 822'],
  ['9999999999', '9999 9999 99'],
])('%j is shown as %j', (text, expected) => {
  expect(groupCardNumber(text)).toBe(expected);
});
