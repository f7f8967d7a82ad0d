import { directBillPath, gatewayRedirectPath, paymentPath, resultPath } from './routes';

describe('paths of one payment', () => {
  test('name it by its refid', () => {
    expect(paymentPath('abc')).toBe('/epayment/entry?refid=abc');
    expect(gatewayRedirectPath('abc')).toBe('/epayment/entry/redirect?refid=abc');
    expect(directBillPath('abc')).toBe('/pay/direct/ebill?refid=abc');
    expect(resultPath('/bankResultFPX', 'abc')).toBe('/bankResultFPX?refid=abc');
  });

  test('escape what does not belong into a query', () => {
    expect(paymentPath('a&b=c#d e')).toBe('/epayment/entry?refid=a%26b%3Dc%23d+e');
  });
});
