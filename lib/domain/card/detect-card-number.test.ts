import { containsCardNumber, scrubCardNumbers } from './detect-card-number';

test.each([
  '4111111111111111',
  '4111 1111 1111 1111',
  '4111-1111-1111-1111',
  '4111.1111.1111.1111',
  ' my card is 5555 5555 5555 4444, thanks',
  '378282246310005',
  '4222222222222',
  '4111111111111111@example.com',
  '４１１１１１１１１１１１１１１１',
  '99994111111111111111',
  '4111 1111 1111 1111 123',
  '4111 1111 1111 1111 12',
  '05 3782 822463 10005',
  '6304000000000000000',
  '4111\n1111\n1111\n1111',
])('%j carries a card number', (text) => {
  expect(containsCardNumber(text)).toBe(true);
});

test.each([
  '',
  'AHMAD BIN ALI',
  '60121234567',
  '1234567801',
  '4111111111111112',
  '411111111111',
  '2026-11-21',
  '4111 1111 / 1111 1111',
  '4123456789100007919',
])('%j carries none', (text) => {
  expect(containsCardNumber(text)).toBe(false);
});

test('a long text is checked quickly', () => {
  // The processor's time, not the clock's: other work on the machine does not count.
  const before = process.cpuUsage();
  containsCardNumber('1 '.repeat(5_000));
  containsCardNumber('1'.repeat(5_000));
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1_000).toBeLessThan(1_000);
});

test.each([
  ['{"code":"4111 1111-1111 1111"}', '{"code":"[card number]"}'],
  ['a 4111111111111111, b 378282246310005', 'a [card number], b [card number]'],
  [
    '{"at":"2026-11-21T19:20:11.123Z","account":"1234567801"}',
    '{"at":"2026-11-21T19:20:11.123Z","account":"1234567801"}',
  ],
  ['4111111111111112', '4111111111111112'],
])('row 31: %j is logged as %j', (text, logged) => {
  expect(scrubCardNumbers(text)).toBe(logged);
});
