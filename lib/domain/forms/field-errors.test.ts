import { toFieldErrors } from './field-errors';

const issueOf = (path: (string | number)[], params?: unknown) => ({ path, code: 'custom', params });

test('keeps the first message of each field, with its params', () => {
  expect(
    toFieldErrors([
      issueOf(['amount'], { key: 'validation.amountMaximum', params: { max: '200' } }),
      issueOf(['amount'], { key: 'validation.amountFormat' }),
      issueOf(['email', 0], { key: 'validation.email' }),
    ]),
  ).toEqual({
    amount: { key: 'validation.amountMaximum', params: { max: '200' } },
    email: { key: 'validation.email' },
  });
});

test.each([
  [null, undefined],
  [{}, undefined],
  [{ max: 200 }, undefined],
  [{ max: '200', at: 7 }, { max: '200' }],
])('keeps the texts of the params %j', (params, kept) => {
  const key = 'validation.amountMaximum';
  const errors = toFieldErrors([issueOf(['amount'], { key, params })]);
  expect(errors).toEqual({ amount: { key, ...(kept && { params: kept }) } });
  expect('params' in errors['amount']!).toBe(kept !== undefined);
});

test('keys an issue of the whole form, and treats an issue of zod itself as a missing value', () => {
  expect(toFieldErrors([issueOf([])])).toEqual({ form: { key: 'validation.required' } });
});

test('row 30: no field name reaches a prototype', () => {
  const errors = toFieldErrors([issueOf(['__proto__'], { key: 'validation.email' })]);
  expect(Object.keys(errors)).toEqual(['__proto__']);
  expect({}).not.toHaveProperty('key');
});

test('returns no errors for no issues', () => {
  expect(Object.keys(toFieldErrors([]))).toEqual([]);
});
