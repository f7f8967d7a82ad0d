import { addSen, sen, subtractSen, type Sen } from '../money';

/** The status of a payment that its account's balance does not include yet: the values of `data-status`. */
export const recentPaymentStatuses = [
  /** An attempt is under way. */
  'in-progress',
  /** It waits for corporate approval. */
  'pending-approval',
  /** It is credited, and is being posted to the biller. */
  'received',
  /** Its money could not be applied, and is held for review. */
  'review',
] as const;
export type RecentPaymentStatus = (typeof recentPaymentStatuses)[number];

/** A payment of an account that its balance does not include yet, without anything that identifies the payer. Design, section 6. */
export interface RecentPayment {
  readonly amount: Sen;
  /** When it began or was received, ISO 8601. */
  readonly at: string;
  readonly status: RecentPaymentStatus;
}

/** Returns the amount (sen) of a balance that is still owed after recent payments: never less than 0. */
export function getOutstanding(balance: Sen, recentPayments: readonly Pick<RecentPayment, 'amount'>[]): Sen {
  const arriving = addSen(...recentPayments.map(({ amount }) => amount));
  return sen(Math.max(0, subtractSen(balance, arriving)));
}

/**
 * Returns whether a payment of `amount` sen repeats another: there are recent payments of its account, and it exceeds the amount that is
 * still owed. A repeated payment needs the payer's confirmation (`payAgain`). Design, section 6.
 */
export function isRepeatedPayment(
  amount: Sen,
  bill: { readonly recentPayments: readonly unknown[]; readonly outstanding: number },
): boolean {
  return bill.recentPayments.length > 0 && amount > bill.outstanding;
}
