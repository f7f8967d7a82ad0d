import type { GatewayStatus } from '../gateways/gateway';
import { addMilliseconds, dayMs, hourMs, minuteMs } from '../clock';
import type { Trx } from '../db/database';
import { scheduleJob, type JobSchedule } from '../jobs/model';
import { hasCode, type Attempt, type Order } from './model';

/** Delays between enquiries of a pending payment, and the delay after these. */
const enquiryDelaysMs = [minuteMs, 4 * minuteMs, 10 * minuteMs, 30 * minuteMs, hourMs, 2 * hourMs, 4 * hourMs];
const maxEnquiryDelayMs = 6 * hourMs;

/**
 * The interval of enquiries for a presentment code, in case its callback is lost, and the first one for a bank's page that can be open for hours.
 */
const redirectEnquiryDelayMs = 30 * minuteMs;

/** An initiated attempt whose process died is followed up after this time. */
const initiationTimeoutMs = 90 * 1000;

/** Returns the time of the next enquiry after `tries` tries. */
export function nextEnquiry(now: Date, tries: number): Date {
  return addMilliseconds(now, enquiryDelaysMs[tries] ?? maxEnquiryDelayMs);
}

/**
 * Returns when to check a redirected attempt: at its deadline, and until then a barcode or QR every half hour, since it has no browser return,
 * and a bank's page with growing pauses, as long as the attempt is old: half an hour, an hour, two hours, up to six.
 */
export function nextCheckAfterRedirect(attempt: Pick<Attempt, 'onward' | 'deadline' | 'created_at'>, now: Date): Date {
  const ageMs = now.getTime() - attempt.created_at.getTime();
  const pageDelayMs = Math.min(Math.max(ageMs, redirectEnquiryDelayMs), maxEnquiryDelayMs);
  const next = addMilliseconds(now, hasCode(attempt) ? redirectEnquiryDelayMs : pageDelayMs);
  return next < attempt.deadline ? next : attempt.deadline;
}

/** Whether a redirected attempt, which can still be paid, is enquired now: a payer is left alone at the bank for the first half hour. */
export function isCheckedAtBank(attempt: Pick<Attempt, 'onward' | 'created_at'>, now: Date): boolean {
  return hasCode(attempt) || now >= addMilliseconds(attempt.created_at, redirectEnquiryDelayMs);
}

/** Returns when to check an attempt that has just been initiated. */
export function nextCheckAfterInitiation(now: Date): Date {
  return addMilliseconds(now, initiationTimeoutMs);
}

/** When to enquire after the end of an attempt that we ended although money could still arrive. */
const followUpDelaysMs = [15 * minuteMs, hourMs, dayMs, 2 * dayMs];

/** How long we enquire if the gateway is unreachable or reports the attempt as pending: a corporate approval takes five days. */
export const maxFollowUpMs = 7 * dayMs;

/**
 * Returns the time of the next enquiry for an attempt that we ended at `endedAt`; null if there is none. `status` is the gateway's latest
 * one; null if it was unreachable.
 */
export function nextFollowUp(endedAt: Date, now: Date, status: GatewayStatus | null, tries: number): Date | null {
  switch (status) {
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

/** Schedules enquiries for an attempt that ended without a report of its gateway, since money may still arrive. */
export async function scheduleFollowUp(trx: Trx, attempt: Attempt, now: Date): Promise<void> {
  const first = nextFollowUp(now, now, 'unknown', 0);
  if (first !== null) await scheduleJob(trx, 'enquire-attempt', attempt.id, first, attempt.gateway);
}

/** Returns the jobs of an attempt in its current state. */
export function attemptJobSchedule(attempt: Attempt, now: Date): JobSchedule {
  const enquiry = { kind: 'enquire-attempt', subject: attempt.id, lane: attempt.gateway } as const;
  const approval = { kind: 'cancel-approval', subject: attempt.id, lane: attempt.gateway } as const;
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

/** Returns the jobs of an order. One whose deadline passed during an active attempt expires when that attempt ends unpaid. */
export function orderJobSchedule(order: Order, now: Date): JobSchedule {
  const expiry = { kind: 'expire-order', subject: order.refid } as const;
  return order.state === 'open'
    ? { due: [{ ...expiry, dueAt: order.deadline > now ? order.deadline : now }], cancelled: [] }
    : { due: [], cancelled: [expiry] };
}
