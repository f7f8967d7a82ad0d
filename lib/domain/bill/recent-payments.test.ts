import { sen } from '../money';
import { getOutstanding, isRepeatedPayment, type RecentPayment } from './recent-payments';

const payment = (amount: number): RecentPayment => ({
  amount: sen(amount),
  at: '2026-11-21T12:00:00Z',
  status: 'in-progress',
});
const bill = (balance: number, ...amounts: readonly number[]) => {
  const recentPayments = amounts.map(payment);
  return { recentPayments, outstanding: getOutstanding(sen(balance), recentPayments) };
};

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
