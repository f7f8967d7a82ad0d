import { createStore } from 'zustand/vanilla';
import type { PayOption } from '@/lib/domain/bill/pay-choice';

/** The part of the bill-view state that client components render, in the specification's names (section 3). The rest: docs/state.md. */
export interface BillState {
  readonly isFetching: boolean;
  /** The account number has no bill, or the choice led to no payment. The form shows errors of the request itself. */
  readonly iserror: boolean;
  /** The solution of the proof of work that the server has asked for. */
  readonly captchaResponse: string;
  readonly redirectToBillView: boolean;
  readonly redirectToPayView: boolean;
  /** The transaction's reference. */
  readonly transaction: string;
  /** The payer's chosen option. */
  readonly payOption: PayOption | null;
  /** Another amount, in ringgit as typed. */
  readonly amount: string;
}

/** The actions of the bill flow, in the specification's names (section 4). */
export interface BillActions {
  fetchAccountBillStarted(): void;
  fetchAccountBillSuccess(): void;
  fetchAccountBillError(error: { readonly field: string | null }): void;
  createTransactionStarted(): void;
  createTransactionSuccess(response: { readonly transactionRefId: string }): void;
  createTransactionError(error: { readonly field: string | null }): void;
  setCaptchaResponse(captchaResponse: string): void;
  /** The browser has restored the page: it must not redirect again. */
  clearRedirects(): void;
  choosePayment(choice: Pick<BillState, 'payOption' | 'amount'>): void;
}

const initialBillState: BillState = {
  isFetching: false,
  iserror: false,
  captchaResponse: '',
  redirectToBillView: false,
  redirectToPayView: false,
  transaction: '',
  payOption: null,
  amount: '',
};

const started = { isFetching: true, iserror: false } as const;
const succeeded = { isFetching: false, iserror: false } as const;
const failed = ({ field }: { readonly field: string | null }) => ({ isFetching: false, iserror: field !== null });

/** Creates the store of one page of the bill flow. `initial` is the state that the server has rendered. */
export function createBillStore(initial: Partial<BillState> = {}) {
  return createStore<BillState & BillActions>()((set) => ({
    ...initialBillState,
    ...initial,
    fetchAccountBillStarted: () => set(started),
    fetchAccountBillSuccess: () => set({ ...succeeded, redirectToBillView: true }),
    fetchAccountBillError: (error) => set(failed(error)),
    createTransactionStarted: () => set(started),
    createTransactionSuccess: ({ transactionRefId }) =>
      set({ ...succeeded, transaction: transactionRefId, redirectToPayView: true }),
    createTransactionError: (error) => set(failed(error)),
    setCaptchaResponse: (captchaResponse) => set({ captchaResponse }),
    clearRedirects: () => set({ ...succeeded, redirectToBillView: false, redirectToPayView: false }),
    choosePayment: (choice) => set(choice),
  }));
}

export type BillStore = ReturnType<typeof createBillStore>;
