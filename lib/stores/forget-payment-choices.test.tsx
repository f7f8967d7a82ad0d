import { forgetPaymentChoices, paymentStorageKey } from './forget-payment-choices';

afterEach(() => {
  jest.restoreAllMocks();
  window.sessionStorage.clear();
});

test('forgetPaymentChoices removes the choices of its payment and no others', () => {
  window.sessionStorage.setItem(paymentStorageKey('ended'), '{}');
  window.sessionStorage.setItem(paymentStorageKey('other'), '{}');
  forgetPaymentChoices('ended');
  expect(window.sessionStorage.getItem('ebill.payment.ended')).toBeNull();
  expect(window.sessionStorage.getItem('ebill.payment.other')).toBe('{}');
});

test('forgetPaymentChoices does nothing where storage is refused', () => {
  jest.spyOn(window, 'sessionStorage', 'get').mockImplementation(() => {
    throw new DOMException('refused', 'SecurityError');
  });
  expect(() => forgetPaymentChoices('ended')).not.toThrow();
});
