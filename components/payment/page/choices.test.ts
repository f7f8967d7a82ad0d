import { emptyFormState } from '@/components/forms/form-state';
import { sen } from '@/lib/domain/money';
import type { PaymentPage } from '@/lib/domain/payment/payment';
import { paymentMethods } from '@/lib/domain/methods/payment-methods';
import { emptyPaymentRequest } from '@/lib/stores/payment-store';
import { choicesToFields, isChoosable, listMethods, readChoices, initialChoices } from './choices';
import { emptyPaymentPage, savedVisa } from './payment-page.fixture';
import { toPaymentView } from './payment-view';

const viewOf = (changes: Partial<PaymentPage>) => toPaymentView({ ...emptyPaymentPage, ...changes }, 'en');
const sent = (values: Readonly<Record<string, string>>) => ({ ...emptyFormState, values });
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
  test('lists the methods of the page, saved cards while there are any', () => {
    expect(listMethods({ methods: ['savedCard', 'fpx', 'wallet'] }, true)).toEqual(['savedCard', 'fpx', 'wallet']);
    expect(listMethods({ methods: ['savedCard', 'fpx', 'wallet'] }, false)).toEqual(['fpx', 'wallet']);
    expect(listMethods({ methods: [] }, true)).toEqual([]);
  });
});

describe('initialChoices', () => {
  test('chooses nothing when several methods are offered', () => {
    expect(initialChoices(viewOf({ ...offer, instalmentPlans: [] }), emptyFormState)).toEqual(emptyPaymentRequest);
  });

  test('chooses the customer’s preferred method unless it is down', () => {
    const preferred = { ...offer, preferredMethod: 'wallet' } as const;
    expect(initialChoices(viewOf(preferred), emptyFormState).selectedPaymentMethod).toBe('wallet');
    const down = viewOf({ ...preferred, downtimes: isDown('wallet') });
    expect(initialChoices(down, emptyFormState).selectedPaymentMethod).toBeNull();
  });

  test('chooses the only method and the only provider unless they are down', () => {
    const only = { methods: ['wallet'], wallets: ['boost'], carriers: ['carrier-a'] } as const;
    expect(initialChoices(viewOf(only), emptyFormState)).toMatchObject({
      selectedPaymentMethod: 'wallet',
      selectedWallet: 'boost',
      selectedDCB: 'carrier-a',
    });
    expect(initialChoices(viewOf({ ...only, downtimes: isDown('boost') }), emptyFormState).selectedWallet).toBeNull();
  });

  test('chooses the first usable saved card', () => {
    const savedCards = [
      { ...savedVisa, uniqueCardId: 'expired', isExpired: true },
      { ...savedVisa, uniqueCardId: 'offline', isOffline: true },
      { ...savedVisa, uniqueCardId: 'good' },
      { ...savedVisa, uniqueCardId: 'usual', isDefault: true },
    ];
    expect(initialChoices(viewOf({ savedCards }), emptyFormState).cardDetails.uniqueCardId).toBe('usual');
    const again = initialChoices(viewOf({ savedCards }), sent({ uniqueCardId: 'expired' }));
    expect(again.cardDetails.uniqueCardId).toBe('expired');
    const unknown = initialChoices(viewOf({ savedCards }), sent({ uniqueCardId: 'of another' }));
    expect(unknown.cardDetails.uniqueCardId).toBe('usual');
  });

  test('chooses what was submitted before, also during an outage', () => {
    const values = { selectedPaymentMethod: 'fpx', fpxBankID: 'MB2U0227', eppBank: 'MBB', monthTerm: '6' };
    expect(initialChoices(viewOf({ ...offer, downtimes: isDown('fpx') }), sent(values))).toMatchObject({
      selectedPaymentMethod: 'fpx',
      fpxBankID: 'MB2U0227',
      cardDetailsEPP: { bank: 'MBB', months: 6 },
    });
    expect(initialChoices(viewOf(offer), sent({ selectedPaymentMethod: 'cash' })).selectedPaymentMethod).toBeNull();
  });

  test.each([
    ['offered', {}, false],
    ['preselected', {}, true],
    ['preselected', { selectedPaymentMethod: 'newCard' }, false],
    ['offered', { selectedPaymentMethod: 'newCard', isAutoDebitOption: 'true' }, true],
  ] as const)('auto debit that is %s is, after submitting %j, ticked: %s', (autoDebitOption, values, isTicked) => {
    expect(initialChoices(viewOf({ autoDebitOption }), sent(values)).isAutoDebitOption).toBe(isTicked);
  });
});

describe('isChoosable', () => {
  test('a method that is down cannot be chosen unless it was submitted before', () => {
    const down = viewOf({ ...offer, downtimes: isDown('fpx') });
    expect(isChoosable('fpx', down, {})).toBe(false);
    expect(isChoosable('fpx', down, { selectedPaymentMethod: 'fpx' })).toBe(true);
    expect(isChoosable('m2u', down, { selectedPaymentMethod: 'fpx' })).toBe(true);
  });

  test('a method whose limits exclude the total cannot be chosen, even if it was submitted before', () => {
    const page = viewOf({ ...offer, total: sen(150) });
    expect(isChoosable('fpxCorporate', page, { selectedPaymentMethod: 'fpxCorporate' })).toBe(false);
    expect(isChoosable('epp', page, {})).toBe(false);
    expect(isChoosable('fpx', page, {})).toBe(true);
  });
});

describe('readChoices', () => {
  test('reads each choice from the form values', () => {
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
      userEmailAddress: 'payer@',
      phoneNumber: '',
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
      userEmailAddress: 'payer@',
      phoneNumber: '',
    });
  });

  test('ignores empty choices, unknown values and fields that are not on the page', () => {
    expect(
      readChoices({ selectedPaymentMethod: 'cash', monthTerm: 'x', selectedWallet: '', uniqueCardId: null }),
    ).toEqual({
      ...emptyPaymentRequest,
      isAutoDebitOption: undefined,
      userEmailAddress: undefined,
      phoneNumber: undefined,
    });
  });
});

describe('choicesToFields', () => {
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
    Object.fromEntries(choicesToFields({ ...choices, ...changes }, page));

  test('returns fields for offered choices and never a saved card', () => {
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
