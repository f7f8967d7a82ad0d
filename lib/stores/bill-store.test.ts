import type { Bill } from '@/lib/domain/bill';
import { sen } from '@/lib/domain/money';
import { createBillStore, initialBillState, type BillState } from './bill-store';

const bill: Bill = {
  accountNumber: '1234567801',
  accountName: 'A*** B*** A***',
  accountStatus: 'active',
  customerType: 'REGULAR',
  currentBalance: sen(13878),
  overdueBalance: sen(0),
  dueDate: '2026-12-05',
  isNew: false,
  barcode: '1234567801',
  maximumAmount: sen(300_000),
  readAt: '2026-11-21T12:00:00+08:00',
};
const failedBefore: Partial<BillState> = { iserror: true, statusMessage: 'Network Error' };

/** Gives the state without its actions. */
function stateOf(store: ReturnType<typeof createBillStore>): BillState {
  const entries = Object.entries(store.getState()).filter(([, value]) => typeof value !== 'function');
  return Object.fromEntries(entries) as unknown as BillState;
}

test('a store begins as the specification says, and no two share a state', () => {
  const store = createBillStore();
  expect(stateOf(store)).toEqual({
    isFetching: false,
    billview: { accountNumber: 0 },
    iserror: false,
    statusMessage: '',
    captchaResponse: '',
    redirectToBillView: false,
    redirectToPayView: false,
    transaction: '',
  });
  store.getState().fetchAccountBillStarted();
  expect(stateOf(createBillStore())).toEqual(initialBillState);
});

test('a store can begin with what the server has rendered', () => {
  expect(stateOf(createBillStore({ billview: bill }))).toEqual({ ...initialBillState, billview: bill });
});

test.each(['fetchAccountBillStarted', 'createTransactionStarted', 'fetchBillAndCreateTransactionStarted'] as const)(
  '%s sets isFetching and clears error and message',
  (action) => {
    const store = createBillStore(failedBefore);
    store.getState()[action]();
    expect(stateOf(store)).toEqual({ ...initialBillState, isFetching: true });
  },
);

test.each(['fetchAccountBillError', 'createTransactionError', 'fetchBillAndCreateTransactionError'] as const)(
  '%s sets iserror and takes the message, and the bill stays',
  (action) => {
    const store = createBillStore({ isFetching: true, billview: bill });
    store.getState()[action]({ message: 'timeout of 40000ms exceeded' });
    expect(stateOf(store)).toEqual({
      ...initialBillState,
      billview: bill,
      iserror: true,
      statusMessage: 'timeout of 40000ms exceeded',
    });
  },
);

test('fetchAccountBillSuccess stores the bill and clears the error', () => {
  const store = createBillStore({ ...failedBefore, isFetching: true });
  store.getState().fetchAccountBillSuccess(bill);
  expect(stateOf(store)).toEqual({ ...initialBillState, billview: bill });
});

test('fetchAccountBillClear forgets the bill and the error alone', () => {
  const store = createBillStore({ ...failedBefore, billview: bill, captchaResponse: 'abc' });
  store.getState().fetchAccountBillClear();
  expect(stateOf(store)).toEqual({ ...initialBillState, captchaResponse: 'abc' });
});

test('createTransactionSuccess stores the transaction', () => {
  const store = createBillStore({ isFetching: true, billview: bill });
  store.getState().createTransactionSuccess({ transactionRefId: 'ref' });
  expect(stateOf(store)).toEqual({ ...initialBillState, billview: bill, transaction: 'ref' });
});

test('fetchBillAndCreateTransactionSuccess stores both', () => {
  const store = createBillStore({ isFetching: true });
  store.getState().fetchBillAndCreateTransactionSuccess({ bill, transactionRefId: 'ref' });
  expect(stateOf(store)).toEqual({ ...initialBillState, billview: bill, transaction: 'ref' });
});

test('setTransactionReference takes it from the response', () => {
  const store = createBillStore();
  store.getState().setTransactionReference({ transactionRefId: 'ref' });
  expect(stateOf(store)).toEqual({ ...initialBillState, transaction: 'ref' });
});

test('setCaptchaResponse keeps the answer', () => {
  const store = createBillStore();
  store.getState().setCaptchaResponse('abc');
  expect(stateOf(store)).toEqual({ ...initialBillState, captchaResponse: 'abc' });
});

test('the redirects are set and cleared one by one', () => {
  const store = createBillStore();
  const actions = store.getState();
  actions.setRedirectToBillView();
  expect(stateOf(store)).toEqual({ ...initialBillState, redirectToBillView: true });
  actions.fetchBillAndCreateTransactionSetRedirectToPayView();
  expect(stateOf(store)).toEqual({ ...initialBillState, redirectToBillView: true, redirectToPayView: true });
  actions.clearRedirectToBillView();
  expect(stateOf(store)).toEqual({ ...initialBillState, redirectToPayView: true });
  actions.clearRedirectToPayView();
  expect(stateOf(store)).toEqual(initialBillState);
  actions.setRedirectToPayView();
  expect(stateOf(store)).toEqual({ ...initialBillState, redirectToPayView: true });
});

test('reset brings accountNumber 0 and everything else back', () => {
  const store = createBillStore({ ...failedBefore, billview: bill, transaction: 'ref', redirectToPayView: true });
  store.getState().reset();
  expect(stateOf(store)).toEqual(initialBillState);
});
