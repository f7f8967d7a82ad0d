import type { Db } from '../db/database';
import { listRefundableCredits, type RefundableCredit } from './model';

/**
 * Finds the credit of a payment of one account by its reference or payment id; null if it was not credited, or to several accounts, each of which
 * is refunded by itself.
 */
export async function findRefundableCredit(db: Db, payment: string): Promise<RefundableCredit | null> {
  const [credit, ...others] = await listRefundableCredits(db, payment, null);
  return credit === undefined || others.length > 0 ? null : credit;
}
