import { sen } from '@/lib/domain/money';
import type { PaymentPage, SavedCard } from '@/lib/domain/payment';
import { initialPaymentRequest, initialPaymentState, type PaymentState } from './payment-state';
import { createPaymentStore, type PaymentActions, type PaymentStore } from './payment-store';
import { nobody, rememberedUserKey } from './persisted-user';

const error = { message: 'Technical error occurred. Try again later.', call: 'payment.init' };

function savedCard(uniqueCardId: string): SavedCard {
  return {
    uniqueCardId,
    brand: 'visa',
    lastFour: '1111',
    expiry: '12/29',
    isExpired: false,
    isOffline: false,
    needsCvv: true,
    isDefault: false,
  };
}

const page: PaymentPage = {
  refid: 'r',
  paymentId: 'p',
  partnerKey: 'EBILL',
  productName: 'Bill',
  lines: [],
  itemTotal: sen(13878),
  charges: [],
  total: sen(13878),
  orderState: 'open',
  isHeldForReview: false,
  attempt: null,
  serverTime: '2026-11-21T12:00:00+08:00',
  deadline: '2026-11-21T12:15:00+08:00',
  methods: ['newCard', 'savedCard'],
  savedCards: [savedCard('card-1'), savedCard('card-2')],
  savingCards: 'offered',
  cardsBelongTo: 'customer',
  autoDebitOption: 'offered',
  instalmentPlans: [],
  personalBanks: [],
  corporateBanks: [],
  wallets: [],
  carriers: [],
  downtimes: [],
  customer: { email: null, phoneNumber: null },
  preferredMethod: null,
  cardEncryptionKey: {},
};

/** Gives the state without its actions. */
function stateOf(store: PaymentStore): PaymentState {
  const state = store.getState();
  const names = Object.keys(initialPaymentState) as (keyof PaymentState)[];
  return Object.fromEntries(names.map((name) => [name, state[name]])) as unknown as PaymentState;
}

