import { toFieldErrors } from './field-errors';
import { captchaResponseMaxLength, lookupFormSchema } from './lookup-form';

test('an account number is normalised to ten digits, and unknown fields are omitted', () => {
  const parsed = lookupFormSchema.parse({ accountNumber: '12 3456-7801', customerType: 'CE' });
  expect(parsed).toEqual({ accountNumber: '1234567801', captchaResponse: undefined });
});

test('a captcha response is included', () => {
  const parse = (captchaResponse: string) => lookupFormSchema.parse({ accountNumber: '1234567801', captchaResponse });
  expect(parse('abc').captchaResponse).toBe('abc');
  expect(parse('a'.repeat(captchaResponseMaxLength + 1)).captchaResponse).toBeUndefined();
});

test.each([{}, { accountNumber: '' }, { accountNumber: '123' }, { accountNumber: '4111111111111111' }])(
  '%j is refused',
  (input) => {
    expect(toFieldErrors(lookupFormSchema.safeParse(input).error?.issues ?? [])).toEqual({
      accountNumber: { key: 'validation.accountNumberFormat' },
    });
  },
);

test.each([null, 'text', [], 1])('the body %j is no form', (input) => {
  expect(lookupFormSchema.safeParse(input).success).toBe(false);
});

test('row 30: a prototype in the body does nothing', () => {
  const parsed = lookupFormSchema.parse(JSON.parse('{"accountNumber": "1234567801", "__proto__": {"polluted": true}}'));
  expect(parsed).not.toHaveProperty('polluted');
  expect({}).not.toHaveProperty('polluted');
});
