import { sen } from '../money';
import { analyticsOfMethod, checkMethodAmount, isCardMethod, methodTable, resultRouteOfMethod } from './method-table';
import { isPaymentMethod, paymentMethods } from './payment-methods';

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

test('cards pay by three of them', () => {
  expect(paymentMethods.filter(isCardMethod)).toEqual(['savedCard', 'newCard', 'epp']);
});

/** What each method takes, in sen; corporate banking begins at RM2, all others at RM1. */
const limits = {
  savedCard: [100, null],
  newCard: [100, null],
  epp: [100, null],
  fpx: [100, 3_000_000],
  fpxCorporate: [200, 100_000_000],
  m2u: [100, null],
  wallet: [100, null],
  dcb: [100, null],
  counter: [100, 249_999],
  duitnowQr: [100, null],
} as const;

test.each(paymentMethods)('%s takes no sen less than its least and no sen more than its most', (method) => {
  const [least, most] = limits[method];
  expect(checkMethodAmount(method, sen(least))).toBeNull();
  expect(checkMethodAmount(method, sen(least - 1))).toEqual({ code: 'belowMinimum', figure: least });
  expect(checkMethodAmount(method, sen(most ?? 99_999_999_999))).toBeNull();
  if (most !== null) {
    expect(checkMethodAmount(method, sen(most + 1))).toEqual({ code: 'aboveMaximum', figure: most });
  }
});
