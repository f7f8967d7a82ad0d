import { needsTransactions, statusOf, type Bill } from './bill';

const bill: Bill = {
  ...{ id: '8X0Iyzaw', collection_id: 'inbmmepb', paid: false, state: 'due', amount: 200, paid_amount: 0 },
  ...{ url: 'https://www.billplz.com/bills/8X0Iyzaw', reference_2: 'abcdefghij0123456789' },
};
const transactions = (...statuses: readonly string[]) => statuses.map((status) => ({ status }));

test.each([
  ['due', [], 'unknown'],
  ['due', ['pending'], 'pending'],
  ['due', ['failed'], 'failed'],
  ['due', ['failed', 'failed'], 'failed'],
  ['due', ['failed', 'pending'], 'pending'],
  ['due', ['pending', 'failed'], 'pending'],
  // The bill does not say yet that it is paid.
  ['due', ['completed', 'failed'], 'pending'],
  ['due', ['reversed'], 'pending'],
  ['deleted', [], 'cancelled'],
  ['deleted', ['failed'], 'failed'],
  ['deleted', ['pending'], 'pending'],
  ['expired', [], 'pending'],
  ['toString', [], 'pending'],
] as const)('an unpaid bill that is %s with the payments %j is %s', (state, statuses, expected) => {
  expect(statusOf({ ...bill, state }, transactions(...statuses))).toBe(expected);
});

test('a paid bill is successful, and its payments are not asked for', () => {
  const paid = { ...bill, paid: true, state: 'paid', paid_amount: 200 };
  expect(needsTransactions(paid)).toBe(false);
  expect(statusOf(paid, [])).toBe('successful');
  expect(needsTransactions(bill)).toBe(true);
});

test.each([
  [true, 'due'],
  [false, 'paid'],
  [true, 'deleted'],
  [true, 'settled'],
])('a contradictory or unpublished state, paid %s and %s, is no payment', (paid, state) => {
  expect(statusOf({ ...bill, paid, state }, [])).toBe('pending');
});
