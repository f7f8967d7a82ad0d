import { createBillStore, type BillState } from './bill-store';

const initialState: BillState = {
  isFetching: false,
  iserror: false,
  captchaResponse: '',
  redirectToBillView: false,
  redirectToPayView: false,
  transaction: '',
  payOption: null,
  amount: '',
};

/** Returns the state without its actions. */
function stateOf(store: ReturnType<typeof createBillStore>) {
  return Object.fromEntries(Object.entries(store.getState()).filter(([, value]) => typeof value !== 'function'));
}

test('starts with the initial values of the specification', () => {
  expect(stateOf(createBillStore())).toEqual(initialState);
});

test('starts with what the server has rendered', () => {
  const rendered = { iserror: true, payOption: 'other', amount: '20.50' } as const;
  expect(stateOf(createBillStore(rendered))).toEqual({ ...initialState, ...rendered });
});

test('two stores share no state', () => {
  const store = createBillStore();
  store.getState().fetchAccountBillStarted();
  expect(store.getState().isFetching).toBe(true);
  expect(stateOf(createBillStore())).toEqual(initialState);
});

test.each(['fetchAccountBillStarted', 'createTransactionStarted'] as const)(
  '%s sets isFetching and clears the error',
  (action) => {
    const store = createBillStore({ iserror: true });
    store.getState()[action]();
    expect(stateOf(store)).toEqual({ ...initialState, isFetching: true });
  },
);

test.each(['fetchAccountBillError', 'createTransactionError'] as const)(
  '%s of a field ends the fetch and sets iserror',
  (action) => {
    const store = createBillStore({ isFetching: true, payOption: 'current' });
    store.getState()[action]({ field: 'accountNumber' });
    expect(stateOf(store)).toEqual({ ...initialState, payOption: 'current', iserror: true });
  },
);

test.each(['fetchAccountBillError', 'createTransactionError'] as const)(
  '%s of the request ends the fetch; its message is the form root error',
  (action) => {
    const store = createBillStore({ isFetching: true });
    store.getState()[action]({ field: null });
    expect(stateOf(store)).toEqual(initialState);
  },
);

test('fetchAccountBillSuccess ends the fetch, clears the error and redirects to the bill', () => {
  const store = createBillStore({ isFetching: true, iserror: true });
  store.getState().fetchAccountBillSuccess();
  expect(stateOf(store)).toEqual({ ...initialState, redirectToBillView: true });
});

test('createTransactionSuccess stores the transaction reference and redirects to the payment page', () => {
  const store = createBillStore({ isFetching: true, iserror: true });
  store.getState().createTransactionSuccess({ transactionRefId: 'ref' });
  expect(stateOf(store)).toEqual({ ...initialState, transaction: 'ref', redirectToPayView: true });
});

test('setCaptchaResponse keeps the solution', () => {
  const store = createBillStore();
  store.getState().setCaptchaResponse('solution');
  expect(stateOf(store)).toEqual({ ...initialState, captchaResponse: 'solution' });
});

test('clearRedirects clears both redirects, the fetch and the error, and nothing else', () => {
  const kept = { payOption: 'other', amount: '20', transaction: 'ref' } as const;
  const store = createBillStore({
    ...kept,
    isFetching: true,
    iserror: true,
    redirectToBillView: true,
    redirectToPayView: true,
  });
  store.getState().clearRedirects();
  expect(stateOf(store)).toEqual({ ...initialState, ...kept });
});

test('choosePayment stores the choice and the amount as typed', () => {
  const store = createBillStore({ redirectToPayView: true });
  store.getState().choosePayment({ payOption: 'other', amount: '1,0' });
  expect(stateOf(store)).toEqual({ ...initialState, redirectToPayView: true, payOption: 'other', amount: '1,0' });
});
