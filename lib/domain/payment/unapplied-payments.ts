import type { Sen } from '@/lib/domain/money';

/** What becomes of money that arrived for an order and does not pay it: the values of `data-status`. */
export const unappliedPaymentStatuses = ['in-review', 'returning', 'returned'] as const;
export type UnappliedPaymentStatus = (typeof unappliedPaymentStatuses)[number];

/** Money that arrived for an order and does not pay it. */
export interface UnappliedPayment {
  readonly amount: Sen;
  readonly status: UnappliedPaymentStatus;
  /** When it was returned, ISO 8601. */
  readonly returnedAt: string | null;
}
