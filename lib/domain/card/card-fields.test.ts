import { getCvvLengths, formatCardExpiry, parseCardCvv, parseCardExpiry, parseCardName } from './card-fields';

const now = '2026-11-21T12:00:00+08:00';

describe('parseCardExpiry', () => {
  test.each([
    ['11/26', 11, 2026],
    ['12/26', 12, 2026],
    ['01/27', 1, 2027],
    ['1/27', 1, 2027],
    ['0127', 1, 2027],
    ['01 / 27', 1, 2027],
    ['01  27', 1, 2027],
    [' 0127 ', 1, 2027],
    [' 01/27 ', 1, 2027],
    ['1227', 12, 2027],
    ['01-27', 1, 2027],
    ['01/2027', 1, 2027],
    ['11/46', 11, 2046],
  ])('reads %j', (text, month, year) => {
    expect(parseCardExpiry(text, now)).toEqual({ ok: true, value: { month, year } });
  });

  test.each([
    '',
    '10/26',
    '12/25',
    '00/27',
    '13/27',
    '1/7',
    '127',
    '1327',
    '50127',
    '01275',
    '12/46',
    '12/99',
    'ab/cd',
    '01/27/28',
    '01/1927',
    '٠١/٢٧',
    '-1/27',
  ])('refuses %j', (text) => {
    expect(parseCardExpiry(text, now)).toEqual({ ok: false, error: 'malformed' });
  });

  test('the month is that of Malaysia', () => {
    expect(parseCardExpiry('11/26', '2026-11-30T15:59:59Z').ok).toBe(true);
    expect(parseCardExpiry('11/26', '2026-11-30T16:00:00Z').ok).toBe(false);
  });

  test('an expiry is written MM/YY', () => {
    expect(formatCardExpiry({ month: 5, year: 2029 })).toBe('05/29');
    expect(formatCardExpiry({ month: 12, year: 2107 })).toBe('12/07');
  });
});

describe('parseCardCvv', () => {
  test.each([
    ['123', 'visa', true],
    ['1234', 'visa', false],
    ['123', 'mastercard', true],
    ['1234', 'amex', true],
    ['123', 'amex', false],
    ['123', null, true],
    ['1234', null, true],
    [' 123 ', 'visa', true],
    ['12', null, false],
    ['12a', 'visa', false],
    ['a12', 'visa', false],
    ['', 'visa', false],
    ['١٢٣', 'visa', false],
  ] as const)('%j for %s: %p', (text, brand, ok) => {
    expect(parseCardCvv(text, brand).ok).toBe(ok);
  });

  test('only Amex prints four digits', () => {
    expect(getCvvLengths('amex')).toEqual([4]);
    expect(getCvvLengths('visa')).toEqual([3]);
  });
});

describe('parseCardName', () => {
  test.each([
    ['AHMAD BIN ALI', 'AHMAD BIN ALI'],
    ["  S. KUMAR  A/L O'NEIL ", "S. KUMAR A/L O'NEIL"],
    ['李小龍', '李小龍'],
    ['A', 'A'],
    ['A'.repeat(45), 'A'.repeat(45)],
    ['ZOË @ 2nd', 'ZOË @ 2nd'],
  ])('reads %j', (text, expected) => {
    expect(parseCardName(text)).toEqual({ ok: true, value: expected });
  });

  test.each([
    '',
    ' ',
    '123',
    '...',
    'A\u0000B',
    '\u0000A',
    'A\u0000',
    'A\nB',
    '<b>A</b>',
    'A'.repeat(46),
    '4111 1111 1111 1111',
    'ALI 4111111111111111',
  ])('refuses %j', (text) => {
    expect(parseCardName(text)).toEqual({ ok: false, error: 'malformed' });
  });
});
