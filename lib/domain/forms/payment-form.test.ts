import { toFieldErrors } from './field-errors';
import { sen } from '../money';
import type { SavedCard } from '../payment/payment';
import { paymentMethods } from '../methods/payment-methods';
import type { PaymentFormContext } from '../methods/forms/method-form';
import { paymentFormSchema } from './payment-form';

const savedVisa: SavedCard = {
  uniqueCardId: 'card-1',
  brand: 'visa',
  lastFour: '1111',
  expiry: '12/29',
  isExpired: false,
  isOffline: false,
  needsCvv: true,
  isDefault: true,
};

const context: PaymentFormContext = {
  now: '2026-11-21T12:00:00+08:00',
  total: sen(13878),
  isRepeated: false,
  methods: paymentMethods,
  savedCards: [
    savedVisa,
    { ...savedVisa, uniqueCardId: 'card-2', isExpired: true },
    { ...savedVisa, uniqueCardId: 'card-3', isOffline: true },
    { ...savedVisa, uniqueCardId: 'card-4', needsCvv: false },
  ],
  cardEntry: 'own',
  savingCards: 'offered',
  autoDebitOption: 'offered',
  instalmentPlans: [
    { bank: 'MBB', bankName: 'Maybank', months: [6, 12, 24], minimum: sen(10_000) },
    { bank: 'CIMB', bankName: 'CIMB', months: [6], minimum: sen(50_000) },
  ],
  personalBanks: [
    { id: 'MB2U0227', name: 'Maybank2U', isOnline: true },
    { id: 'PBB0233', name: 'Public Bank', isOnline: false },
    { id: 'RHB0218', name: 'RHB', isOnline: true },
  ],
  corporateBanks: [{ id: 'MBB0228', name: 'Maybank2E', isOnline: true }],
  wallets: ['boost', 'grabpay'],
  carriers: ['carrier-a'],
  downtimes: [],
  methodLimits: {},
};

const contact = { userEmailAddress: 'a@b.my' };
const typedCard = { cardNumber: '4111 1111 1111 1111', cardExpiry: '12/29', cardCvv: '123', cardName: 'ALI' };
const typedEppCard = {
  eppCardNumber: '5555555555554444',
  eppCardExpiry: '12/29',
  eppCardCvv: '123',
  eppCardName: 'ALI',
};
const jwe = 'aa.bb.cc.dd.ee';

function choiceOf(fields: object, changed: Partial<PaymentFormContext> = {}) {
  return paymentFormSchema({ ...context, ...changed }).parse({ ...contact, ...fields }).choice;
}

function errorsOf(fields: object, changed: Partial<PaymentFormContext> = {}) {
  const parsed = paymentFormSchema({ ...context, ...changed }).safeParse({ ...contact, ...fields });
  return toFieldErrors(parsed.error?.issues ?? []);
}

test("limits of the deployment replace a method's own", () => {
  const fields = { selectedPaymentMethod: 'm2u' };
  const within = { m2u: { minimum: context.total, maximum: context.total } };
  expect(choiceOf(fields, { methodLimits: within })).toEqual({ method: 'm2u' });
  const above = { m2u: { minimum: sen(context.total + 1), maximum: null } };
  expect(errorsOf(fields, { methodLimits: above })).toMatchObject({
    selectedPaymentMethod: { key: 'validation.amountMinimumOf' },
  });
});

describe('the contact', () => {
  test('an e-mail address is required, a phone number is optional', () => {
    const parsed = paymentFormSchema(context).parse({
      selectedPaymentMethod: 'm2u',
      userEmailAddress: 'a@b.my',
      phoneNumber: '',
    });
    expect(parsed).toEqual({
      choice: { method: 'm2u' },
      ...{ userEmailAddress: 'a@b.my', phoneNumber: undefined, payAgain: false },
    });
    expect(errorsOf({ selectedPaymentMethod: 'm2u', userEmailAddress: '' })).toEqual({
      userEmailAddress: { key: 'validation.emailRequired' },
    });
    expect(errorsOf({ selectedPaymentMethod: 'm2u', userEmailAddress: 'a@b.my,c@d.my', phoneNumber: '1' })).toEqual({
      userEmailAddress: { key: 'validation.email' },
      phoneNumber: { key: 'validation.phoneNumber' },
    });
  });

  test('an amount outside the limits is an error of the method', () => {
    expect(Object.keys(errorsOf({ userEmailAddress: '' }))).toEqual(['selectedPaymentMethod', 'userEmailAddress']);
  });
});

