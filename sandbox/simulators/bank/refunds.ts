import { randomBytes } from 'node:crypto';
import { refundStateAt, stateAt, type BankPayment, type BankRefund } from './bank-payment';
import type { BankStore } from './bank-store';

/** What came of a refund: the refund, whether its response is lost; or null if the bank is down and has made none. */
export type RefundResult = { readonly refund: BankRefund; readonly isLost: boolean } | null;

/** Sums up the refunds of a payment in some states, in sen. */
function sumRefunds(bankStore: BankStore, number: string, states: readonly BankRefund['state'][]): number {
  return bankStore
    .listRefunds(number)
    .filter((refund) => states.includes(refundStateAt(refund, bankStore.now())))
    .reduce((sum, { amount }) => sum + amount, 0);
}

/** Whether all of a payment was refunded. */
export function isRefundedInFull(bankStore: BankStore, { number, amount }: BankPayment): boolean {
  return sumRefunds(bankStore, number, ['refunded']) === amount;
}

/**
 * Refunds all of a payment or a part of it, as the control `refunds` has set. A payment that is not approved, and more than is left of one, is
 * refused.
 */
export function makeRefund(
  bankStore: BankStore,
  payment: BankPayment,
  { reference, amount }: { readonly reference: string; readonly amount: number },
): RefundResult {
  const mode = bankStore.takeRefundMode() ?? 'refunded';
  if (mode === 'down') return null;
  const isApproved = stateAt(payment, bankStore.now()) === 'approved';
  const isTooMuch = amount > payment.amount - sumRefunds(bankStore, payment.number, ['refunded', 'pending']);
  const reason = !isApproved
    ? 'not-approved'
    : isTooMuch
      ? 'more-than-paid'
      : mode === 'refused'
        ? 'issuer-declined'
        : '';
  const refund: BankRefund = {
    ...{ number: payment.number, reference, amount, reason },
    bankReference: `RF${randomBytes(6).toString('hex').toUpperCase()}`,
    state: reason !== '' ? 'refused' : mode === 'pending' ? 'pending' : 'refunded',
    at: new Date(bankStore.now()).toISOString(),
  };
  bankStore.refund(refund);
  return { refund, isLost: mode === 'lost' };
}
