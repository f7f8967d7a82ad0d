import { sen } from '../money';
import { creditBalances } from './credited-balances';

const bill = {
  currentBalance: sen(10_000),
  overdueBalance: sen(4_000),
  dueDate: '2026-12-01',
  isNew: true,
  other: 'kept',
};

test.each([
  ['nothing', 0, { currentBalance: 10_000, overdueBalance: 4_000, dueDate: '2026-12-01', isNew: true }],
  ['part of what is overdue', 1_500, { currentBalance: 8_500, overdueBalance: 2_500, dueDate: '2026-12-01' }],
  ['what is overdue', 4_000, { currentBalance: 6_000, overdueBalance: 0, dueDate: '2026-12-01', isNew: true }],
  ['what is overdue and more', 9_999, { currentBalance: 1, overdueBalance: 0, dueDate: '2026-12-01', isNew: true }],
  ['all', 10_000, { currentBalance: 0, overdueBalance: 0, dueDate: null, isNew: false }],
  ['more than all', 12_000, { currentBalance: -2_000, overdueBalance: 0, dueDate: null, isNew: false }],
])('a payment of %s lowers what is overdue first', (_name, credited, expected) => {
  expect(creditBalances(bill, sen(credited))).toEqual({ ...bill, ...expected });
});

test('a payment of a credit raises it', () => {
  const credit = { currentBalance: sen(-2_000), overdueBalance: sen(0), dueDate: null, isNew: false };
  expect(creditBalances(credit, sen(500))).toEqual({ ...credit, currentBalance: -2_500 });
});