describe('the method', () => {
  test.each([{}, { selectedPaymentMethod: '' }, { selectedPaymentMethod: 'cash' }])('%j is none', (fields) => {
    expect(errorsOf(fields)).toEqual({ selectedPaymentMethod: { key: 'validation.methodRequired' } });
  });

  test('one that is not offered is ignored', () => {
    expect(errorsOf({ selectedPaymentMethod: 'fpx' }, { methods: ['newCard'] })).toEqual({
      selectedPaymentMethod: { key: 'validation.methodRequired' },
    });
  });

  test('one that is down is refused', () => {
    const downtimes = [{ target: 'm2u', from: '2026-11-21T00:00:00Z', until: '2026-11-21T08:00:00Z' }];
    expect(errorsOf({ selectedPaymentMethod: 'm2u' }, { downtimes })).toEqual({
      selectedPaymentMethod: { key: 'validation.methodUnavailable' },
    });
  });

  test('corporate banking begins at RM2', () => {
    const fields = { selectedPaymentMethod: 'fpxCorporate', fpxBankCorporateID: 'MBB0228' };
    expect(errorsOf(fields, { total: sen(199) })).toEqual({
      selectedPaymentMethod: { key: 'validation.amountMinimumOf', params: { min: '2' } },
    });
    expect(choiceOf(fields, { total: sen(200) })).toEqual({ method: 'fpxCorporate', bankId: 'MBB0228' });
  });

  test.each(['m2u', 'counter', 'duitnowQr'])('%s needs nothing more, and keeps nothing of other methods', (method) => {
    expect(choiceOf({ selectedPaymentMethod: method, ...typedCard, fpxBankID: 'x', saveCard: 'on' })).toEqual({
      method,
    });
  });
});

describe('a new card', () => {
  const newCard = { selectedPaymentMethod: 'newCard' };

  test('is read as typed', () => {
    expect(choiceOf({ ...newCard, ...typedCard, saveCard: 'on', isAutoDebitOption: 'on' })).toEqual({
      method: 'newCard',
      card: {
        kind: 'typed',
        number: '4111111111111111',
        brand: 'visa',
        expiry: { month: 12, year: 2029 },
        cvv: '123',
        name: 'ALI',
      },
      saveCard: true,
      isAutoDebitOption: true,
    });
  });

  test('typed in on the gateway’s page needs no field here, and nothing that is sent of it is read but whether to save it or to put it on auto debit', () => {
    const none = { method: 'newCard', card: null, saveCard: false, isAutoDebitOption: false };
    const sent = { ...newCard, ...typedCard, saveCard: 'on', isAutoDebitOption: 'on' };
    expect(choiceOf(newCard, { cardEntry: 'gateway' })).toEqual(none);
    expect(choiceOf(sent, { cardEntry: 'gateway' })).toEqual({ ...none, saveCard: true, isAutoDebitOption: true });
    expect(
      choiceOf(sent, { cardEntry: 'gateway', savingCards: 'not-offered', autoDebitOption: 'not-offered' }),
    ).toEqual(none);
  });

  test('encrypted by the browser replaces its fields', () => {
    expect(choiceOf({ ...newCard, cardDetails: jwe, cardNumber: 'x' })).toMatchObject({
      card: { kind: 'encrypted', jwe },
    });
  });

  test('every field that is wrong is named', () => {
    const all = {
      cardNumber: { key: 'validation.cardNumber' },
      cardExpiry: { key: 'validation.cardExpiry' },
      cardCvv: { key: 'validation.cardCvv' },
      cardName: { key: 'validation.cardName' },
    };
    expect(errorsOf(newCard)).toEqual(all);
    expect(errorsOf({ ...newCard, cardNumber: '4111', cardExpiry: '10/26', cardCvv: '1234', cardName: '123' })).toEqual(
      all,
    );
    expect(errorsOf({ ...newCard, cardDetails: 'not a jwe' })).toEqual(all);
  });

  test('the CVV has the length of the brand', () => {
    const amex = { ...newCard, ...typedCard, cardNumber: '378282246310005' };
    expect(errorsOf(amex)).toEqual({ cardCvv: { key: 'validation.cardCvv' } });
    expect(choiceOf({ ...amex, cardCvv: '1234' })).toMatchObject({ card: { brand: 'amex' } });
  });

  test('is not saved and not put on auto debit where that is not offered', () => {
    const ticked = { ...newCard, ...typedCard, saveCard: 'on', isAutoDebitOption: 'on' };
    expect(choiceOf(ticked, { savingCards: 'full', autoDebitOption: 'not-offered' })).toMatchObject({
      saveCard: false,
      isAutoDebitOption: false,
    });
  });
});

