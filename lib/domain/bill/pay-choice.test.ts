import { sen } from '../money';
import { getDefaultAmount, getPayAmount, getDefaultPayOption, isPayOption, getPayOptions } from './pay-choice';

const bill = {
  customerType: 'REGULAR',
  currentBalance: sen(13878),
  overdueBalance: sen(6939),
  maximumAmount: sen(300_000),
  advanceLimit: sen(50_000),
  advanceLimitCustomerType: 'REGULAR',
  exactBalanceCustomerType: 'CE',
  outstanding: sen(13878),
  recentPayments: [],
};

test('a bill offers a balance only when there is something to pay of it', () => {
  expect(getPayOptions(bill)).toEqual(['current', 'overdue', 'other']);
  expect(getPayOptions({ ...bill, overdueBalance: sen(0) })).toEqual(['current', 'other']);
  expect(getPayOptions({ currentBalance: sen(-2000), overdueBalance: sen(0) })).toEqual(['other']);
});

test('the current balance is selected first, another amount when nothing is owed', () => {
  expect(getDefaultPayOption(bill)).toBe('current');
  expect(getDefaultPayOption({ ...bill, currentBalance: sen(0), overdueBalance: sen(0) })).toBe('other');
});

test('the amount still owed after a recent payment is suggested first, if it can be paid', () => {
  const recentPayments = [
    { amount: sen(5000), at: '2026-11-21T12:00:00Z', status: 'in-progress', unpaid: null, isCounted: true },
  ] as const;
  const suggested = (outstanding: number) => {
    const owed = { ...bill, recentPayments, outstanding: sen(outstanding) };
    return [getDefaultPayOption(owed), getDefaultAmount(owed)];
  };
  expect(suggested(8878)).toEqual(['other', '88.78']);
  expect(suggested(99)).toEqual(['current', '']);
  expect(suggested(0)).toEqual(['current', '']);
  expect(getDefaultAmount(bill)).toBe('');
});

test('balances come from the bill, not from the form', () => {
  expect(getPayAmount({ payOption: 'current', amount: '1' }, bill)).toEqual({ ok: true, value: 13878 });
  expect(getPayAmount({ payOption: 'overdue', amount: '0.01' }, bill)).toEqual({ ok: true, value: 6939 });
});

test('another amount is read as typed', () => {
  expect(getPayAmount({ payOption: 'other', amount: '50.5' }, bill)).toEqual({ ok: true, value: 5050 });
  expect(getPayAmount({ payOption: 'other', amount: '' }, bill)).toEqual({
    ok: false,
    error: { field: 'amount', issue: { code: 'required' } },
  });
});

test.each(['', 'all', 'CURRENT', '__proto__'])('%j is no choice', (payOption) => {
  expect(isPayOption(payOption)).toBe(false);
  expect(getPayAmount({ payOption, amount: '10' }, bill)).toEqual({
    ok: false,
    error: { field: 'payOption', issue: { code: 'notOffered' } },
  });
});

test('a balance that is not owed cannot be chosen', () => {
  const settled = { ...bill, currentBalance: sen(0), overdueBalance: sen(0) };
  for (const payOption of ['current', 'overdue']) {
    expect(getPayAmount({ payOption, amount: '10' }, settled)).toEqual({
      ok: false,
      error: { field: 'payOption', issue: { code: 'notOffered' } },
    });
  }
});

test('a balance outside the limits is refused, with the message at the options', () => {
  expect(getPayAmount({ payOption: 'current', amount: '' }, { ...bill, maximumAmount: sen(10_000) })).toEqual({
    ok: false,
    error: { field: 'payOption', issue: { code: 'aboveMaximum', figure: 10_000 } },
  });
  expect(getPayAmount({ payOption: 'current', amount: '' }, { ...bill, currentBalance: sen(50) })).toEqual({
    ok: false,
    error: { field: 'payOption', issue: { code: 'belowMinimum', figure: 100 } },
  });
});