function makeStorage() {
  const items = new Map<string, string>();
  return {
    items,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
}

test('a store begins empty, and no two share a state', () => {
  const store = createPaymentStore();
  expect(stateOf(store)).toEqual(initialPaymentState);
  store.getState().updatePaymentRequest({ selectedPaymentMethod: 'fpx' });
  expect(stateOf(createPaymentStore())).toEqual(initialPaymentState);
  expect(stateOf(createPaymentStore({ page }))).toEqual({ ...initialPaymentState, page });
});

describe('the page load', () => {
  test('sets the fetching flag and clears it on success', () => {
    const store = createPaymentStore({ error });
    store.getState().fetchTransactionDetailsStarted();
    expect(stateOf(store)).toEqual({ ...initialPaymentState, isFetching: true });
    store.getState().fetchTransactionDetailsCompleted(page);
    expect(stateOf(store)).toEqual({ ...initialPaymentState, page });
  });

  test('clears it on an error, which it stores', () => {
    const store = createPaymentStore({ isFetching: true });
    store.getState().fetchTransactionDetailsError(error);
    expect(stateOf(store)).toEqual({ ...initialPaymentState, error });
  });
});

describe('the attempt to pay', () => {
  test('sets paymentAttempt and isPaymentProcessing, and completes with the way on', () => {
    const store = createPaymentStore({ error });
    store.getState().initPaymentStarted();
    expect(stateOf(store)).toEqual({ ...initialPaymentState, paymentAttempt: true, isPaymentProcessing: true });
    const onward = { kind: 'tac', carrier: 'carrier-a' } as const;
    const start = { refid: 'r', resultRoute: '/dcb/view/bankResult', onward } as const;
    store.getState().initPaymentCompleted(start);
    expect(stateOf(store)).toEqual({
      ...initialPaymentState,
      paymentAttempt: true,
      isPaymentProcessing: true,
      paymentStart: start,
      paymentRedirect: onward,
    });
  });

  test('an error ends the processing and is stored; then the attempt can be cleared', () => {
    const store = createPaymentStore({ paymentAttempt: true, isPaymentProcessing: true });
    store.getState().initPaymentError(error);
    expect(stateOf(store)).toEqual({ ...initialPaymentState, paymentAttempt: true, error });
    store.getState().clearPaymentAttempt();
    expect(stateOf(store)).toEqual({ ...initialPaymentState, error });
  });

  test('a page that the back button brings to life can pay again', () => {
    const store = createPaymentStore({ paymentAttempt: true, isPaymentProcessing: true });
    store.getState().clearPaymentAttempt();
    expect(stateOf(store)).toEqual(initialPaymentState);
  });
});

describe('the payment request', () => {
  test('takes edits deeply', () => {
    const store = createPaymentStore();
    const { updatePaymentRequest } = store.getState();
    updatePaymentRequest({ selectedPaymentMethod: 'epp', cardDetailsEPP: { bank: 'MBB' } });
    updatePaymentRequest({ cardDetailsEPP: { months: 12 }, isAutoDebitOption: true });
    expect(store.getState().paymentRequest).toEqual({
      ...initialPaymentRequest,
      selectedPaymentMethod: 'epp',
      cardDetailsEPP: { jwe: null, bank: 'MBB', months: 12 },
      isAutoDebitOption: true,
    });
  });

  test('row 30: lets no edit reach a prototype', () => {
    const store = createPaymentStore();
    store.getState().updatePaymentRequest(JSON.parse('{"cardDetails": {"__proto__": {"polluted": true}}}'));
    expect(store.getState().paymentRequest.cardDetails).not.toHaveProperty('polluted');
    expect({}).not.toHaveProperty('polluted');
  });
});

describe('removing a saved card', () => {
  const chosen = { ...initialPaymentRequest.cardDetails, uniqueCardId: 'card-1' };
  const request = { ...initialPaymentRequest, isFavCardOption: true, cardDetails: chosen };

  test('drops it from the list, and from the request when it was chosen', () => {
    const store = createPaymentStore({ page, paymentRequest: request });
    store.getState().deleteSavedCard.started();
    expect(store.getState().deletingCard.isFetching).toBe(true);
    store.getState().deleteSavedCard.completed({ uniqueCardId: 'card-1' });
    expect(stateOf(store)).toEqual({
      ...initialPaymentState,
      page: { ...page, savedCards: [savedCard('card-2')] },
      deletingCard: { isFetching: false, response: { uniqueCardId: 'card-1' }, error: null },
    });
  });

  test('leaves another choice alone', () => {
    const store = createPaymentStore({ page, paymentRequest: request });
    store.getState().deleteSavedCard.completed({ uniqueCardId: 'card-2' });
    expect(store.getState().paymentRequest).toEqual(request);
    expect(store.getState().page?.savedCards).toEqual([savedCard('card-1')]);
  });

  test('that fails keeps the list', () => {
    const store = createPaymentStore({ page });
    store.getState().deleteSavedCard.started();
    store.getState().deleteSavedCard.failed(error);
    expect(store.getState().page).toEqual(page);
    expect(store.getState().deletingCard).toEqual({ isFetching: false, response: null, error });
  });

  test('before the page is there does no harm', () => {
    const store = createPaymentStore();
    store.getState().deleteSavedCard.completed({ uniqueCardId: 'card-1' });
    expect(store.getState().page).toBeNull();
  });
});

/** Each call whose actions are started, completed and failed, and where the state holds it. */
const calls = [
  ['commonAction', 'common'],
  ['fetchUesDetails', 'uesDetails'],
  ['fetchApgConfig', 'config'],
  ['fetchResultDetails', 'result'],
  ['cancelPayment', 'cancel'],
  ['fetchProcessedDetails', 'processed'],
  ['fetchBlacklistedDetails', 'blacklisted'],
  ['fetchAutoDebitInfo', 'autoDebitInfo'],
  ['fetchPartnerKeyList', 'partnerKeyList'],
  ['linkAutoDebit', 'autoDebitLink'],
  ['verifyAutoDebitOtp', 'autoDebitOtp'],
] as const satisfies readonly (readonly [keyof PaymentActions, keyof PaymentState])[];

describe.each(calls)('%s', (action, place) => {
  const response = { marker: action } as never;

  test('is started, then completed: the response is stored', () => {
    const store = createPaymentStore({ [place]: { isFetching: false, response: null, error } });
    store.getState()[action].started();
    expect(stateOf(store)).toEqual({
      ...initialPaymentState,
      [place]: { isFetching: true, response: null, error: null },
    });
    store.getState()[action].completed(response);
    expect(stateOf(store)).toEqual({ ...initialPaymentState, [place]: { isFetching: false, response, error: null } });
  });

  test('is started, then fails: the error is stored and what was shown before stays', () => {
    const store = createPaymentStore({ [place]: { isFetching: false, response, error: null } });
    store.getState()[action].started();
    store.getState()[action].failed(error);
    expect(stateOf(store)).toEqual({ ...initialPaymentState, [place]: { isFetching: false, response, error } });
  });
});

test('error, redirect and theme are set as they come', () => {
  const store = createPaymentStore();
  const theme = { colour: '#0b6e4f', logoUrl: null };
  const paymentRedirect = { kind: 'redirect', url: 'https://bank.example', method: 'POST', fields: {} } as const;
  store.getState().setError(error);
  store.getState().updateCommonTheme(theme);
  store.getState().updatePaymentRedirect(paymentRedirect);
  expect(stateOf(store)).toEqual({ ...initialPaymentState, error, theme, paymentRedirect });
  store.getState().setError(null);
  store.getState().updatePaymentRedirect(null);
  expect(stateOf(store)).toEqual({ ...initialPaymentState, theme });
});

describe('the user part', () => {
  test('remembers e-mail and method when paying, and nothing else is stored', () => {
    const storage = makeStorage();
    const store = createPaymentStore({}, storage);
    const sealed = { jwe: 'aa.bb.cc.dd.ee' };
    store
      .getState()
      .updatePaymentRequest({ selectedPaymentMethod: 'newCard', userEmailAddress: 'a@b.my', cardDetails: sealed });
    expect(storage.items.size).toBe(0);
    store.getState().initPaymentStarted();
    store.getState().rememberUser({ phoneNumber: '60121234567' });
    expect([...storage.items.keys()]).toEqual([rememberedUserKey]);
    expect(JSON.parse(storage.items.get(rememberedUserKey) ?? '')).toEqual({
      version: 1,
      user: { ...nobody, userEmailAddress: 'a@b.my', lastMethod: 'newCard', phoneNumber: '60121234567' },
    });
  });

  test('is restored by the next visit', () => {
    const storage = makeStorage();
    createPaymentStore({}, storage).getState().rememberUser({ rememberedAccount: '1234567801' });
    const store = createPaymentStore({}, storage);
    expect(store.getState().user).toEqual(nobody);
    store.getState().restoreUser();
    expect(store.getState().user).toEqual({ ...nobody, rememberedAccount: '1234567801' });
  });

  test('without a storage lives as long as the page', () => {
    const store = createPaymentStore();
    store.getState().rememberUser({ phoneNumber: '60121234567' });
    store.getState().restoreUser();
    expect(store.getState().user.phoneNumber).toBe('60121234567');
  });
});
