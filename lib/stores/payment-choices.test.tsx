import { createPaymentStore, emptyPaymentRequest, type PaymentRequest } from './payment-store';

const choices: PaymentRequest = {
  selectedPaymentMethod: 'epp',
  cardDetails: { uniqueCardId: 'secret-card-id' },
  cardDetailsEPP: { bank: 'HLB', months: 12 },
  fpxBankID: 'MB2U0227',
  fpxBankCorporateID: 'BIMB0340',
  selectedWallet: 'BOOST',
  selectedDCB: 'DIGI',
  isAutoDebitOption: true,
  userEmailAddress: 'payer@example.com',
  phoneNumber: '+60 12-345 6789',
};

function createStore(refid: string) {
  return createPaymentStore({ refid, paymentRequest: emptyPaymentRequest, favouriteCardList: [] });
}

/** Returns the choices of a page that is loaded again. */
function readChoices(refid: string): PaymentRequest {
  const store = createStore(refid);
  void store.persist.rehydrate();
  return store.getState().paymentRequest;
}

afterEach(() => {
  jest.restoreAllMocks();
  window.sessionStorage.clear();
});

test('all choices but the saved card survive a reload', () => {
  createStore('r').getState().updatePaymentRequest(choices);
  expect(readChoices('r')).toEqual({ ...choices, cardDetails: { uniqueCardId: null } });
});

test('choices are kept by refid: those of another payment are not read', () => {
  createStore('r').getState().updatePaymentRequest(choices);
  expect(Object.keys(window.sessionStorage)).toEqual(['ebill.payment.r']);
  expect(readChoices('other')).toEqual(emptyPaymentRequest);
});

test('only the choices are written, in session storage, and never uniqueCardId', () => {
  const store = createStore('r');
  store.getState().updatePaymentRequest(choices);
  store.getState().initPaymentError({ isUnknown: true });
  const { cardDetails: _cardDetails, ...kept } = choices;
  const text = window.sessionStorage.getItem('ebill.payment.r') ?? '';
  expect(JSON.parse(text)).toEqual({ state: { paymentRequest: kept }, version: 1 });
  expect(text).not.toMatch(/uniqueCardId|secret-card-id/);
  expect(window.localStorage).toHaveLength(0);
});

test.each(['4111 1111 1111 1111', 'payer4111-1111-1111-1111@example.com'])(
  'a contact that may be a card number is not written: %s',
  (typed) => {
    const store = createStore('r');
    store.getState().updatePaymentRequest({ ...choices, userEmailAddress: typed });
    expect(window.sessionStorage.getItem('ebill.payment.r')).not.toContain('1111');
    expect(readChoices('r')).toMatchObject({ userEmailAddress: '', phoneNumber: choices.phoneNumber });
    store.getState().updatePaymentRequest({ ...choices, phoneNumber: typed });
    expect(window.sessionStorage.getItem('ebill.payment.r')).not.toContain('1111');
    expect(readChoices('r')).toMatchObject({ userEmailAddress: choices.userEmailAddress, phoneNumber: '' });
  },
);

test('at a kiosk the contact is not written, and the choices are', () => {
  createStore('KWEB1').getState().updatePaymentRequest(choices);
  expect(readChoices('KWEB1')).toMatchObject({ selectedWallet: 'BOOST', userEmailAddress: '', phoneNumber: '' });
  expect(window.sessionStorage.getItem('ebill.payment.KWEB1')).not.toMatch(/payer@|6789/);
});

test('nothing is read before rehydrate: the first render matches the HTML of the server', () => {
  createStore('r').getState().updatePaymentRequest(choices);
  const store = createStore('r');
  expect(store.getState().paymentRequest).toEqual(emptyPaymentRequest);
  void store.persist.rehydrate();
  expect(store.getState().paymentRequest.selectedPaymentMethod).toBe('epp');
});

test('a saved card and the choices that the server rendered stay unless others were stored', () => {
  const rendered = { ...emptyPaymentRequest, cardDetails: { uniqueCardId: 'one' }, selectedWallet: 'GRABPAY' };
  window.sessionStorage.setItem(
    'ebill.payment.r',
    JSON.stringify({
      state: { paymentRequest: { selectedDCB: 'DIGI', cardDetails: choices.cardDetails } },
      version: 1,
    }),
  );
  const store = createPaymentStore({ refid: 'r', paymentRequest: rendered, favouriteCardList: [] });
  void store.persist.rehydrate();
  expect(store.getState().paymentRequest).toEqual({ ...rendered, selectedDCB: 'DIGI' });
});

test.each([
  'null',
  'not json',
  '[]',
  '{"version":1}',
  '{"version":1,"state":null}',
  '{"version":1,"state":{"paymentRequest":[]}}',
  '{"version":1,"state":{"paymentRequest":{"selectedPaymentMethod":"cash","cardDetailsEPP":{"bank":1,"months":"12"},"fpxBankID":{},"isAutoDebitOption":"true"}}}',
  `{"version":1,"state":{"paymentRequest":{"selectedWallet":"${'x'.repeat(65)}"}}}`,
  `{"version":1,"state":{"paymentRequest":{"userEmailAddress":"${'x'.repeat(255)}","phoneNumber":1}}}`,
  '{"version":1,"state":{"paymentRequest":{"__proto__":{"selectedWallet":"BOOST"}}}}',
])('reads no choice from %s', (text) => {
  window.sessionStorage.setItem('ebill.payment.r', text);
  expect(readChoices('r')).toEqual(emptyPaymentRequest);
});

test('reads no choice of another version', () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  window.sessionStorage.setItem('ebill.payment.r', JSON.stringify({ state: { paymentRequest: choices }, version: 2 }));
  expect(readChoices('r')).toEqual(emptyPaymentRequest);
});

test('works without storage', () => {
  jest.spyOn(window, 'sessionStorage', 'get').mockImplementation(() => {
    throw new DOMException('refused', 'SecurityError');
  });
  const store = createStore('r');
  void store.persist.rehydrate();
  store.getState().updatePaymentRequest(choices);
  expect(store.getState().paymentRequest).toEqual(choices);
});
