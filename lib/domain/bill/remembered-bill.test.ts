import { sen, type Sen } from '../money';
import type { Bill } from './bill';
import { parseFoundBill } from './parse-remembered-bill';
import { getRememberedBill } from './remembered-bill';

const bill: Bill = {
  accountNumber: '1234567801',
  accountName: 'A*** B*** A***',
  accountStatus: 'active',
  customerType: 'RESIDENTIAL',
  currentBalance: sen(13_878),
  overdueBalance: sen(0),
  outstanding: sen(13_878),
  recentPayments: [],
  dueDate: '2026-12-05',
  isNew: false,
  barcode: '1234567801',
  maximumAmount: sen(500_000),
  reminderDaysBefore: null,
  accountsPerPayment: 10,
  readAt: '2026-11-26T10:00:00+08:00',
};
const config = { advanceLimit: sen(0), advanceLimitCustomerType: 'LIMITED', exactBalanceCustomerType: 'EXACT' };
const begun = {
  amount: sen(13_878),
  at: '2026-11-26T09:00:00+08:00',
  status: 'in-progress',
  unpaid: 'redirect',
} as const;

const stateOf = (changes: Partial<Bill>) => getRememberedBill({ ...bill, ...changes }, config).state;
const owing = (amount: Sen) => ({ currentBalance: amount, outstanding: sen(Math.max(0, amount)) });

test('a bill that is due has its balance, its due date and one tap', () => {
  expect(getRememberedBill(bill, config)).toEqual({
    ...{ state: 'payable', balance: 13_878 },
    ...{ dueDate: '2026-12-05', overdue: 0 },
  });
});

test.each<[string, number, Partial<Bill>]>([
  ['a part from an earlier bill', 6_939, { overdueBalance: sen(6_939) }],
  ['all of it', 13_878, { overdueBalance: sen(13_878) }],
  ['all of it, of which some is paid', 2_000, { ...owing(sen(2_000)), overdueBalance: sen(13_878) }],
  [
    'the balance whose due date was yesterday, as no overdue balance is reported yet',
    13_878,
    { dueDate: '2026-11-25' },
  ],
  ['nothing on the due date', 0, { dueDate: '2026-11-26' }],
  ['nothing of a credit', 0, { ...owing(sen(-2_000)), overdueBalance: sen(100) }],
  ['nothing of a closed account', 0, { accountStatus: 'closed', overdueBalance: sen(100) }],
])('is overdue: %s', (_what, overdue, changes) => {
  expect(getRememberedBill({ ...bill, ...changes }, config).overdue).toBe(overdue);
});

test('nothing that names the account or its holder is told', () => {
  expect(JSON.stringify(getRememberedBill(bill, config))).not.toMatch(/1234567801|A\*\*\*/);
});

test.each([true, false])('a recent payment, counted or not (%s), is read on the bill first', (isCounted) => {
  expect(stateOf({ recentPayments: [{ ...begun, isCounted }] })).toBe('recent-payment');
});

test.each([
  ['closed', { accountStatus: 'closed' }],
  ['paid', owing(sen(0))],
  ['credit', owing(sen(-2_000))],
  // Below RM1, and above the maximum of one payment: specification, section 9 and section 5.
  ['other-amount', owing(sen(99))],
  ['payable', owing(sen(100))],
  ['payable', owing(sen(500_000))],
  ['other-amount', owing(sen(500_001))],
  ['payable', { accountStatus: 'suspended', overdueBalance: sen(13_878) }],
] as const)('is %s for %j', (state, changes) => {
  expect(stateOf(changes)).toBe(state);
});

test('a closed account is closed, whatever it owes or has received', () => {
  expect(stateOf({ accountStatus: 'closed', recentPayments: [{ ...begun, isCounted: true }] })).toBe('closed');
});

describe('what the server has told', () => {
  const found = { bill: getRememberedBill(bill, config), billToken: 'sealed' };

  test('is read as it was sent', () => {
    expect(parseFoundBill(JSON.parse(JSON.stringify({ ...found, next: '/' })))).toEqual(found);
  });

  test.each([
    null,
    'text',
    [],
    {},
    { bill: found.bill },
    { ...found, billToken: '' },
    { ...found, bill: { ...found.bill, state: 'free' } },
    { ...found, bill: { ...found.bill, balance: 1.5 } },
    { ...found, bill: { ...found.bill, balance: 1e12 } },
    { ...found, bill: { ...found.bill, dueDate: 'tomorrow' } },
    { ...found, bill: { ...found.bill, overdue: -1 } },
    { ...found, bill: { ...found.bill, overdue: undefined } },
  ])('is nothing for %j', (answer) => {
    expect(parseFoundBill(answer)).toBeNull();
  });
});
