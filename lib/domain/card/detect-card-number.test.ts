import fc from 'fast-check';
import { measureCpuTime } from '../cpu-time.fixture';
import { containsCardNumber, scrubCardNumber } from './detect-card-number';

/** Test numbers that the schemes and acquirers publish. */
const published = [
  '4111111111111111',
  '4222222222222',
  '5555555555554444',
  '2223000048400011',
  '378282246310005',
  '30569309025904',
  '38520000023237',
  '3530111333300000',
  '6011000990139424',
  '6304000000000000000',
  '6200000000000005',
];

/** The check digit of ISO/IEC 7812-1, annex B: each second digit from the right counts twice. */
function withCheckDigit(digits: string): string {
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const doubled = Number(digit) * (place % 2 === 0 ? 2 : 1);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return digits + String((10 - (sum % 10)) % 10);
}

const digitsOf = (length: number) => fc.stringMatching(new RegExp(`^\\d{${length}}$`));
/** First digits and lengths of the brands that are accepted here, and of what else payers carry. */
const cards = fc
  .constantFrom(
    ...([
      ['4', 16],
      ['51', 16],
      ['55', 16],
      ['2221', 16],
      ['2720', 16],
      ['34', 15],
      ['37', 15],
      ['36', 14],
      ['62', 19],
      ['6011', 16],
      ['35', 16],
    ] as const),
  )
  .chain(([start, length]) => digitsOf(length - start.length - 1).map((rest) => withCheckDigit(start + rest)));

const escapeAll = (text: string) =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
const inScript = (zero: number) => (text: string) =>
  text.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));
const writings: readonly ((text: string) => string)[] = [
  (text) => text,
  encodeURIComponent,
  (text) => encodeURIComponent(encodeURIComponent(text)),
  escapeAll,
  (text) => encodeURIComponent(escapeAll(text)),
  // Full-width, Arabic, Persian, Devanagari, Thai and mathematical digits.
  ...[0xff10, 0x0660, 0x06f0, 0x0966, 0x0e50, 0x1d7ce].map(inScript),
  (text) => encodeURIComponent(inScript(0x0660)(text)),
];

