import { untouchedForm } from '@/components/forms/form-state';
import { sen } from '@/lib/domain/money';
import type { PaymentPage } from '@/lib/domain/payment/payment';
import { paymentMethods } from '@/lib/domain/methods/payment-methods';
import { emptyPaymentRequest } from '@/lib/stores/payment-store';
import { fieldsOfChoices, isChoosable, listMethods, readChoices, renderedChoices } from './choices';
import { barePage, savedVisa } from './payment-page.fixture';
import { viewPayment } from './payment-view';

const viewOf = (changes: Partial<PaymentPage>) => viewPayment({ ...barePage, ...changes }, 'en');
const sent = (values: Readonly<Record<string, string>>) => ({ ...untouchedForm, values });
const isDown = (target: string) => [{ target, from: '2026-11-21T11:00:00Z', until: '2026-11-21T15:30:00Z' }];

const offer: Partial<PaymentPage> = {
  methods: paymentMethods,
  instalmentPlans: [{ bank: 'MBB', bankName: 'Maybank', months: [6], minimum: sen(50_000) }],
  personalBanks: [
    { id: 'MB2U0227', name: 'Maybank2U', isOnline: true },
    { id: 'UOB0226', name: 'UOB', isOnline: false },
  ],
  corporateBanks: [{ id: 'MBB0228', name: 'Maybank2E', isOnline: true }],
  wallets: ['boost', 'touchngo'],
  carriers: ['carrier-a', 'carrier-b'],
};

describe('listMethods', () => {
  test('lists what is offered in the order of the product', () => {
    expect(listMethods({ methods: [...paymentMethods].reverse() })).toEqual(paymentMethods);
    expect(listMethods({ methods: ['wallet', 'fpx'] })).toEqual(['fpx', 'wallet']);
    expect(listMethods({ methods: [] })).toEqual([]);
  });
});

describe('renderedChoices', () => {
  test('of a page with several methods nothing is chosen', () => {
    expect(renderedChoices(viewOf({ ...offer, instalmentPlans: [] }), untouchedForm)).toEqual(emptyPaymentRequest);
  });

  test('the customer’s usual method is chosen, unless it is down', () => {
    const preferred = { ...offer, preferredMethod: 'wallet' } as const;
    expect(renderedChoices(viewOf(preferred), untouchedForm).selectedPaymentMethod).toBe('wallet');
    const down = viewOf({ ...preferred, downtimes: isDown('wallet') });
    expect(renderedChoices(down, untouchedForm).selectedPaymentMethod).toBeNull();
  });

  test('the only method and the only provider are chosen, unless they are down', () => {
    const only = { methods: ['wallet'], wallets: ['boost'], carriers: ['carrier-a'] } as const;
    expect(renderedChoices(viewOf(only), untouchedForm)).toMatchObject({
      selectedPaymentMethod: 'wallet',
      selectedWallet: 'boost',
      selectedDCB: 'carrier-a',
    });
    expect(renderedChoices(viewOf({ ...only, downtimes: isDown('boost') }), untouchedForm).selectedWallet).toBeNull();
  });

  test('the first saved card that can pay is chosen', () => {
    const savedCards = [
      { ...savedVisa, uniqueCardId: 'expired', isExpired: true },
      { ...savedVisa, uniqueCardId: 'offline', isOffline: true },
      { ...savedVisa, uniqueCardId: 'good' },
      { ...savedVisa, uniqueCardId: 'usual', isDefault: true },
    ];
    expect(renderedChoices(viewOf({ savedCards }), untouchedForm).cardDetails.uniqueCardId).toBe('usual');
    const again = renderedChoices(viewOf({ savedCards }), sent({ uniqueCardId: 'expired' }));
    expect(again.cardDetails.uniqueCardId).toBe('expired');
    const unknown = renderedChoices(viewOf({ savedCards }), sent({ uniqueCardId: 'of another' }));
    expect(unknown.cardDetails.uniqueCardId).toBe('usual');
  });

  test('what was sent before is chosen again, with an outage too', () => {
    const values = { selectedPaymentMethod: 'fpx', fpxBankID: 'MB2U0227', eppBank: 'MBB', monthTerm: '6' };
    expect(renderedChoices(viewOf({ ...offer, downtimes: isDown('fpx') }), sent(values))).toMatchObject({
      selectedPaymentMethod: 'fpx',
      fpxBankID: 'MB2U0227',
      cardDetailsEPP: { bank: 'MBB', months: 6 },
    });
    expect(renderedChoices(viewOf(offer), sent({ selectedPaymentMethod: 'cash' })).selectedPaymentMethod).toBeNull();
  });

  test.each([
    ['offered', {}, false],
    ['preselected', {}, true],
    ['preselected', { selectedPaymentMethod: 'newCard' }, false],
    ['offered', { selectedPaymentMethod: 'newCard', isAutoDebitOption: 'true' }, true],
  ] as const)('auto debit that is %s, after %j was sent, is %s', (autoDebitOption, values, isTicked) => {
    expect(renderedChoices(viewOf({ autoDebitOption }), sent(values)).isAutoDebitOption).toBe(isTicked);
  });
});

