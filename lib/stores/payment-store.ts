import { persist } from 'zustand/middleware';
import { createStore } from 'zustand/vanilla';
import { mergeDeeply, type DeepPartial } from '@/lib/domain/merge-deeply';
import type { SavedCard } from '@/lib/domain/payment/payment';
import { emailMaxLength } from '@/lib/domain/forms/input-formats';
import { isPaymentMethod, type PaymentMethod } from '@/lib/domain/methods/payment-methods';
import { isKioskReference } from '@/lib/domain/visit/kiosk-visit';
import { possibleCardNumber } from './bill-draft';
import { deviceStorage } from './device-storage';
import { paymentStorageKey } from './forget-payment-choices';

/** The payer's choices, in the specification's names (section 3). A typed card, its ciphertext and a CVV are never put into a store. */
export interface PaymentRequest {
  readonly selectedPaymentMethod: PaymentMethod | null;
  /** Of a saved card. */
  readonly cardDetails: { readonly uniqueCardId: string | null };
  /** Of an instalment plan. */
  readonly cardDetailsEPP: { readonly bank: string | null; readonly months: number | null };
  readonly fpxBankID: string | null;
  readonly fpxBankCorporateID: string | null;
  readonly selectedWallet: string | null;
  readonly selectedDCB: string | null;
  readonly isAutoDebitOption: boolean;
  /** The contact for the receipt, as it is typed. */
  readonly userEmailAddress: string;
  readonly phoneNumber: string;
}

/** Why a payment could not be started. The form shows the message. */
export interface PaymentError {
  /** It is unknown whether the gateway received it: the server enquires before it starts another attempt. */
  readonly isUnknown: boolean;
}

/** A saved card whose removal awaits the payer's confirmation. */
export interface CardRemoval {
  readonly uniqueCardId: string;
  readonly isFetching: boolean;
}

/** The part of the payment state that client components render, in the specification's names (section 3). The rest: docs/state.md. */
export interface PaymentState {
  readonly paymentRequest: PaymentRequest;
  /** The request has the choices of the form, also those made before hydration. */
  readonly hasReadForm: boolean;
  readonly favouriteCardList: readonly SavedCard[];
  /** A payment was started from this page and its outcome is not known. */
  readonly paymentAttempt: boolean;
  readonly isPaymentProcessing: boolean;
  readonly error: PaymentError | null;
  readonly cardRemoval: CardRemoval | null;
  /** The payer is asked to confirm the cancellation of the payment. */
  readonly isCancelQuestionOpen: boolean;
}

/** The actions of the payment page, in the specification's names (section 4). */
export interface PaymentActions {
  updatePaymentRequest(edit: DeepPartial<PaymentRequest>): void;
  initPaymentStarted(): void;
  initPaymentError(error: PaymentError): void;
  /** The payer may try again: after a change of the form, and when the browser restores the page. An unknown outcome stays unknown. */
  clearPaymentAttempt(): void;
  /** Asks to confirm the removal of a card; null cancels it. */
  askCardRemoval(uniqueCardId: string | null): void;
  deleteSavedCardStarted(uniqueCardId: string): void;
  deleteSavedCardCompleted(uniqueCardId: string): void;
  /** The card stays; the form shows the error. */
  deleteSavedCardError(uniqueCardId: string): void;
  setCancelQuestionOpen(isOpen: boolean): void;
}

export const emptyPaymentRequest: PaymentRequest = {
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
};

type Tree = Readonly<Record<string, unknown>>;

function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null;
}