describe('row 39: a card number is found', () => {
  test.each([
    '4111111111111111@example.com',
    '4111+1111+1111+1111@example.com',
    "4111'1111'1111'1111@example.com",
    '4111/1111/1111/1111',
    '/help/4111%201111%201111%201111',
    '/help/4111%25201111%25201111%25201111',
    '%34%31%31%31111111111111',
    '%ff%34%31%311111111111111',
    ' my card is 5555 5555 5555 4444, thanks',
    '99994111111111111111',
    '4111 1111 1111 1111 123',
    '4111 1111 1111 1111 12',
    '4111/1111/1111/1111/12/29/123',
    '4111/1111/1111/1111123',
    '05 3782 822463 10005',
    '3782/822463/10005',
    '4111\n1111\n1111\n1111',
    '4111, 1111, 1111, 1111',
    '4111 1111 / 1111 1111',
    '4111x1111x1111x1111',
    '4111 and 1111 and 1111 and 1111'.replaceAll(' and ', ' - '),
    '4\u200b1\u200b1\u200b1\u200b1111 1111 1111',
    '\u2463\u2460\u2460\u2460 1111 1111 1111',
  ])('in %j', (text) => {
    expect(containsCardNumber(text)).toBe(true);
  });

  test.each(published)('%s, published for tests, however it is written', (number) => {
    for (const write of writings) {
      const name = write('1').slice(0, 12);
      expect([name, containsCardNumber(write(number))]).toEqual([name, true]);
      expect([name, containsCardNumber(write(number.replace(/(\d{4})(?=\d)/g, '$1 ')))]).toEqual([name, true]);
    }
  });

  test('for any card, grouping, separators and encoding', () => {
    const between = fc.stringMatching(/^[ -/:-@[-`{-~\u00a0\u2010-\u2015\u3000]{0,4}$/);
    fc.assert(
      fc.property(
        cards,
        fc.array(fc.nat(18), { maxLength: 6 }),
        between,
        fc.constantFrom(...writings),
        (number, places, separator, write) => {
          const text = [...number].map((digit, place) => digit + (places.includes(place) ? separator : '')).join('');
          // A percent sign before two digits is an escape, which leaves fewer digits than the card has.
          fc.pre(!/%[0-9a-f]{2}/i.test(text));
          return containsCardNumber(`to ${write(text)} now`);
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('row 39: none is found', () => {
  test.each([
    '',
    'AHMAD BIN ALI',
    '60121234567',
    '1234567801',
    '4111111111111112',
    '411111111111',
    '2026-11-21',
    '4123456789100007919',
    '2026-11-21 19:20:11.123',
    '20261121192011',
    '1795288811123',
    'RM1,234.50, RM2,345.60, RM345.70',
    '45.00 + 460.50 + 52.25 + 330.10 + 99.95',
    'No 12, 5/123, 50480, 012-345 6789',
    '10.1.20.3, 10.40.5.60',
    '/pay/direct/ebill?refid=abcdefghijklmnopqrstuvwx23&amount=5000',
  ])('in %j', (text) => {
    expect(containsCardNumber(text)).toBe(false);
  });

  const instants = fc
    .date({ min: new Date('2000-01-01'), max: new Date('2039-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString());
  test.each([
    ['accounts', fc.stringMatching(/^[1-9]\d{9}$/)],
    ['accounts in groups', fc.stringMatching(/^[1-9]\d{2}[ -]\d{3}[ -]\d{4}$/)],
    ['mobile numbers', fc.stringMatching(/^\+?601\d[ -]?\d{3,4}[ -]?\d{4}$/)],
    ['e-mail addresses with a mobile number', fc.stringMatching(/^[a-z]{3,9}\.?01\d{8,9}@[a-z]{3,9}\.com$/)],
    ['references', fc.stringMatching(/^[a-z]{20}[a-z2-7]{6}$/)],
    ['amounts', fc.stringMatching(/^RM\d{1,3}(,\d{3}){0,2}\.\d\d$/)],
    ['days and times (ISO 8601)', instants],
    ['days and times with blanks', instants.map((text) => text.replace('T', ' ').replace('Z', ''))],
    ['days and times to the microsecond', instants.map((text) => text.replace('T', ' ').replace('Z', '456'))],
    ['lists of amounts', fc.stringMatching(/^[1-9]\d{2}\.\d\d(, [1-9]\d{2}\.\d\d){1,4}$/)],
    ['days and times (FPX)', instants.map((text) => text.replace(/\D/g, '').slice(0, 14))],
    ['milliseconds since 1970', instants.filter((text) => text > '2002').map((text) => String(Date.parse(text)))],
  ])('in %s', (_name, texts) => {
    fc.assert(
      fc.property(texts, (text) => !containsCardNumber(text)),
      { numRuns: 300 },
    );
  });
});

test('a text that is too long is refused without a search', () => {
  expect(containsCardNumber('a'.repeat(64 * 1024))).toBe(false);
  expect(containsCardNumber('a'.repeat(64 * 1024 + 1))).toBe(true);
});

test.each([
  '1',
  '1 ',
  '1 \t\n',
  '1+',
  '1a',
  ' ',
  '%',
  '%2',
  '%25',
  '%31',
  '%ff',
  '4111 ',
  '4111x',
  '411111111111 x',
  'a\u0300\u0327',
  '\u0661',
  '\ufdfa',
  '\u{1d7d2}',
])('the time to search a text of %j is linear in its length', (unit) => {
  const text = unit.repeat(Math.floor((64 * 1024) / unit.length));
  // Quadratic time would be a minute.
  expect(measureCpuTime(() => containsCardNumber(text))).toBeLessThan(2_000);
});

test.each([
  ['nines, whose sums pass the check', '9,'],
  ['zeros, which all pass it', '0,'],
  ['digits of several schemes', '5,5,'],
  ['digits in circles', '\u2460,'],
])('row 49: each possible number of the longest text is not summed up by itself: %s', (_name, unit) => {
  // On a busy machine 0.1 s of CPU time; number by number 1.5 s.
  const text = unit.repeat((64 * 1024) / unit.length);
  expect(containsCardNumber(text)).toBe(false);
  expect(measureCpuTime(() => containsCardNumber(text))).toBeLessThan(400);
});

test.each([
  ['4111 1111-1111 1111', '[card number]'],
  ['/a/4111111111111111/b', '[card number]'],
  ['2026-11-21T19:20:11.123Z', '2026-11-21T19:20:11.123Z'],
  ['4111111111111112', '4111111111111112'],
])('row 31: %j is logged as %j', (text, logged) => {
  expect(scrubCardNumber(text)).toBe(logged);
});
