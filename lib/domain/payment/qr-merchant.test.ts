import { readQrMerchantName } from './qr-merchant';

test('reads the merchant of the example that EMVCo publishes', () => {
  const example =
    '00020101021229300012D156000000000510A93FO3230Q31280012D15600000001030812345678520441115802CN5914BEST TRANSPORT6007BEIJING' +
    '64200002ZH0104最佳运输0202北京540523.7253031565502016233030412340603***0708A60086670902ME91320016A0112233449988770708123456786304A13A';
  expect(readQrMerchantName(example)).toBe('BEST TRANSPORT');
});

test.each(['', '00020201', '5900', '59xx', 'no fields', '000202\u{1F600}'])('finds no merchant in %j', (payload) => {
  expect(readQrMerchantName(payload)).toBeNull();
});
