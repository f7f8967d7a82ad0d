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

/** How an attempt was begun that nobody has paid yet. */
export const unpaidAttempts = [
  /** The payer was sent to a bank, or asked for a code. */
  'redirect',
  /** A barcode or QR code was made. */
  'code',
  /** A company payment waits for its second approver. */
  'approval',
] as const;
export type UnpaidAttempt = (typeof unpaidAttempts)[number];

/**
 * How long an attempt that nobody has paid counts, from its beginning: anybody can begin one with an account number only, and a barcode
 * stays valid for hours, an approval is awaited for days.
 */
export const unpaidAttemptMs = 15 * 60_000;

/** Returns whether an attempt is taken off what is still owed, and makes another payment a repeated one. */
export function isCountedAttempt(unpaid: UnpaidAttempt | null, begunAt: Date, now: Date): boolean {
  return unpaid === null || now.getTime() < begunAt.getTime() + unpaidAttemptMs;
}

/** A payment of an account that its balance does not include yet, without anything that identifies the payer. Design, section 6. */
export interface RecentPayment {
  readonly amount: Sen;
  /** When it began or was received, ISO 8601. */
  readonly at: string;
  readonly status: RecentPaymentStatus;
  /** How it was begun if nobody has paid it yet; null for money that is received, or that a gateway is processing. */
  readonly unpaid: UnpaidAttempt | null;
  /** Whether it is taken off what is still owed: `isCountedAttempt`. */
  readonly isCounted: boolean;
  /** Beside a payment of several accounts: the end of the account that it is of. */
  readonly accountEnding?: string | null;
}

/** Returns the amount (sen) of a balance that is still owed after recent payments that count: never less than 0. */
export function getOutstanding(
  balance: Sen,
  recentPayments: readonly Pick<RecentPayment, 'amount' | 'isCounted'>[],
): Sen {
  const arriving = addSen(...recentPayments.filter(({ isCounted }) => isCounted).map(({ amount }) => amount));
  return sen(Math.max(0, subtractSen(balance, arriving)));
}

/** Returns whether a payment of this bill may repeat another: one of its recent payments counts. */
export function hasCountedPayment(recentPayments: readonly Pick<RecentPayment, 'isCounted'>[]): boolean {
  return recentPayments.some(({ isCounted }) => isCounted);
}

/**
 * Returns whether a payment of `amount` sen repeats another: recent payments of its account count, and it exceeds the amount that is
 * still owed. A repeated payment needs the payer's confirmation (`payAgain`). Design, section 6.
 */
export function isRepeatedPayment(
  amount: Sen,
  bill: { readonly recentPayments: readonly Pick<RecentPayment, 'isCounted'>[]; readonly outstanding: number },
): boolean {
  return hasCountedPayment(bill.recentPayments) && amount > bill.outstanding;
}
