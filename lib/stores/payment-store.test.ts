import type { SavedCard } from '@/lib/domain/payment/payment';
import { createPaymentStore, emptyPaymentRequest, type PaymentState } from './payment-store';

const rejected = { isUnknown: false };
const unanswered = { isUnknown: true };

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
const savedCards = [savedCard('one'), savedCard('two'), savedCard('three')];

function createStore(state: Partial<PaymentState> = {}) {
  const store = createPaymentStore({ refid: 'r', paymentRequest: emptyPaymentRequest, favouriteCardList: savedCards });
  store.setState(state);
  return store;
}

/** Returns the state without its actions. */
function stateOf(store: ReturnType<typeof createPaymentStore>) {
  return Object.fromEntries(Object.entries(store.getState()).filter(([, value]) => typeof value !== 'function'));
}

const initialState: PaymentState = {
  paymentRequest: emptyPaymentRequest,
  hasReadForm: false,
  favouriteCardList: savedCards,
  paymentAttempt: false,
  isPaymentProcessing: false,
  error: null,
  cardRemoval: null,
  isCancelQuestionOpen: false,
};

test('starts with what the server has rendered', () => {
  expect(stateOf(createStore())).toEqual(initialState);
});

test('has no choice by itself', () => {
  expect(emptyPaymentRequest).toEqual({
    selectedPaymentMethod: null,
    cardDetails: { uniqueCardId: null },
    cardDetailsEPP: { bank: null, months: null },
    fpxBankID: null,
    fpxBankCorporateID: null,
    selectedWallet: null,
    selectedDCB: null,
    isAutoDebitOption: false,
    userEmailAddress: '',
    phoneNumber: '',
  });
});

test('two stores share no state', () => {
  createStore().getState().initPaymentStarted();
  expect(stateOf(createStore())).toEqual(initialState);
});

describe('updatePaymentRequest', () => {
  test('merges the new values deeply', () => {
    const store = createStore();
    const { updatePaymentRequest } = store.getState();
    updatePaymentRequest({ selectedPaymentMethod: 'epp', cardDetailsEPP: { bank: 'HLB' } });
    updatePaymentRequest({ cardDetailsEPP: { months: 12 }, isAutoDebitOption: true });
    expect(stateOf(store)).toEqual({
      ...initialState,
      hasReadForm: true,
      paymentRequest: {
        ...emptyPaymentRequest,
        selectedPaymentMethod: 'epp',
        cardDetailsEPP: { bank: 'HLB', months: 12 },
        isAutoDebitOption: true,
      },
    });
  });

  test('null clears a choice, undefined leaves it', () => {
    const store = createStore({
      paymentRequest: { ...emptyPaymentRequest, fpxBankID: 'MB2U0227', selectedWallet: 'BOOST' },
    });
    store.getState().updatePaymentRequest({ fpxBankID: null, selectedWallet: undefined });
    expect(store.getState().paymentRequest).toEqual({ ...emptyPaymentRequest, selectedWallet: 'BOOST' });
  });

  test('row 30: lets no edit reach a prototype', () => {
    const store = createStore();
    store
      .getState()
      .updatePaymentRequest(
        JSON.parse('{"__proto__":{"polluted":true},"cardDetailsEPP":{"__proto__":{"polluted":true}}}'),
      );
    expect(store.getState().paymentRequest).toEqual(emptyPaymentRequest);
    expect(store.getState().paymentRequest).not.toHaveProperty('polluted');
    expect({}).not.toHaveProperty('polluted');
  });

  test('does not change its argument', () => {
    const store = createStore();
    const before = store.getState().paymentRequest;
    store.getState().updatePaymentRequest({ cardDetails: { uniqueCardId: 'one' } });
    expect(before.cardDetails.uniqueCardId).toBeNull();
    expect(store.getState().paymentRequest.cardDetails.uniqueCardId).toBe('one');
  });
});

describe('init payment', () => {
  test('started sets paymentAttempt and isPaymentProcessing and clears the error', () => {
    const store = createStore({ error: rejected });
    store.getState().initPaymentStarted();
    expect(stateOf(store)).toEqual({ ...initialState, paymentAttempt: true, isPaymentProcessing: true });
  });

  test('an error clears processing and stores its details; a rejected attempt has ended', () => {
    const store = createStore({ paymentAttempt: true, isPaymentProcessing: true });
    store.getState().initPaymentError(rejected);
    expect(stateOf(store)).toEqual({ ...initialState, error: rejected });
  });

  test('an attempt without a response may still be under way', () => {
    const store = createStore({ paymentAttempt: true, isPaymentProcessing: true });
    store.getState().initPaymentError(unanswered);
    expect(stateOf(store)).toEqual({ ...initialState, paymentAttempt: true, error: unanswered });
  });

  test.each([
    [rejected, null],
    // An attempt may be under way, whatever the payer does next.
    [unanswered, unanswered],
  ])('clearPaymentAttempt resets attempt, processing and a known error, and keeps the choices: %j', (error, kept) => {
    const paymentRequest = { ...emptyPaymentRequest, selectedPaymentMethod: 'newCard' } as const;
    const store = createStore({ paymentRequest, paymentAttempt: true, isPaymentProcessing: true, error });
    store.getState().clearPaymentAttempt();
    expect(stateOf(store)).toEqual({ ...initialState, paymentRequest, error: kept });
  });
});

describe('delete saved card', () => {
  test('started names the card', () => {
    const store = createStore({ cardRemoval: { uniqueCardId: 'one', isFetching: false } });
    store.getState().deleteSavedCardStarted('two');
    expect(stateOf(store)).toEqual({
      ...initialState,
      cardRemoval: { uniqueCardId: 'two', isFetching: true },
    });
  });

  test('completed drops the card from the list by uniqueCardId', () => {
    const store = createStore({ cardRemoval: { uniqueCardId: 'two', isFetching: true } });
    store.getState().deleteSavedCardCompleted('two');
    expect(stateOf(store)).toEqual({ ...initialState, favouriteCardList: [savedCard('one'), savedCard('three')] });
  });

  test('completed for an unknown card drops none', () => {
    const store = createStore();
    store.getState().deleteSavedCardCompleted('four');
    expect(stateOf(store)).toEqual(initialState);
  });

  test('an error keeps the card', () => {
    const store = createStore({ cardRemoval: { uniqueCardId: 'two', isFetching: true } });
    store.getState().deleteSavedCardError('two');
    expect(stateOf(store)).toEqual({ ...initialState, cardRemoval: { uniqueCardId: 'two', isFetching: false } });
  });
});

test('knows whether the payer is asked to confirm the cancellation', () => {
  const store = createStore();
  store.getState().setCancelQuestionOpen(true);
  expect(stateOf(store)).toEqual({ ...initialState, isCancelQuestionOpen: true });
  store.getState().setCancelQuestionOpen(false);
  expect(stateOf(store)).toEqual(initialState);
});
