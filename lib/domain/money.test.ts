import fc from 'fast-check';
import {
  addSen,
  formatLimitFigure,
  formatPlainRinggit,
  formatRinggit,
  parseRinggit,
  sen,
  senFromRinggit,
  subtractSen,
  zeroSen,
} from './money';

describe('parseRinggit', () => {
  test.each([
    ['0', 0],
    ['0.01', 1],
    ['1', 100],
    ['1.5', 150],
    ['138.78', 13878],
    [' 20.00 ', 2000],
    ['1,000', 100_000],
    ['12,000.5', 1_200_050],
    ['1,234,567.89', 123_456_789],
    ['30000', 3_000_000],
    ['007', 700],
    ['999999999.99', 99_999_999_999],
  ])('reads %j as %i sen', (text, expected) => {
    expect(parseRinggit(text)).toEqual({ ok: true, value: expected });
  });

  test.each([
    '',
    ' ',
    '-1',
    '+1',
    '1e3',
    'NaN',
    'Infinity',
    '0x10',
    '1,00',
    '1,0000',
    '10,00,000',
    '0,100',
    ',100',
    '1000,000',
    '1.234',
    '1.',
    '.5',
    '1.2.3',
    '1 000',
    'RM10',
    '٣',
    '３',
    '1\n2',
    '9'.repeat(13),
    '1000000000',
    '4111111111111111',
  ])('refuses %j', (text) => {
    expect(parseRinggit(text)).toEqual({ ok: false, error: 'malformed' });
  });
});

describe('sen', () => {
  test('takes whole numbers of sen', () => {
    expect(sen(13878)).toBe(13878);
    expect(sen(-2000)).toBe(-2000);
  });

  test('has no negative zero', () => {
    expect(Object.is(sen(-0), 0)).toBe(true);
  });

  test.each([0.5, NaN, Infinity, 100_000_000_000, -100_000_000_000])('throws for %p', (value) => {
    expect(() => sen(value)).toThrow(RangeError);
  });
});

describe('senFromRinggit', () => {
  test.each([
    [500, 50_000],
    [0, 0],
    [1.1, 110],
    [0.29, 29],
    [1_000_000, 100_000_000],
  ])('turns RM%p into %i sen', (ringgit, expected) => {
    expect(senFromRinggit(ringgit)).toBe(expected);
  });

  test.each([0.001, 1.005, NaN, Infinity])('throws for %p', (ringgit) => {
    expect(() => senFromRinggit(ringgit)).toThrow(RangeError);
  });
});

test('amounts add up and subtract', () => {
  expect(addSen()).toBe(0);
  expect(addSen(sen(1), sen(2), sen(-5))).toBe(-2);
  expect(subtractSen(sen(100), sen(250))).toBe(-150);
  expect(zeroSen).toBe(0);
});

test.each([
  [13878, 'RM138.78'],
  [123450, 'RM1,234.50'],
  [0, 'RM0.00'],
  [-2000, '-RM20.00'],
  [99_999_999_999, 'RM999,999,999.99'],
])('%i sen are shown on a page as %s', (amount, expected) => {
  expect(formatRinggit(sen(amount))).toBe(expected);
});

test('amounts are grouped as in Malaysian English', () => {
  const format = new Intl.NumberFormat('en-MY', { minimumFractionDigits: 2 });
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99_999_999_999 }), (amount) => {
      expect(formatRinggit(sen(amount))).toBe(`RM${format.format(amount / 100)}`);
    }),
  );
});

test.each([
  [20000, '200'],
  [150050, '1,500.50'],
  [300000, '3,000'],
  [100, '1'],
])('%i sen are shown in a message as %s', (amount, expected) => {
  expect(formatLimitFigure(sen(amount))).toBe(expected);
});

test.each([
  [123450, '1234.50'],
  [5, '0.05'],
])('%i sen are written in a bank message as %s', (amount, expected) => {
  expect(formatPlainRinggit(sen(amount))).toBe(expected);
});