/** Parses stored choices. Invalid ones are dropped. */
function parseChoices(stored: unknown): DeepPartial<PaymentRequest> {
  const fields: Tree = isTree(stored) && isTree(stored['paymentRequest']) ? stored['paymentRequest'] : {};
  const text = (from: unknown, name: string, maxLength = 64): string | undefined => {
    const value = isTree(from) ? from[name] : undefined;
    return typeof value === 'string' && value.length <= maxLength ? value : undefined;
  };
  const method = text(fields, 'selectedPaymentMethod') ?? '';
  const plan = fields['cardDetailsEPP'];
  const option = fields['isAutoDebitOption'];
  const months = isTree(plan) ? plan['months'] : undefined;
  return {
    selectedPaymentMethod: isPaymentMethod(method) ? method : undefined,
    cardDetailsEPP: { bank: text(plan, 'bank'), months: typeof months === 'number' ? months : undefined },
    fpxBankID: text(fields, 'fpxBankID'),
    fpxBankCorporateID: text(fields, 'fpxBankCorporateID'),
    selectedWallet: text(fields, 'selectedWallet'),
    selectedDCB: text(fields, 'selectedDCB'),
    isAutoDebitOption: typeof option === 'boolean' ? option : undefined,
    userEmailAddress: text(fields, 'userEmailAddress', emailMaxLength),
    phoneNumber: text(fields, 'phoneNumber'),
  };
}

interface PaymentStoreOptions {
  readonly refid: string;
  /** The state that the server has rendered. */
  readonly paymentRequest: PaymentRequest;
  readonly favouriteCardList: readonly SavedCard[];
}

/**
 * Creates the store of one payment page. Its choices survive a reload in session storage, under the payment's reference, and are read by
 * `persist.rehydrate()` after the first render: all except the saved card, whose id is never stored, a contact that may be a card number, and at a
 * kiosk the contact.
 */
export function createPaymentStore({ refid, paymentRequest, favouriteCardList }: PaymentStoreOptions) {
  const keptContact = (text: string) => (isKioskReference(refid) || possibleCardNumber.test(text) ? undefined : text);
  return createStore<PaymentState & PaymentActions>()(
    persist(
      (set) => ({
        paymentRequest,
        hasReadForm: false,
        favouriteCardList,
        paymentAttempt: false,
        isPaymentProcessing: false,
        error: null,
        cardRemoval: null,
        isCancelQuestionOpen: false,

        updatePaymentRequest: (edit) =>
          set((state) => ({ paymentRequest: mergeDeeply(state.paymentRequest, edit), hasReadForm: true })),
        initPaymentStarted: () => set({ paymentAttempt: true, isPaymentProcessing: true, error: null }),
        initPaymentError: (error) => set({ isPaymentProcessing: false, paymentAttempt: error.isUnknown, error }),
        clearPaymentAttempt: () =>
          set(({ error }) => ({
            ...{ paymentAttempt: false, isPaymentProcessing: false },
            error: error?.isUnknown ? error : null,
          })),
        askCardRemoval: (uniqueCardId) =>
          set({ cardRemoval: uniqueCardId === null ? null : { uniqueCardId, isFetching: false } }),
        deleteSavedCardStarted: (uniqueCardId) => set({ cardRemoval: { uniqueCardId, isFetching: true } }),
        deleteSavedCardCompleted: (uniqueCardId) =>
          set((state) => ({
            cardRemoval: null,
            favouriteCardList: state.favouriteCardList.filter((card) => card.uniqueCardId !== uniqueCardId),
          })),
        deleteSavedCardError: (uniqueCardId) => set({ cardRemoval: { uniqueCardId, isFetching: false } }),
        setCancelQuestionOpen: (isOpen) => set({ isCancelQuestionOpen: isOpen }),
      }),
      {
        name: paymentStorageKey(refid),
        version: 1,
        storage: deviceStorage<{ readonly paymentRequest: unknown }>('sessionStorage'),
        partialize: ({ paymentRequest: { cardDetails: _savedCard, ...choices } }) => ({
          paymentRequest: {
            ...choices,
            userEmailAddress: keptContact(choices.userEmailAddress),
            phoneNumber: keptContact(choices.phoneNumber),
          },
        }),
        merge: (stored, current) => ({
          ...current,
          paymentRequest: mergeDeeply(current.paymentRequest, parseChoices(stored)),
        }),
        skipHydration: true,
      },
    ),
  );
}

export type PaymentStore = ReturnType<typeof createPaymentStore>;
