import { createStore } from 'zustand/vanilla';
import type { CommonConfig } from '@/lib/domain/common-config';
import { mergeDeeply, type DeepPartial } from '@/lib/domain/merge-deeply';
import type { Onward, PaymentPage, PaymentResult, PaymentStart } from '@/lib/domain/payment';
import { flowActions, type ErrorDetail, type FlowActions } from './flow';
import {
  initialPaymentRequest,
  initialPaymentState,
  type AutoDebitInfo,
  type AutoDebitRegistration,
  type CommonTheme,
  type CustomerDetails,
  type PartnerKeyList,
  type PaymentRequest,
  type PaymentState,
} from './payment-state';
import { readRememberedUser, writeRememberedUser, type RememberedUser, type UserStorage } from './persisted-user';

/** The actions of the payment page and its results. Specification, section 4. */
export interface PaymentActions {
  fetchTransactionDetailsStarted(): void;
  fetchTransactionDetailsCompleted(page: PaymentPage): void;
  fetchTransactionDetailsError(error: ErrorDetail): void;
  initPaymentStarted(): void;
  initPaymentCompleted(start: PaymentStart): void;
  initPaymentError(error: ErrorDetail): void;
  /** The payer may try again: after a failure, and when the back button brings an old page to life. */
  clearPaymentAttempt(): void;
  updatePaymentRequest(edit: DeepPartial<PaymentRequest>): void;
  updatePaymentRedirect(redirect: Onward | null): void;
  setError(error: ErrorDetail | null): void;
  updateCommonTheme(theme: CommonTheme): void;
  rememberUser(edit: Partial<RememberedUser>): void;
  /** Takes up what the device remembers; called once the page is in a browser, so that the server's HTML is matched first. */
  restoreUser(): void;
  readonly deleteSavedCard: FlowActions<{ readonly uniqueCardId: string }>;
  readonly commonAction: FlowActions<unknown>;
  readonly fetchUesDetails: FlowActions<CustomerDetails>;
  readonly fetchApgConfig: FlowActions<CommonConfig>;
  readonly fetchResultDetails: FlowActions<PaymentResult>;
  readonly cancelPayment: FlowActions<PaymentResult>;
  readonly fetchProcessedDetails: FlowActions<PaymentResult>;
  readonly fetchBlacklistedDetails: FlowActions<PaymentResult>;
  readonly fetchAutoDebitInfo: FlowActions<AutoDebitInfo>;
  readonly fetchPartnerKeyList: FlowActions<PartnerKeyList>;
  readonly linkAutoDebit: FlowActions<AutoDebitRegistration>;
  readonly verifyAutoDebitOtp: FlowActions<AutoDebitRegistration>;
}

/**
 * Makes the store of one payment page. `initial` is what the server has rendered already; `storage` is where the user part, and nothing
 * else, is kept (none on the server).
 */
export function createPaymentStore(initial: Partial<PaymentState> = {}, storage: UserStorage | null = null) {
  const store = createStore<PaymentState & PaymentActions>()((set, get) => ({
    ...initialPaymentState,
    ...initial,

    fetchTransactionDetailsStarted: () => set({ isFetching: true, error: null }),
    fetchTransactionDetailsCompleted: (page) => set({ isFetching: false, page }),
    fetchTransactionDetailsError: (error) => set({ isFetching: false, error }),

    initPaymentStarted: () => {
      const { paymentRequest, user } = get();
      set({
        paymentAttempt: true,
        isPaymentProcessing: true,
        error: null,
        user: {
          ...user,
          userEmailAddress: paymentRequest.userEmailAddress ?? user.userEmailAddress,
          lastMethod: paymentRequest.selectedPaymentMethod ?? user.lastMethod,
          lastPersonalBank: paymentRequest.fpxBankID ?? user.lastPersonalBank,
          lastCorporateBank: paymentRequest.fpxBankCorporateID ?? user.lastCorporateBank,
        },
      });
    },
    // Processing stays on: the browser is about to leave, and a second tap must not pay again.
    initPaymentCompleted: (paymentStart) => set({ paymentStart, paymentRedirect: paymentStart.onward }),
    initPaymentError: (error) => set({ isPaymentProcessing: false, error }),
    clearPaymentAttempt: () => set({ paymentAttempt: false, isPaymentProcessing: false }),

    updatePaymentRequest: (edit) =>
      set(({ paymentRequest }) => ({ paymentRequest: mergeDeeply(paymentRequest, edit) })),
    updatePaymentRedirect: (paymentRedirect) => set({ paymentRedirect }),
    setError: (error) => set({ error }),
    updateCommonTheme: (theme) => set({ theme }),
    rememberUser: (edit) => set(({ user }) => ({ user: { ...user, ...edit } })),
    restoreUser: () => {
      if (storage !== null) set({ user: readRememberedUser(storage) });
    },

    deleteSavedCard: {
      ...flowActions(
        () => get().deletingCard,
        (deletingCard) => set({ deletingCard }),
      ),
      completed: (response) =>
        set((state) => ({
          deletingCard: { isFetching: false, response, error: null },
          ...dropCard(state, response.uniqueCardId),
        })),
    },
    commonAction: flowActions(
      () => get().common,
      (common) => set({ common }),
    ),
    fetchUesDetails: flowActions(
      () => get().uesDetails,
      (uesDetails) => set({ uesDetails }),
    ),
    fetchApgConfig: flowActions(
      () => get().config,
      (config) => set({ config }),
    ),
    fetchResultDetails: flowActions(
      () => get().result,
      (result) => set({ result }),
    ),
    cancelPayment: flowActions(
      () => get().cancel,
      (cancel) => set({ cancel }),
    ),
    fetchProcessedDetails: flowActions(
      () => get().processed,
      (processed) => set({ processed }),
    ),
    fetchBlacklistedDetails: flowActions(
      () => get().blacklisted,
      (blacklisted) => set({ blacklisted }),
    ),
    fetchAutoDebitInfo: flowActions(
      () => get().autoDebitInfo,
      (autoDebitInfo) => set({ autoDebitInfo }),
    ),
    fetchPartnerKeyList: flowActions(
      () => get().partnerKeyList,
      (partnerKeyList) => set({ partnerKeyList }),
    ),
    linkAutoDebit: flowActions(
      () => get().autoDebitLink,
      (autoDebitLink) => set({ autoDebitLink }),
    ),
    verifyAutoDebitOtp: flowActions(
      () => get().autoDebitOtp,
      (autoDebitOtp) => set({ autoDebitOtp }),
    ),
  }));
  if (storage !== null) {
    store.subscribe((state, before) => {
      if (state.user !== before.user) writeRememberedUser(storage, state.user);
    });
  }
  return store;
}

export type PaymentStore = ReturnType<typeof createPaymentStore>;

/** Drops a card from the saved ones, and from the request when it was the chosen one. Specification, section 4. */
function dropCard({ page, paymentRequest }: PaymentState, uniqueCardId: string): Partial<PaymentState> {
  const isChosen = paymentRequest.cardDetails.uniqueCardId === uniqueCardId;
  return {
    page: page && { ...page, savedCards: page.savedCards.filter((card) => card.uniqueCardId !== uniqueCardId) },
    paymentRequest: isChosen
      ? { ...paymentRequest, cardDetails: initialPaymentRequest.cardDetails, isFavCardOption: false }
      : paymentRequest,
  };
}
