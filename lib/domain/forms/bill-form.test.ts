import { toFieldErrors } from './field-errors';
import { sen } from '../money';
import { billFormSchema } from './bill-form';

const context = {
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
const schema = billFormSchema(context);

function errorsOf(input: unknown) {
  return toFieldErrors(schema.safeParse(input).error?.issues ?? []);
}

test('row 1: the amount is reckoned from the bill, whatever the form says', () => {
  expect(schema.parse({ payOption: 'current', amount: '1', currentBalance: '1', customerType: 'VIP' })).toEqual({
    payOption: 'current',
    amount: 13878,
    payAgain: false,
    email: undefined,
    phoneNumber: undefined,
  });
});

test('another amount and the contact are read', () => {
  const input = { payOption: 'other', amount: '50', email: ' a@b.my', phoneNumber: '012-123 4567' };
  expect(schema.parse(input)).toEqual({
    payOption: 'other',
    amount: 5000,
    payAgain: false,
    email: 'a@b.my',
    phoneNumber: '60121234567',
  });
});

test.each([
  [{}, { payOption: { key: 'validation.payOptionRequired' } }],
  [{ payOption: 'all', amount: '5' }, { payOption: { key: 'validation.payOptionRequired' } }],
  [{ payOption: 'other' }, { amount: { key: 'validation.required' } }],
  [{ payOption: 'other', amount: '1e3' }, { amount: { key: 'validation.amountFormat' } }],
  [{ payOption: 'other', amount: '0.99' }, { amount: { key: 'validation.amountMinimumOf', params: { min: '1' } } }],
  [{ payOption: 'other', amount: '9999' }, { amount: { key: 'validation.amountMaximum', params: { max: '3,000' } } }],
  [
    { payOption: 'other', amount: '700' },
    { amount: { key: 'validation.amountAdvanceLimit', params: { limit: '500' } } },
  ],
])('%j gives %j', (input, errors) => {
  expect(errorsOf(input)).toEqual(errors);
});

test('every field that is wrong is named, not only the first', () => {
  expect(
    errorsOf({ payOption: 'other', amount: 'x', email: 'a@b.my\r\nBcc: c@d.my', phoneNumber: '4111111111111111' }),
  ).toEqual({
    amount: { key: 'validation.amountFormat' },
    email: { key: 'validation.email' },
    phoneNumber: { key: 'validation.phoneNumber' },
  });
});

test('row 30: a prototype in the body does nothing', () => {
  const parsed = schema.parse(JSON.parse('{"payOption": "current", "__proto__": {"polluted": true}}'));
  expect(parsed).not.toHaveProperty('polluted');
});

test('a payment that repeats a recent one needs the confirmation', () => {
  const recentPayments = [
    { amount: sen(5000), at: '2026-11-21T12:00:00Z', status: 'in-progress', unpaid: null, isCounted: true },
  ] as const;
  const guarded = billFormSchema({ ...context, recentPayments, outstanding: sen(8878) });
  const full = { payOption: 'current', amount: '' };
  expect(toFieldErrors(guarded.safeParse(full).error?.issues ?? [])).toEqual({
    payAgain: { key: 'validation.payAgainRequired' },
  });
  for (const payAgain of ['true', 'on', true]) {
    expect(guarded.parse({ ...full, payAgain })).toMatchObject({ amount: 13878, payAgain: true });
  }
  expect(guarded.parse({ payOption: 'other', amount: '88.78' })).toMatchObject({ amount: 8878, payAgain: false });
});
