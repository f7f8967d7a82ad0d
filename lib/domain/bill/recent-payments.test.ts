import { sen } from '../money';
import { getOutstanding, isCountedAttempt, isRepeatedPayment, type RecentPayment } from './recent-payments';

const payment = (amount: number): RecentPayment => ({
  amount: sen(amount),
  at: '2026-11-21T12:00:00Z',
  status: 'in-progress',
  unpaid: null,
  isCounted: true,
});
const notCounted = (amount: number): RecentPayment => ({ ...payment(amount), unpaid: 'code', isCounted: false });
const billWith = (balance: number, recentPayments: readonly RecentPayment[]) => ({
  recentPayments,
  outstanding: getOutstanding(sen(balance), recentPayments),
});
const bill = (balance: number, ...amounts: readonly number[]) => billWith(balance, amounts.map(payment));

test.each([
  ['nothing is on its way', 13_878, [], 13_878],
  ['a part is on its way', 13_878, [5_000], 8_878],
  ['two parts are on their way', 13_878, [5_000, 8_000], 878],
  ['all of it is on its way', 13_878, [13_878], 0],
  ['more than it is on its way', 13_878, [13_878, 13_878], 0],
  ['there is a credit', -2_000, [], 0],
] as const)('what is still owed when %s', (_name, balance, amounts, outstanding) => {
  expect(bill(balance, ...amounts).outstanding).toBe(outstanding);
});

test.each([
  ['the balance when nothing is on its way', 13_878, bill(13_878), false],
  ['an advance payment when nothing is on its way', 50_000, bill(13_878), false],
  ['the balance while all of it is on its way', 13_878, bill(13_878, 13_878), true],
  ['RM1 while all of it is on its way', 100, bill(13_878, 13_878), true],
  ['what is still owed while a part is on its way', 8_878, bill(13_878, 5_000), false],
  ['a sen more than what is still owed', 8_879, bill(13_878, 5_000), true],
  ['an advance payment while another is on its way', 100, bill(0, 5_000), true],
] as const)('%s', (_name, amount, owed, isRepeated) => {
  expect(isRepeatedPayment(sen(amount), owed)).toBe(isRepeated);
});

test.each([
  ['the balance', 13_878],
  ['an advance payment', 50_000],
] as const)('%s beside an unpaid attempt that no longer counts', (_name, amount) => {
  const owed = billWith(13_878, [notCounted(13_878)]);
  expect(owed.outstanding).toBe(13_878);
  expect(isRepeatedPayment(sen(amount), owed)).toBe(false);
});

test('what is still owed beside a payment that counts and an attempt that does not', () => {
  expect(billWith(13_878, [notCounted(13_878), payment(5_000)]).outstanding).toBe(8_878);
});

test.each([
  ['redirect', '12:14:59', true],
  ['redirect', '12:15:00', false],
  ['code', '12:14:59', true],
  ['code', '12:15:00', false],
  ['approval', '12:14:59', true],
  ['approval', '12:15:00', false],
  [null, '23:59:59', true],
] as const)('an attempt of 12:00 (%p) counts at %s: %p', (unpaid, time, isCounted) => {
  const begunAt = new Date('2026-11-21T12:00:00Z');
  expect(isCountedAttempt(unpaid, begunAt, new Date(`2026-11-21T${time}Z`))).toBe(isCounted);
});
