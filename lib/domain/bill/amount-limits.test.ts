import { checkAmount, getAmountLimits, getLargestAmount, type AmountLimits } from './amount-limits';
import { sen } from '../money';

const regular: AmountLimits = {
  customerType: 'REGULAR',
  currentBalance: sen(13878),
  maximumAmount: sen(300_000),
  advanceLimit: sen(50_000),
  advanceLimitCustomerType: 'REGULAR',
  exactBalanceCustomerType: 'CE',
};
const ce: AmountLimits = { ...regular, customerType: 'CE', maximumAmount: sen(3_000_000) };

describe('the form of an amount', () => {
  test.each(['', '   '])('%j is missing', (text) => {
    expect(checkAmount(text, regular)).toEqual({ ok: false, error: { code: 'required' } });
  });

  test.each(['abc', '-1', '1e3', 'NaN', '1,00', '٣', '10.005'])('row 1: %j is malformed', (text) => {
    expect(checkAmount(text, regular)).toEqual({ ok: false, error: { code: 'malformed' } });
  });

  test.each(['0', '0.01', '0.99'])('%j is below the minimum', (text) => {
    expect(checkAmount(text, regular)).toEqual({ ok: false, error: { code: 'belowMinimum', figure: 100 } });
  });

  test('the minimum itself is allowed', () => {
    expect(checkAmount('1', regular)).toEqual({ ok: true, value: 100 });
  });
});

describe('the maximum', () => {
  test('is checked before the balance: one sen above it is refused', () => {
    const limits = { ...ce, maximumAmount: sen(20_000) };
    expect(checkAmount('200.01', limits)).toEqual({ ok: false, error: { code: 'aboveMaximum', figure: 20_000 } });
    expect(checkAmount('200', limits)).toEqual({ ok: false, error: { code: 'aboveCurrentBalance' } });
  });
});

describe('a customer who must not pay in advance', () => {
  test('pays the current balance but no sen more', () => {
    expect(checkAmount('138.78', ce)).toEqual({ ok: true, value: 13878 });
    expect(checkAmount('138.79', ce)).toEqual({ ok: false, error: { code: 'aboveCurrentBalance' } });
  });

  test('pays nothing on a credit', () => {
    expect(checkAmount(sen(100), { ...ce, currentBalance: sen(-2000) })).toEqual({
      ok: false,
      error: { code: 'aboveCurrentBalance' },
    });
  });
});

describe('a customer with an advance limit', () => {
  test('may exceed the balance by the limit', () => {
    expect(checkAmount('638.78', regular)).toEqual({ ok: true, value: 63878 });
    expect(checkAmount('638.79', regular)).toEqual({ ok: false, error: { code: 'aboveAdvanceLimit', figure: 50_000 } });
  });

  test('a credit counts as 0 and does not lower the limit', () => {
    const limits = { ...regular, currentBalance: sen(-2000) };
    expect(checkAmount('500', limits)).toEqual({ ok: true, value: 50_000 });
    expect(checkAmount('500.01', limits)).toEqual({ ok: false, error: { code: 'aboveAdvanceLimit', figure: 50_000 } });
  });

  test('a limit of 0 allows no excess', () => {
    const limits = { ...regular, advanceLimit: sen(0) };
    expect(checkAmount('138.78', limits)).toEqual({ ok: true, value: 13878 });
    expect(checkAmount('138.79', limits)).toEqual({ ok: false, error: { code: 'aboveCurrentBalance' } });
  });
});

test('another type of customer has only the minimum and the maximum', () => {
  const limits = { ...regular, customerType: 'VIP', advanceLimit: sen(0) };
  expect(checkAmount('3000', limits)).toEqual({ ok: true, value: 300_000 });
  expect(checkAmount('3000.01', limits)).toEqual({ ok: false, error: { code: 'aboveMaximum', figure: 300_000 } });
});

// The figures of specification, section 5: the advance limit, the exact balance, the maximum.
test.each<[string, AmountLimits, number]>([
  ['the balance and the advance limit', regular, 63_878],
  ['the advance limit on a credit', { ...regular, currentBalance: sen(-2000) }, 50_000],
  ['the balance without an advance limit', { ...regular, advanceLimit: sen(0) }, 13_878],
  ['the balance of a customer who must not pay in advance', ce, 13_878],
  ['nothing on the credit of such a customer', { ...ce, currentBalance: sen(-2000) }, 0],
  ['the maximum, if that is less', { ...regular, maximumAmount: sen(20_000) }, 20_000],
  ['the maximum for other customers', { ...regular, customerType: 'VIP' }, 300_000],
])('the largest amount is %s', (_, limits, largest) => {
  expect(getLargestAmount(limits)).toBe(largest);
  if (largest > 0) expect(checkAmount(sen(largest), limits).ok).toBe(true);
  expect(checkAmount(sen(largest + 100), limits).ok).toBe(false);
});

test('row 3: the limits of a bill are taken from the bill and the config only', () => {
  const bill = { ...ce, accountName: 'A' };
  const config = { ...regular, customerType: 'OTHER', isSandbox: true };
  expect(getAmountLimits(bill, config)).toEqual(ce);
});
