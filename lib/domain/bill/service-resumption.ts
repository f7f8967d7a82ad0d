import type { Bill } from './bill';
import type { ResultPosting } from '../payment/payment';
import type { PostingStatus } from '../payment/posting-states';

/** Specification, section 9: service resumes within 1 hour after paying overdue charges. */
const resumesWithinMs = 60 * 60_000;
const resumesWithinMinutes = 60;

/** Whether paying `amount`, in sen, of a bill resumes the service of its account: it is suspended, and nothing stays overdue. */
export function resumesService(bill: Pick<Bill, 'accountStatus' | 'overdueBalance'>, amount: number): boolean {
  return bill.accountStatus === 'suspended' && bill.overdueBalance > 0 && amount >= bill.overdueBalance;
}

/** Whether the posting of a payment that resumes a service is as it should be: it is on its way to the biller, or accepted. */
export function isServiceExpected(status: PostingStatus): boolean {
  return status === 'queued' || status === 'accepted';
}

/**
 * Returns until when a service resumes after a payment that resumes it, ISO 8601; null where nothing is promised: the biller gets payments
 * later than that, or has not taken this one.
 */
export function serviceResumesBy(confirmedAt: string, posting: ResultPosting | null): string | null {
  if (posting === null || !isServiceExpected(posting.status) || posting.usualMinutes > resumesWithinMinutes)
    return null;
  return new Date(Date.parse(confirmedAt) + resumesWithinMs).toISOString();
}
