import { createStore } from 'zustand/vanilla';
import type { Bill } from '@/lib/domain/bill';

/** The bill in view; before there is one, `accountNumber` is 0. Specification, section 3. */
export type BillView = Bill | { readonly accountNumber: 0 };

/** The bill-view state, in the specification's names (section 3). */
export interface BillState {
  readonly isFetching: boolean;
  readonly billview: BillView;
  readonly iserror: boolean;
  readonly statusMessage: string;
  readonly captchaResponse: string;
  readonly redirectToBillView: boolean;
  readonly redirectToPayView: boolean;
  /** The transaction's reference. */
  readonly transaction: string;
}

interface TransactionResponse {
  readonly transactionRefId: string;
}

/** The actions of the bill flow, in the specification's names (section 4). Messages are words ready to be shown. */
export interface BillActions {
  fetchAccountBillStarted(): void;
  fetchAccountBillSuccess(bill: Bill): void;
  fetchAccountBillError(error: { readonly message: string }): void;
  fetchAccountBillClear(): void;
  createTransactionStarted(): void;
  createTransactionSuccess(response: TransactionResponse): void;
  createTransactionError(error: { readonly message: string }): void;
  fetchBillAndCreateTransactionStarted(): void;
  fetchBillAndCreateTransactionSuccess(response: TransactionResponse & { readonly bill: Bill }): void;
  fetchBillAndCreateTransactionSetRedirectToPayView(): void;
  fetchBillAndCreateTransactionError(error: { readonly message: string }): void;
  setTransactionReference(response: TransactionResponse): void;
  setCaptchaResponse(captchaResponse: string): void;
  setRedirectToBillView(): void;
  clearRedirectToBillView(): void;
  setRedirectToPayView(): void;
  clearRedirectToPayView(): void;
  reset(): void;
}

export const initialBillState: BillState = {
  isFetching: false,
  billview: { accountNumber: 0 },
  iserror: false,
  statusMessage: '',
  captchaResponse: '',
  redirectToBillView: false,
  redirectToPayView: false,
  transaction: '',
};

const started = { isFetching: true, iserror: false, statusMessage: '' } as const;
const succeeded = { isFetching: false, iserror: false, statusMessage: '' } as const;

function failed({ message }: { readonly message: string }) {
  return { isFetching: false, iserror: true, statusMessage: message };
}

/** Makes the store of one visit's bill view. `initial` is what the server has rendered already. */
export function createBillStore(initial: Partial<BillState> = {}) {
  return createStore<BillState & BillActions>()((set) => ({
    ...initialBillState,
    ...initial,
    fetchAccountBillStarted: () => set(started),
    fetchAccountBillSuccess: (billview) => set({ ...succeeded, billview }),
    fetchAccountBillError: (error) => set(failed(error)),
    fetchAccountBillClear: () => set({ ...succeeded, billview: initialBillState.billview }),
    createTransactionStarted: () => set(started),
    createTransactionSuccess: ({ transactionRefId }) => set({ ...succeeded, transaction: transactionRefId }),
    createTransactionError: (error) => set(failed(error)),
    fetchBillAndCreateTransactionStarted: () => set(started),
    fetchBillAndCreateTransactionSuccess: ({ bill, transactionRefId }) =>
      set({ ...succeeded, billview: bill, transaction: transactionRefId }),
    fetchBillAndCreateTransactionSetRedirectToPayView: () => set({ redirectToPayView: true }),
    fetchBillAndCreateTransactionError: (error) => set(failed(error)),
    setTransactionReference: ({ transactionRefId }) => set({ transaction: transactionRefId }),
    setCaptchaResponse: (captchaResponse) => set({ captchaResponse }),
    setRedirectToBillView: () => set({ redirectToBillView: true }),
    clearRedirectToBillView: () => set({ redirectToBillView: false }),
    setRedirectToPayView: () => set({ redirectToPayView: true }),
    clearRedirectToPayView: () => set({ redirectToPayView: false }),
    reset: () => set(initialBillState),
  }));
}

export type BillStore = ReturnType<typeof createBillStore>;
