import { millisecondsOf } from '@/lib/domain/malaysia-time';
import type { CurrentAttempt, Onward, PaymentPage } from '@/lib/domain/payment';

/** What the page shows of a payment, and its form's rules read: of the way to a bank only which kind it is. */
export type PaymentView = Omit<
  PaymentPage,
  'paymentId' | 'partnerKey' | 'orderState' | 'isHeldForReview' | 'attempt'
> & {
  readonly attempt:
    (Pick<CurrentAttempt, 'state' | 'resultRoute'> & { readonly onward: Pick<Onward, 'kind'> | null }) | null;
};

/** Takes that out of a payment: it is what the browser's code is sent of it, and no more. */
export function viewPayment(page: PaymentPage): PaymentView {
  const { paymentId, partnerKey, orderState, isHeldForReview, lines, attempt, ...rest } = page;
  // One line alone says what the product's name says, and may name an account.
  const shown = { ...rest, lines: lines.length > 1 || rest.charges.length > 0 ? lines : [] };
  if (attempt === null) return { ...shown, attempt };
  const { state, resultRoute, onward } = attempt;
  return { ...shown, attempt: { state, resultRoute, onward: onward && { kind: onward.kind } } };
}

/** Gives the milliseconds that were left to pay, by the backend's clock, when the page was made. */
export function remainingOf({ deadline, serverTime }: Pick<PaymentPage, 'deadline' | 'serverTime'>): number {
  return millisecondsOf(deadline) - millisecondsOf(serverTime);
}
