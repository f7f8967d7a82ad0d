import { hasEnded } from '@/lib/domain/payment-states';
import { addMilliseconds, hourMs, minuteMs } from '../clock';
import type { Trx } from '../db/database';
import { dropJob, scheduleJob } from '../jobs/model';
import type { Attempt, Order } from './model';

/** Waits between enquiries of a payment that is pending; the last one is repeated. */
const enquiryPausesMs = [
  minuteMs,
  4 * minuteMs,
  10 * minuteMs,
  30 * minuteMs,
  hourMs,
  2 * hourMs,
  4 * hourMs,
  6 * hourMs,
];

/** How often a code that waits to be paid is asked for, lest its network's callback was lost. */
const codePauseMs = 30 * minuteMs;

/** A process that was killed in the middle of beginning an attempt is followed up after this. */
const beginningMs = 90 * 1000;

/** Tells when an attempt is asked for again, the `tries`-th time. */
export function nextEnquiry(now: Date, tries: number): Date {
  const pause = enquiryPausesMs[Math.min(tries, enquiryPausesMs.length - 1)] ?? 6 * hourMs;
  return addMilliseconds(now, pause);
}

/**
 * Tells when an attempt whose payer was shown the way on is looked after: a bank's page when its time is over, a barcode or QR now and then
 * as well, since its payer brings nothing back.
 */
export function nextLookAfter(attempt: Attempt, now: Date): Date {
  const isCode = attempt.onward?.kind === 'barcode' || attempt.onward?.kind === 'qr';
  const next = addMilliseconds(now, codePauseMs);
  return isCode && next < attempt.deadline ? next : attempt.deadline;
}

/** When an attempt that we have given up is asked for once more, counted from its beginning: its bank's page may have been open longer. */
const followUpsMs = [30 * minuteMs, 2 * hourMs, 26 * hourMs];

/**
 * Tells when to ask again for an attempt that ended by our own doing (the gateway knew nothing of it, or nobody approved it), so that money
 * that moves later is found even if nobody brings word of it. Null when the gateway itself ended it, or has been asked often enough.
 */
export function nextFollowUp(
  attempt: Pick<Attempt, 'state' | 'gateway_answered' | 'reason_code' | 'created_at'>,
  now: Date,
): Date | null {
  const endedByGateway = attempt.gateway_answered && attempt.reason_code !== 'not-approved';
  if (!hasEnded(attempt.state) || attempt.state === 'successful' || endedByGateway) return null;
  return followUpsMs.map((ms) => addMilliseconds(attempt.created_at, ms)).find((at) => at > now) ?? null;
}

/** Schedules what must happen to an attempt in its present state, should nothing else happen. */
export async function scheduleForAttempt(trx: Trx, attempt: Attempt, now: Date): Promise<void> {
  switch (attempt.state) {
    case 'created':
    case 'initiated':
      return scheduleJob(trx, 'enquire-attempt', attempt.id, addMilliseconds(now, beginningMs));
    case 'redirected':
      return scheduleJob(trx, 'enquire-attempt', attempt.id, nextLookAfter(attempt, now));
    case 'authorised':
    case 'pending':
      return scheduleJob(trx, 'enquire-attempt', attempt.id, nextEnquiry(now, 0));
    case 'pending-approval':
      await scheduleJob(trx, 'enquire-attempt', attempt.id, nextEnquiry(now, 3));
      return scheduleJob(trx, 'cancel-approval', attempt.id, attempt.approval_deadline ?? now);
    default: {
      await dropJob(trx, 'cancel-approval', attempt.id);
      const followUp = nextFollowUp(attempt, now);
      return followUp === null
        ? dropJob(trx, 'enquire-attempt', attempt.id)
        : scheduleJob(trx, 'enquire-attempt', attempt.id, followUp);
    }
  }
}

/** An order whose deadline passed while an attempt was under way expires when that attempt has ended unpaid. */
export async function scheduleForOrder(trx: Trx, order: Order, now: Date): Promise<void> {
  if (order.state !== 'open') return dropJob(trx, 'expire-order', order.refid);
  await scheduleJob(trx, 'expire-order', order.refid, order.deadline > now ? order.deadline : now);
}