describe('a saved card', () => {
  const savedCard = { selectedPaymentMethod: 'savedCard', uniqueCardId: 'card-1' };

  test('is submitted with its CVV, typed or encrypted, if it needs one', () => {
    expect(choiceOf({ ...savedCard, savedCardCvv: '123' })).toEqual({
      method: 'savedCard',
      isAutoDebitOption: false,
      uniqueCardId: 'card-1',
      cvv: { kind: 'typed', cvv: '123' },
    });
    expect(choiceOf({ ...savedCard, savedCardCvv: jwe })).toMatchObject({ cvv: { kind: 'encrypted', jwe } });
    expect(choiceOf({ ...savedCard, uniqueCardId: 'card-4' })).toMatchObject({ cvv: null });
    expect(errorsOf(savedCard)).toEqual({ savedCardCvv: { key: 'validation.cardCvv' } });
  });

  test.each([
    ['', 'validation.savedCardRequired'],
    ['another payer’s', 'validation.savedCardRequired'],
    ['card-2', 'validation.savedCardExpired'],
    ['card-3', 'validation.savedCardOffline'],
  ])('%j is refused with %s', (uniqueCardId, key) => {
    expect(errorsOf({ ...savedCard, uniqueCardId, savedCardCvv: '123' })).toEqual({ uniqueCardId: { key } });
  });
});

describe('instalments', () => {
  const epp = { selectedPaymentMethod: 'epp', eppBank: 'MBB', monthTerm: '12' };

  test('go with a plan and a card, typed or encrypted', () => {
    expect(choiceOf({ ...epp, ...typedEppCard })).toMatchObject({
      method: 'epp',
      bank: 'MBB',
      months: 12,
      card: { kind: 'typed', number: '5555555555554444', brand: 'mastercard' },
    });
    expect(choiceOf({ ...epp, cardDetailsEPP: jwe })).toMatchObject({ card: { kind: 'encrypted', jwe } });
  });

  test('Amex is refused', () => {
    expect(errorsOf({ ...epp, ...typedEppCard, eppCardNumber: '378282246310005', eppCardCvv: '1234' })).toEqual({
      eppCardNumber: { key: 'validation.cardNumberInstalments' },
    });
  });

  test('every field that is missing is named', () => {
    expect(errorsOf({ selectedPaymentMethod: 'epp' })).toEqual({
      eppCardNumber: { key: 'validation.cardNumberInstalments' },
      eppCardExpiry: { key: 'validation.cardExpiry' },
      eppCardCvv: { key: 'validation.cardCvv' },
      eppCardName: { key: 'validation.cardName' },
      eppBank: { key: 'validation.eppBankRequired' },
      monthTerm: { key: 'validation.monthTerm' },
    });
  });

  test('the plan must offer the months and allow the total', () => {
    expect(errorsOf({ ...epp, ...typedEppCard, monthTerm: '36' })).toEqual({
      monthTerm: { key: 'validation.monthTerm' },
    });
    expect(errorsOf({ ...epp, ...typedEppCard, eppBank: 'CIMB', monthTerm: '6' })).toEqual({
      eppBank: { key: 'validation.amountMinimumOf', params: { min: '500' } },
    });
    const total = sen(50_000);
    expect(choiceOf({ ...epp, ...typedEppCard, eppBank: 'CIMB', monthTerm: ' 6 ' }, { total })).toMatchObject({
      bank: 'CIMB',
      months: 6,
    });
  });

  test('a bank that is down offers none', () => {
    const downtimes = [{ target: 'MBB', from: '2026-11-21T11:00:00+08:00', until: '2026-11-21T13:00:00+08:00' }];
    expect(errorsOf({ ...epp, ...typedEppCard }, { downtimes })).toEqual({
      eppBank: { key: 'validation.bankOffline' },
    });
  });

  test('months that some plan offers are not refused as long as no bank is chosen', () => {
    expect(errorsOf({ ...epp, ...typedEppCard, eppBank: '' })).toEqual({
      eppBank: { key: 'validation.eppBankRequired' },
    });
  });
});

