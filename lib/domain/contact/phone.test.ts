import { displayPhoneNumber, formatMobileNumber, isMobileNumber, parseMobileNumber, parsePhoneNumber } from './phone';

describe('parsePhoneNumber', () => {
  test.each([
    ['+60121234567', '60121234567'],
    ['60121234567', '60121234567'],
    ['0121234567', '60121234567'],
    ['121234567', '60121234567'],
    ['012-123 4567', '60121234567'],
    ['+60 (12) 123.4567', '60121234567'],
    ['01112345678', '601112345678'],
    ['03-2345 6789', '60323456789'],
    ['082-345678', '6082345678'],
    ['04-345 6789', '6043456789'],
    ['43456789', '6043456789'],
  ])('reads %j as %s', (text, expected) => {
    expect(parsePhoneNumber(text)).toEqual({ ok: true, value: expected });
  });

  test.each([
    '',
    '12',
    'abc',
    '0121234',
    '012123456789',
    '0111234567',
    '+65 9123 4567',
    '+1 202 555 0100',
    '0121234567x',
    '0121234567\r\nBcc: a',
    '٠١٢١٢٣٤٥٦٧',
    '4111111111111111',
    '01234567890',
    '160121234567',
  ])('refuses %j', (text) => {
    expect(parsePhoneNumber(text)).toEqual({ ok: false, error: 'malformed' });
  });
});

describe('parseMobileNumber', () => {
  test.each([
    ['60121234567', '60121234567'],
    ['+6012-123 4567', '60121234567'],
    ['601112345678', '601112345678'],
    ['601512345678', '601512345678'],
    ['0121234567', '60121234567'],
    ['012-123 4567', '60121234567'],
    ['121234567', '60121234567'],
  ])('reads %j', (text, expected) => {
    expect(parseMobileNumber(text)).toEqual({ ok: true, value: expected });
  });

  test.each([
    '',
    '0321234567',
    '012123456',
    '6012123456',
    '601212345678',
    '60111234567',
    '60321234567',
    '++60121234567',
    '6+0121234567',
  ])('refuses %j', (text) => {
    expect(parseMobileNumber(text)).toEqual({ ok: false, error: 'malformed' });
  });

  test('only digits are a mobile number', () => {
    expect(isMobileNumber('60121234567')).toBe(true);
    expect(isMobileNumber('60121234567\n')).toBe(false);
  });
});

test.each([
  ['+60121234567', '121234567'],
  ['60121234567', '121234567'],
  ['0121234567', '121234567'],
  ['121234567', '121234567'],
  ['', ''],
])('%j is shown as %j', (text, expected) => {
  expect(displayPhoneNumber(text)).toBe(expected);
});

test.each([
  ['60121234567', '+60 12-123 4567'],
  ['601112345678', '+60 11-1234 5678'],
])('%j is written in full as %j', (number, expected) => {
  expect(formatMobileNumber(number)).toBe(expected);
});
