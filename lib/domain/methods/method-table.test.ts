import { sen } from '../money';
import { analyticsOfMethod, checkMethodAmount, isCardMethod, methodTable, resultRouteOfMethod } from './method-table';
import { isPaymentMethod, paymentMethods, type PaymentMethod } from './payment-methods';

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
] as const)('%j returns to %s', (method, route) => {
  expect(resultRouteOfMethod(method)).toBe(route);
});

test('cards pay by three of them', () => {
  expect(paymentMethods.filter(isCardMethod)).toEqual(['savedCard', 'newCard', 'epp']);
});

test.each([
  // method, kind, what is selected within it, auto debit, instalments: specification, sections 1, 3 and 9
  ['savedCard', 'card', 'uniqueCardId', true, false],
  ['newCard', 'card', null, true, false],
  ['epp', 'card', 'eppBank', false, true],
  ['fpx', 'redirect', 'fpxBankID', false, false],
  ['fpxCorporate', 'redirect', 'fpxBankCorporateID', false, false],
  ['m2u', 'redirect', null, false, false],
  ['wallet', 'redirect', 'selectedWallet', false, false],
  ['dcb', 'carrier', 'selectedDCB', false, false],
  ['counter', 'presentment', null, false, false],
  ['duitnowQr', 'presentment', null, false, false],
] as const)('%s is a method of kind %s and asks for a selection in %s', (id, kind, field, autoDebit, instalments) => {
  const { selection, ...descriptor } = methodTable[id];
  expect(descriptor).toMatchObject({ id, kind, autoDebit, instalments });
  expect(selection?.field ?? null).toBe(field);
});

test.each([
  ['savedCard', ['uniqueCardId', 'savedCardCvv'], 'savedCardCvv'],
  ['newCard', ['cardNumber', 'cardExpiry', 'cardCvv', 'cardName'], 'cardDetails'],
  ['epp', ['eppBank', 'monthTerm', 'eppCardNumber', 'eppCardExpiry', 'eppCardCvv', 'eppCardName'], 'cardDetailsEPP'],
] as const)('%s has the fields %j and is sent encrypted as %s', (method, fields, encryptedField) => {
  expect(methodTable[method].fields).toEqual(fields);
  expect(methodTable[method].card.encryptedField).toBe(encryptedField);
});

test('options are listed with whether each can be selected now', () => {
  const lists = {
    savedCards: [{ uniqueCardId: 'card-1', isOffline: true }],
    instalmentPlans: [{ bank: 'MBB' }],
    personalBanks: [{ id: 'MB2U0227', isOnline: true }],
    corporateBanks: [{ id: 'MBB0228', isOnline: false }],
    wallets: ['boost'],
    carriers: ['carrier-a'],
  };
  const optionsOf = (method: PaymentMethod) => methodTable[method].selection?.listOptions(lists);
  expect(optionsOf('savedCard')).toEqual([{ id: 'card-1', isOnline: false }]);
  expect(optionsOf('epp')).toEqual([{ id: 'MBB', isOnline: true }]);
  expect(optionsOf('fpx')).toEqual([{ id: 'MB2U0227', isOnline: true }]);
  expect(optionsOf('fpxCorporate')).toEqual([{ id: 'MBB0228', isOnline: false }]);
  expect(optionsOf('wallet')).toEqual([{ id: 'boost', isOnline: true }]);
  expect(optionsOf('dcb')).toEqual([{ id: 'carrier-a', isOnline: true }]);
});

/** The limits of each method, in sen; corporate banking starts at RM2, all others at RM1. */
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
