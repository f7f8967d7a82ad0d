import { toFieldErrors } from './field-errors';
import { mobileFormSchema } from './mobile-form';
import { otpFormSchema } from './otp-form';
import { tacFormSchema } from './tac-form';

test.each(['+60 12-000 0001', '012-000 0001', '0120000001'])('the mobile number %j is normalised to 601…', (text) => {
  expect(mobileFormSchema.parse({ mobileNumber: text })).toEqual({ mobileNumber: '60120000001' });
});

test.each([{}, { mobileNumber: '' }, { mobileNumber: '0320000001' }, { mobileNumber: '60320000001' }])(
  '%j is refused',
  (input) => {
    expect(toFieldErrors(mobileFormSchema.safeParse(input).error?.issues ?? [])).toEqual({
      mobileNumber: { key: 'validation.mobileNumber' },
    });
  },
);

test('codes are normalised to six digits', () => {
  expect(tacFormSchema.parse({ tac: '123 456' })).toEqual({ tac: '123456' });
  expect(otpFormSchema.parse({ otp: '012345' })).toEqual({ otp: '012345' });
});

test.each([undefined, '', '12345', 'abcdef', '4111111111111111'])('%j is no code', (text) => {
  expect(toFieldErrors(tacFormSchema.safeParse({ tac: text }).error?.issues ?? [])).toEqual({
    tac: { key: 'validation.tac' },
  });
  expect(toFieldErrors(otpFormSchema.safeParse({ otp: text }).error?.issues ?? [])).toEqual({
    otp: { key: 'validation.otp' },
  });
});
