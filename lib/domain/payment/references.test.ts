import { isPaymentId, isRefid, readPaymentReference } from './references';

test.each(['a'.repeat(26), '2345672345672345672345672a', `KWEB${'b'.repeat(26)}`, `KK${'b'.repeat(26)}`])(
  '%s names a payment',
  (text) => {
    expect(isRefid(text)).toBe(true);
    expect(isPaymentId(text)).toBe(true);
  },
);

test.each([
  '',
  'a'.repeat(25),
  'a'.repeat(27),
  'A'.repeat(26),
  '0'.repeat(26),
  `kweb${'b'.repeat(26)}`,
  `${'a'.repeat(26)}\n`,
  '../'.repeat(9),
])('%j does not', (text) => {
  expect(isRefid(text)).toBe(false);
  expect(isPaymentId(text)).toBe(false);
});

const [refid, paymentId] = ['a'.repeat(26), `KK${'b'.repeat(26)}`];

test.each([
  [{ refid }, { refid }],
  [{ paymentId }, { paymentId }],
  [{ refid, paymentId }, { refid }],
  [{ refid: 'x', paymentId }, null],
  [{ paymentId: 'x' }, null],
  [{ refid: [refid, refid] }, null],
  [{ paymentId: [paymentId, paymentId] }, null],
  [{}, null],
])('the query %j names %j', (query, reference) => {
  expect(readPaymentReference(query)).toEqual(reference);
});
