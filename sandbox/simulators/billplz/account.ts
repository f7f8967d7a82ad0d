import { randomBytes } from 'node:crypto';
import type { BankButton } from '../../scenarios/bank-buttons';
import type { EventLog } from '../bank/event-log';
import { openCollection } from '../providers/collection';
import type { Callback } from '../providers/delivery-queue';
import { callbackFields, formatDate, isPaid, redirectFields, storedBillSchema, type StoredBill } from './bill';
import type { CreateRequest } from './request';
import { signCallback, signRedirect } from './signature';

export interface BillplzAccountSettings {
  readonly eventLog: EventLog;
  readonly banksOrigin: string;
  readonly signatureKey: string;
  /** The banks' time, ms. */
  readonly now: () => number;
}

type PaymentEnd = 'completed' | 'failed' | 'pending';

const dayMs = 24 * 60 * 60 * 1000;

/** How a button ends a payment; null: the bank has none. FPX tells Billplz of a cancellation as of any failure. */
export function endOf({ state }: BankButton): PaymentEnd | null {
  if (state === 'approved') return 'completed';
  if (state === 'declined' || state === 'cancelled') return 'failed';
  return state === 'no-payment' ? null : 'pending';
}

/** The merchant's account at Billplz: its bills, by the banks' clock. */
export function createBillplzAccount({ eventLog, banksOrigin, signatureKey, now }: BillplzAccountSettings) {
  const bills = openCollection(eventLog, 'billplz-bills', storedBillSchema);
  const keep = (bill: StoredBill): StoredBill => {
    bills.put(bill.id, bill);
    return bill;
  };
  const addTransaction = (bill: StoredBill, status: PaymentEnd): StoredBill => {
    const id = randomBytes(6).toString('hex').toUpperCase();
    const completedAt = status === 'completed' ? now() : null;
    return { ...bill, transactions: [{ id, status, completedAt }, ...bill.transactions] };
  };
  const pay = (bill: StoredBill): StoredBill => ({ ...bill, state: 'paid', paidAt: now() });

  function sign(bill: StoredBill): Record<string, string> {
    return signCallback(signatureKey, callbackFields(bill, banksOrigin));
  }
  function buildCallback(bill: StoredBill, fields = sign(bill)): Callback {
    return {
      url: bill.request.callback_url,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields).toString(),
    };
  }

  return {
    find: (id: string): StoredBill | null => bills.find(id),
    /** The newest bill with the merchant's number, its second reference. */
    findByReference: (number: string): StoredBill | null =>
      bills.list().findLast(({ request }) => request.reference_2 === number) ?? null,

    create(request: CreateRequest): StoredBill {
      const { deliver: _, due_at: due = formatDate(now()), redirect_url: redirect = null, ...others } = request;
      return keep({
        ...{ id: randomBytes(8).toString('hex'), request: { ...others, due_at: due, redirect_url: redirect } },
        ...{ state: 'due', paidAt: null, transactions: [], visits: [] },
      });
    },

    /** Deletes a due bill; false for a paid one. One that was deleted before stays deleted. */
    delete(bill: StoredBill): boolean {
      if (isPaid(bill)) return false;
      keep({ ...bill, state: 'deleted' });
      return true;
    },

    /** The payer leaves for a bank's page; returns the id of the visit. */
    openVisit(bill: StoredBill, bank: string): string {
      const id = randomBytes(12).toString('base64url');
      keep({ ...bill, visits: [...bill.visits, { id, bank, button: null }] });
      return id;
    },

    /** Ends a visit by a button. A bill that was deleted meanwhile reappears when it is paid. */
    endVisit(bill: StoredBill, visitId: string, button: BankButton): StoredBill {
      const visits = bill.visits.map((visit) => (visit.id === visitId ? { ...visit, button: button.value } : visit));
      const end = endOf(button);
      const ended = end === null ? { ...bill, visits } : addTransaction({ ...bill, visits }, end);
      return keep(end === 'completed' ? pay(ended) : ended);
    },

    /** Ends the payment that is pending; null if there is none. */
    settle(bill: StoredBill, status: 'completed' | 'failed'): StoredBill | null {
      if (isPaid(bill)) return null;
      const others = bill.transactions.filter((transaction) => transaction.status !== 'pending');
      const ended = addTransaction({ ...bill, transactions: others }, status);
      return keep(status === 'completed' ? pay(ended) : ended);
    },

    /** Returns the signed callback with the bill as it is. */
    buildCallback: (bill: StoredBill): Callback => buildCallback(bill),
    /** Returns the signed fields of a redirect. */
    buildRedirect: (bill: StoredBill): Record<string, string> => signRedirect(signatureKey, redirectFields(bill)),

    /** Returns a callback and a redirect that Billplz never sent: unpaid under its signature, and altered to be paid, or another bill's. */
    forge(bill: StoredBill, how: 'tampered' | 'replayed') {
      if (how === 'tampered') {
        const fields = {
          ...sign(bill),
          paid: 'true',
          state: 'paid',
          paid_amount: String(bill.request.amount + 100_00),
        };
        const redirect = signRedirect(signatureKey, redirectFields(bill));
        return { callback: buildCallback(bill, fields), redirect: { ...redirect, 'billplz[paid]': 'true' } };
      }
      const old = bills.list().find((other) => other.id !== bill.id && isPaid(other));
      const paid = old ?? { ...pay(bill), id: randomBytes(8).toString('hex'), paidAt: now() - dayMs };
      const redirect = signRedirect(signatureKey, redirectFields(paid));
      return { callback: buildCallback(bill, sign(paid)), redirect };
    },

    forget: bills.forget,
  };
}
export type BillplzAccount = ReturnType<typeof createBillplzAccount>;
