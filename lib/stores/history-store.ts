import { persist } from 'zustand/middleware';
import { createStore } from 'zustand/vanilla';
import { keepPayment, removePayment, type KeptPayment } from '@/lib/domain/payment/payment-history';
import { parsePaymentHistory } from '@/lib/domain/payment/parse-payment-history';
import { setDeviceHint } from './device-hint';
import { deviceStorage } from './device-storage';

/** The payments that this device keeps because their payers asked for it. */
export interface HistoryState {
  /** Newest first; null before the storage is read. */
  readonly payments: readonly KeptPayment[] | null;
}

export interface HistoryActions {
  /** Keeps a payment, or what is known of it now. */
  keep(payment: KeptPayment): void;
  remove(refid: string): void;
  removeAll(): void;
}

/** The local storage key of the payments. */
export const historyStorageKey = 'ebill.payments';

const localStorage = deviceStorage<HistoryState>('localStorage');

/**
 * Creates the store of the payments of this device. It is read from local storage by `persist.rehydrate()`, after the first render and again before
 * each change: another tab may have changed it.
 */
export function createHistoryStore() {
  return createStore<HistoryState & HistoryActions>()(
    persist(
      (set, get, store) => {
        function edit(change: (payments: readonly KeptPayment[]) => readonly KeptPayment[]) {
          void store.persist.rehydrate();
          set({ payments: change(get().payments ?? []) });
        }
        return {
          payments: null,
          keep: (payment) => edit((payments) => keepPayment(payments, payment)),
          remove: (refid) => edit((payments) => removePayment(payments, refid)),
          removeAll: () => edit(() => []),
        };
      },
      {
        name: historyStorageKey,
        version: 1,
        storage: {
          ...localStorage,
          setItem: (name, value) => {
            void localStorage.setItem(name, value);
            // Storage may have been refused: then nothing is kept.
            setDeviceHint('payments', localStorage.getItem(name) !== null);
          },
        },
        // An empty list is not stored.
        partialize: ({ payments }) => ({ payments: payments?.length === 0 ? null : payments }),
        merge: (stored, current) => {
          const isState = typeof stored === 'object' && stored !== null && 'payments' in stored;
          const payments = parsePaymentHistory(isState ? stored.payments : null);
          setDeviceHint('payments', payments.length > 0);
          return { ...current, payments };
        },
        skipHydration: true,
      },
    ),
  );
}

export type HistoryStore = ReturnType<typeof createHistoryStore>;
