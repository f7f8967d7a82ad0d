import { sen } from '@/lib/domain/money';
import type { PaidAccount, ResultPosting } from '@/lib/domain/payment/payment';
import { findWorstPostingStatus, getPostingStatus } from '@/lib/domain/payment/posting-states';
import { isRefundedInFull } from '@/lib/domain/payment/refund-states';
import { paysBill, type Order } from '../payments/model';
import { hasSeveralAccounts, listOrderAccounts } from '../payments/order-accounts';
import { readRefundStatuses } from '../refunds/status';
import type { Services } from '../services';
import { listPostingsOfOrder, postingsOverdueSince, type Posting } from './model';

type PostingServices = Pick<Services, 'biller' | 'clock' | 'db' | 'postingMinutes'>;

/** What the payer of a credited bill payment sees of its postings. */
export interface PaymentPostings {
  /** Of all of them: the one that is furthest from the biller's acceptance; null where nothing is, or will be, posted. */
  readonly posting: ResultPosting | null;
  /** Of a payment of several accounts: each with its own. Empty for any other. */
  readonly accounts: readonly PaidAccount[];
}

/** Describes a posting as its payer sees it; null for one that is not posted: credited by a release without postings, or refunded before it was sent. */
function describePosting({ biller, clock, postingMinutes }: PostingServices, posting: Posting): ResultPosting | null {
  const { state, receiptNumber, sentAt, paidAt } = posting;
  if ((state === 'unknown' && posting.biller === null) || state === 'cancelled') return null;
  const isOverdue = (sentAt ?? paidAt) < postingsOverdueSince(biller, clock.now());
  return { status: getPostingStatus(state, isOverdue), receiptNumber, usualMinutes: postingMinutes };
}

/**
 * Returns the posting of a whole payment: of all its accounts that are not refunded. A payment of several accounts has no receipt number: each account
 * has one.
 */
export function summarisePostings(accounts: readonly Pick<PaidAccount, 'posting'>[]): ResultPosting | null {
  const postings = accounts.flatMap(({ posting }) => (posting === null ? [] : [posting]));
  const [first] = postings;
  if (first === undefined || accounts.length === 1) return first ?? null;
  return { ...first, status: findWorstPostingStatus(postings.map(({ status }) => status)), receiptNumber: null };
}

/** Reads the postings of a credited payment, as its payer sees them; none of an order that pays no bill. */
export async function readPostings(services: PostingServices, order: Order): Promise<PaymentPostings> {
  if (!paysBill(order)) return { posting: null, accounts: [] };
  const { db } = services;
  const postings = await listPostingsOfOrder(db, order.refid);
  if (!hasSeveralAccounts(order)) {
    const [posting] = postings;
    return { posting: posting === undefined ? null : describePosting(services, posting), accounts: [] };
  }
  const refunds = await readRefundStatuses(db, order);
  const accounts = (await listOrderAccounts(db, order)).map(({ accountNumber, accountName, amount }) => {
    const posting = postings.find((one) => one.accountNumber === accountNumber);
    const isRefunded = isRefundedInFull(
      amount,
      refunds.filter((refund) => refund.accountNumber === accountNumber),
    );
    return {
      ...{ accountNumber, accountName, amount: sen(amount), isRefunded },
      // It is taken back, as that of a payment that is refunded in full.
      posting: posting === undefined || isRefunded ? null : describePosting(services, posting),
    };
  });
  return { posting: summarisePostings(accounts), accounts };
}
