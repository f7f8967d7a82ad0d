import { sen } from './money';
import {
  analyticsOfMethod,
  checkMethodAmount,
  isPaymentMethod,
  paymentMethods,
  resultRouteOfMethod,
} from './payment-methods';

test('only the ten names are methods', () => {
  expect(paymentMethods).toHaveLength(10);
  expect(isPaymentMethod('fpxCorporate')).toBe(true);
  expect(isPaymentMethod('FPX')).toBe(false);
  expect(isPaymentMethod('constructor')).toBe(false);
});

test.each([
  ['savedCard', 'savedCard', 'Cards'],
  ['newCard', 'newCard', 'Cards'],
  ['epp', 'newCard', 'Cards'],
  ['fpx', 'fpx', 'FPX'],
  ['fpxCorporate', 'fpx', 'FPX'],
  ['m2u', 'm2u', 'Maybank2u'],
  ['wallet', 'wallet', 'Wallet'],
  ['dcb', 'dcb', 'DCB'],
  ['counter', 'wallet', 'Wallet'],
  ['duitnowQr', 'wallet', 'Wallet'],
] as const)('%s is reported as %s, %s', (method, category, label) => {
  expect(analyticsOfMethod(method)).toEqual({ category, label });
});

test.each([
  [{ method: 'newCard', brand: 'visa' }, '/bankResultMBB'],
  [{ method: 'savedCard', brand: 'mastercard' }, '/bankResultMBB'],
  [{ method: 'newCard', brand: 'amex' }, '/bankResultAMB'],
  [{ method: 'epp', brand: 'visa' }, '/bankResultMBB'],
  [{ method: 'fpx' }, '/bankResultFPX'],
  [{ method: 'fpxCorporate' }, '/bankResultFPX'],
  [{ method: 'm2u' }, '/bankResultMBBCASA'],
  [{ method: 'wallet' }, '/bankResultEGHL'],
  [{ method: 'dcb' }, '/dcb/view/bankResult'],
  [{ method: 'counter' }, '/ewallet/view/bankResult'],
  [{ method: 'duitnowQr' }, '/ewallet/view/bankResult'],
] as const)('%j comes back to %s', (method, route) => {
  expect(resultRouteOfMethod(method)).toBe(route);
});

test('corporate banking begins at RM2, the other methods at RM1, and FPX has an end', () => {
  expect(checkMethodAmount('fpxCorporate', sen(199))).toEqual({ code: 'belowMinimum', figure: 200 });
  expect(checkMethodAmount('fpxCorporate', sen(200))).toBeNull();
  expect(checkMethodAmount('fpxCorporate', sen(100_000_001))).toEqual({ code: 'aboveMaximum', figure: 100_000_000 });
  expect(checkMethodAmount('fpx', sen(3_000_001))).toEqual({ code: 'aboveMaximum', figure: 3_000_000 });
  expect(checkMethodAmount('newCard', sen(99))).toEqual({ code: 'belowMinimum', figure: 100 });
  expect(checkMethodAmount('newCard', sen(99_999_999))).toBeNull();
});