describe('banks, wallets and carriers', () => {
  test.each([
    [
      { selectedPaymentMethod: 'fpx', fpxBankID: 'MB2U0227' },
      { method: 'fpx', bankId: 'MB2U0227' },
    ],
    [
      { selectedPaymentMethod: 'wallet', selectedWallet: 'boost' },
      { method: 'wallet', wallet: 'boost' },
    ],
    [
      { selectedPaymentMethod: 'dcb', selectedDCB: 'carrier-a' },
      { method: 'dcb', carrier: 'carrier-a' },
    ],
  ])('%j is chosen', (fields, choice) => {
    expect(choiceOf(fields)).toEqual(choice);
  });

  test.each([
    ['fpx', 'fpxBankID', 'validation.personalBankRequired'],
    ['fpxCorporate', 'fpxBankCorporateID', 'validation.corporateBankRequired'],
    ['wallet', 'selectedWallet', 'validation.walletRequired'],
    ['dcb', 'selectedDCB', 'validation.carrierRequired'],
  ])('%s without a choice, or with a foreign one, is refused', (method, field, key) => {
    expect(errorsOf({ selectedPaymentMethod: method })).toEqual({ [field]: { key } });
    expect(errorsOf({ selectedPaymentMethod: method, [field]: 'foreign' })).toEqual({ [field]: { key } });
  });

  test('an offline bank is refused, and so is one that is down', () => {
    expect(errorsOf({ selectedPaymentMethod: 'fpx', fpxBankID: 'PBB0233' })).toEqual({
      fpxBankID: { key: 'validation.bankOffline' },
    });
    const downtimes = [{ target: 'RHB0218', from: '2026-11-21T00:00:00Z', until: '2026-11-21T08:00:00Z' }];
    expect(errorsOf({ selectedPaymentMethod: 'fpx', fpxBankID: 'RHB0218' }, { downtimes })).toEqual({
      fpxBankID: { key: 'validation.bankOffline' },
    });
  });

  test('a wallet that is down is refused', () => {
    const downtimes = [{ target: 'boost', from: '2026-11-21T00:00:00Z', until: '2026-11-21T08:00:00Z' }];
    expect(errorsOf({ selectedPaymentMethod: 'wallet', selectedWallet: 'boost' }, { downtimes })).toEqual({
      selectedWallet: { key: 'validation.methodUnavailable' },
    });
  });
});

test('row 2: amounts and unknown fields of the form change nothing', () => {
  const body =
    '{"selectedPaymentMethod": "m2u", "userEmailAddress": "a@b.my", "totalAmount": "1", "__proto__": {"polluted": true}}';
  expect(paymentFormSchema(context).parse(JSON.parse(body))).toEqual({
    choice: { method: 'm2u' },
    userEmailAddress: 'a@b.my',
    phoneNumber: undefined,
    payAgain: false,
  });
  expect({}).not.toHaveProperty('polluted');
});

test('a payment that repeats another one of its bill needs the confirmation', () => {
  const chosen = { selectedPaymentMethod: 'm2u' };
  expect(errorsOf(chosen, { isRepeated: true })).toEqual({ payAgain: { key: 'validation.payAgainRequired' } });
  const confirmed = paymentFormSchema({ ...context, isRepeated: true }).parse({
    ...contact,
    ...chosen,
    payAgain: 'on',
  });
  expect(confirmed.payAgain).toBe(true);
  expect(paymentFormSchema(context).parse({ ...contact, ...chosen }).payAgain).toBe(false);
});
