import type { Verdict } from '../gateways/gateway';
import { addMilliseconds, dayMs, hourMs, minuteMs } from '../clock';
import type { Trx } from '../db/database';
import { scheduleJob, type JobSchedule } from '../jobs/model';
import type { Attempt, Order } from './model';

/** Waits between enquiries of a payment that is pending, and the wait when these are over. */
const enquiryDelaysMs = [minuteMs, 4 * minuteMs, 10 * minuteMs, 30 * minuteMs, hourMs, 2 * hourMs, 4 * hourMs];
const maxEnquiryDelayMs = 6 * hourMs;

/** How often a code that waits to be paid is asked for, lest its network's callback was lost. */
const presentmentEnquiryDelayMs = 30 * minuteMs;

/** A process that was killed in the middle of beginning an attempt is followed up after this. */
const initiationTimeoutMs = 90 * 1000;

/** Tells when an attempt is asked for again, the `tries`-th time. */
export function nextEnquiry(now: Date, tries: number): Date {
  return addMilliseconds(now, enquiryDelaysMs[tries] ?? maxEnquiryDelayMs);
}

/**
 * Tells when an attempt whose payer was shown the way on is looked after: a bank's page when its time is over, a barcode or QR now and then
 * as well, since its payer brings nothing back.
 */
export function nextCheckAfterRedirect(attempt: Pick<Attempt, 'onward' | 'deadline'>, now: Date): Date {
  const isCode = attempt.onward?.kind === 'barcode' || attempt.onward?.kind === 'qr';
  const next = addMilliseconds(now, presentmentEnquiryDelayMs);
  return isCode && next < attempt.deadline ? next : attempt.deadline;
}

/** Tells when an attempt that has just been begun is looked after. */
export function nextCheckAfterInitiation(now: Date): Date {
  return addMilliseconds(now, initiationTimeoutMs);
}

/** How long after its end an attempt is asked for that we ended although money could still come in. */
const followUpDelaysMs = [15 * minuteMs, hourMs, dayMs, 2 * dayMs];

/** A gateway that cannot be asked, or has such an attempt pending after all, is asked longer: a corporate approval takes five days. */
export const maxFollowUpMs = 7 * dayMs;

/**
 * Tells when an attempt that we ended is asked for next; null when that is over. Takes when it ended and what its gateway has just said:
 * null when that could not be asked.
 */
export function nextFollowUp(endedAt: Date, now: Date, verdict: Verdict | null, tries: number): Date | null {
  switch (verdict) {
    case 'unknown': {
      const pause = followUpDelaysMs.find((ms) => addMilliseconds(endedAt, ms) > now);
      return pause === undefined ? null : addMilliseconds(endedAt, pause);
    }
    case null:
    case 'pending':
    case 'pending-approval': {
      const next = nextEnquiry(now, tries);
      return next <= addMilliseconds(endedAt, maxFollowUpMs) ? next : null;
    }
    default:
      return null;
  }
}

/** An attempt has ended without its gateway's word for it: it is asked for a while longer, since money may still come in. */
export async function scheduleFollowUp(trx: Trx, attempt: Attempt, now: Date): Promise<void> {
  const first = nextFollowUp(now, now, 'unknown', 0);
  if (first !== null) await scheduleJob(trx, 'enquire-attempt', attempt.id, first);
}

/** Gives what must happen to an attempt in its present state, should nothing else happen. */
export function attemptJobSchedule(attempt: Attempt, now: Date): JobSchedule {
  const enquiry = { kind: 'enquire-attempt', subject: attempt.id } as const;
  const approval = { kind: 'cancel-approval', subject: attempt.id } as const;
  const enquireAt = (dueAt: Date): JobSchedule => ({ due: [{ ...enquiry, dueAt }], cancelled: [] });
  switch (attempt.state) {
    case 'created':
    case 'initiated':
      return enquireAt(nextCheckAfterInitiation(now));
    case 'redirected':
      return enquireAt(nextCheckAfterRedirect(attempt, now));
    case 'authorised':
    case 'pending':
      return enquireAt(nextEnquiry(now, 0));
    case 'pending-approval': {
      const cancelled = { ...approval, dueAt: attempt.approval_deadline ?? now };
      return { due: [{ ...enquiry, dueAt: nextEnquiry(now, 3) }, cancelled], cancelled: [] };
    }
    default:
      return { due: [], cancelled: [enquiry, approval] };
  }
}

/** An order whose deadline passed while an attempt was under way expires when that attempt has ended unpaid. */
export function orderJobSchedule(order: Order, now: Date): JobSchedule {
  const expiry = { kind: 'expire-order', subject: order.refid } as const;
  return order.state === 'open'
    ? { due: [{ ...expiry, dueAt: order.deadline > now ? order.deadline : now }], cancelled: [] }
    : { due: [], cancelled: [expiry] };
}
