import type { ResultPosting } from '@/lib/domain/payment/payment';
import { getPostingStatus } from '@/lib/domain/payment/posting-states';
import { billAccountOf, type Order } from '../payments/model';
import type { Services } from '../services';
import { findPostingOfOrder, postingsOverdueSince } from './model';

/** Reads the state of the posting of a credited bill payment, as its payer sees it; null for an order that pays no bill. */
export async function readPostingStatus(
  { biller, clock, db, postingMinutes }: Pick<Services, 'biller' | 'clock' | 'db' | 'postingMinutes'>,
  order: Order,
): Promise<ResultPosting | null> {
  const posting = billAccountOf(order) === null ? null : await findPostingOfOrder(db, order.refid);
  if (posting === null) return null;
  const { state, receiptNumber, sentAt, paidAt } = posting;
  // Credited by a release without postings, or refunded before it was sent: it will not be posted.
  if ((state === 'unknown' && posting.biller === null) || state === 'cancelled') return null;
  const isOverdue = (sentAt ?? paidAt) < postingsOverdueSince(biller, clock.now());
  return { status: getPostingStatus(state, isOverdue), receiptNumber, usualMinutes: postingMinutes };
}
