import { fieldErrorsOf } from './field-errors';

test('the first message of each field stays, with its params', () => {
  expect(
    fieldErrorsOf([
      { path: ['amount'], message: 'validation.amountMaximum', params: { max: '200' } } as never,
      { path: ['amount'], message: 'validation.amountFormat' },
      { path: ['email', 0], message: 'validation.email' },
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
])('of the params %j the texts are kept', (params, kept) => {
  const issue = { path: ['amount'], message: 'validation.amountMaximum', params };
  expect(fieldErrorsOf([issue])).toEqual({ amount: { key: issue.message, ...(kept && { params: kept }) } });
  expect('params' in fieldErrorsOf([issue])['amount']!).toBe(kept !== undefined);
});

test('an issue of the whole form goes by a name of its own, and strange words become a key', () => {
  expect(fieldErrorsOf([{ path: [], message: 'Invalid input: expected object' }])).toEqual({
    form: { key: 'validation.required' },
  });
});

test('row 30: no field name reaches a prototype', () => {
  const errors = fieldErrorsOf([{ path: ['__proto__'], message: 'validation.email' }]);
  expect(Object.keys(errors)).toEqual(['__proto__']);
  expect({}).not.toHaveProperty('key');
});

test('no issues are no errors', () => {
  expect(Object.keys(fieldErrorsOf([]))).toEqual([]);
});