describe('isChoosable', () => {
  test('a method that is down cannot be chosen, unless it was sent before', () => {
    const down = viewOf({ ...offer, downtimes: isDown('fpx') });
    expect(isChoosable('fpx', down, {})).toBe(false);
    expect(isChoosable('fpx', down, { selectedPaymentMethod: 'fpx' })).toBe(true);
    expect(isChoosable('m2u', down, { selectedPaymentMethod: 'fpx' })).toBe(true);
  });

  test('a method whose limits the total is beyond cannot be chosen, even if it was sent before', () => {
    const page = viewOf({ ...offer, total: sen(150) });
    expect(isChoosable('fpxCorporate', page, { selectedPaymentMethod: 'fpxCorporate' })).toBe(false);
    expect(isChoosable('epp', page, {})).toBe(false);
    expect(isChoosable('fpx', page, {})).toBe(true);
  });
});

describe('readChoices', () => {
  test('reads each choice from the values of the form', () => {
    const values = {
      selectedPaymentMethod: 'epp',
      uniqueCardId: 'one',
      eppBank: 'MBB',
      monthTerm: '6',
      fpxBankID: 'MB2U0227',
      fpxBankCorporateID: 'MBB0228',
      selectedWallet: 'boost',
      selectedDCB: 'carrier-a',
      isAutoDebitOption: true,
      cardNumber: '4111111111111111',
    };
    expect(readChoices(values)).toEqual({
      selectedPaymentMethod: 'epp',
      cardDetails: { uniqueCardId: 'one' },
      cardDetailsEPP: { bank: 'MBB', months: 6 },
      fpxBankID: 'MB2U0227',
      fpxBankCorporateID: 'MBB0228',
      selectedWallet: 'boost',
      selectedDCB: 'carrier-a',
      isAutoDebitOption: true,
    });
  });

  test('empty fields and unknown values are no choice', () => {
    expect(
      readChoices({ selectedPaymentMethod: 'cash', monthTerm: 'x', selectedWallet: '', uniqueCardId: null }),
    ).toEqual({
      ...emptyPaymentRequest,
      isAutoDebitOption: undefined,
    });
  });
});

describe('fieldsOfChoices', () => {
  const choices = {
    ...emptyPaymentRequest,
    selectedPaymentMethod: 'fpx',
    cardDetails: { uniqueCardId: 'one' },
    cardDetailsEPP: { bank: 'MBB', months: 6 },
    fpxBankID: 'MB2U0227',
    fpxBankCorporateID: 'MBB0228',
    selectedWallet: 'boost',
    selectedDCB: 'carrier-b',
  } as const;
  const fields = (changes: object, page = viewOf(offer)) =>
    Object.fromEntries(fieldsOfChoices({ ...choices, ...changes }, page));

  test('fills the fields with what is offered, and never a saved card', () => {
    expect(fields({})).toEqual({
      selectedPaymentMethod: 'fpx',
      eppBank: 'MBB',
      monthTerm: '6',
      fpxBankID: 'MB2U0227',
      fpxBankCorporateID: 'MBB0228',
      selectedWallet: 'boost',
      selectedDCB: 'carrier-b',
    });
  });

  test.each([
    ['a bank that is offline', { fpxBankID: 'UOB0226' }, 'fpxBankID'],
    ['a bank that is not offered', { fpxBankID: 'OTHER' }, 'fpxBankID'],
    ['a wallet that is not offered', { selectedWallet: 'shopee' }, 'selectedWallet'],
    ['months that no plan has', { cardDetailsEPP: { bank: 'MBB', months: 36 } }, 'monthTerm'],
    ['no choice', { selectedPaymentMethod: null }, 'selectedPaymentMethod'],
  ])('leaves out %s', (_name, changes, field) => {
    expect(fields(changes)).not.toHaveProperty(field);
  });

  test.each(['fpx', 'MB2U0227', 'boost'])('leaves out %s while it is down', (target) => {
    expect(Object.values(fields({}, viewOf({ ...offer, downtimes: isDown(target) })))).not.toContain(target);
  });

  test('leaves out a method that is no longer offered', () => {
    expect(fields({}, viewOf({ ...offer, methods: ['m2u'] }))).not.toHaveProperty('selectedPaymentMethod');
  });
});
