import { hasEnded, type AttemptEnd } from '@/lib/domain/payment/payment-states';
import { addMilliseconds, dayMs, hourMs, minuteMs } from '../clock';
import { inTransaction } from '../db/database';
import { findGateway } from '../gateways-in-use';
import { writeJobSchedule } from '../jobs/model';
import type { JobHandler } from '../jobs/runner';
import type { Services } from '../services';
import { notApproved, tellOfApproval } from './approval-message';
import { enquireGateway, enquireAttempt, abandonAttempt, settleChargeOfKeptCard } from './enquiries';
import { findActiveAttempt, findAttempt, loadPayment, lockPayment, type Attempt } from './model';
import { applyReport } from './reports';
import {
  isCheckedAtBank,
  nextCheckAfterRedirect,
  nextEnquiry,
  nextFollowUp,
  orderJobSchedule,
  scheduleFollowUp,
} from './schedule';
import { closeOrder, findStateEnteredAt, transitionAttempt } from './transitions';

/** An attempt that is unknown to its gateway a day after it was begun, and after the end of its session, is lost. */
const lostAfterMs = dayMs;
/** What is paid at the end of a session of many hours can be unknown for a while. */
const sessionGraceMs = 2 * hourMs;

function isLost({ created_at: createdAt, deadline }: Attempt, now: Date): boolean {
  return now > addMilliseconds(createdAt, lostAfterMs) && now > addMilliseconds(deadline, sessionGraceMs);
}

function endWhenUnknown(attempt: Attempt, now: Date): AttemptEnd | null {
  switch (attempt.state) {
    case 'created':
    case 'initiated':
      // Its charge is sent again under the same number (auto-debit/charges): it must not end meanwhile.
      return attempt.is_merchant_initiated ? null : 'failed';
    case 'redirected':
      return now >= attempt.deadline ? 'expired' : null;
    case 'authorised':
    case 'pending':
      return !attempt.gateway_answered || isLost(attempt, now) ? 'failed' : null;
    default:
      return null;
  }
}

/** Enquires about an attempt that we ended without a report of its gateway: money that is found goes to review. */
async function followUp(services: Services, attempt: Attempt, tries: number): Promise<Date | null> {
  const endedAt = await findStateEnteredAt(services.db, attempt);
  if (attempt.state === 'successful' || endedAt === null) return null;
  const first = nextFollowUp(endedAt, endedAt, 'unknown', 0);
  if (first !== null && services.clock.now() < first) return first;
  const report = await enquireGateway(services, attempt);
  const status = report.ok ? report.value.status : null;
  if (report.ok && status === 'successful') {
    await applyReport(services, attempt, report.value, { by: 'timer', whenUnknown: null });
  }
  return nextFollowUp(endedAt, services.clock.now(), status, tries);
}

/** Enquires about an attempt with increasing delays, and a few times more if we ended it ourselves. */
export function createEnquiryJob(services: Services): JobHandler {
  return async ({ subject, tries }) => {
    const attempt = await findAttempt(services.db, { id: Number(subject) });
    if (attempt === null) return null;
    if (hasEnded(attempt.state)) return followUp(services, attempt, tries);
    const now = services.clock.now();
    const isShown = attempt.state === 'redirected' && now < attempt.deadline;
    if (isShown && !isCheckedAtBank(attempt, now)) return nextCheckAfterRedirect(attempt, now);
    // The process died while it initiated this attempt: the payer has not seen its next action.
    const isBeginning = attempt.state === 'created' || attempt.state === 'initiated';
    const isChargedOnce = findGateway(services.gateways, attempt.gateway)?.tokens !== undefined;
    // The job of the charge asks about it (auto-debit/charges): what was prepared must not be withdrawn while it is charged.
    if (isBeginning && attempt.is_merchant_initiated && isChargedOnce) return nextEnquiry(now, tries);
    const handling = { by: 'timer', whenUnknown: endWhenUnknown(attempt, now) } as const;
    const settled = await settleChargeOfKeptCard(services, attempt, handling);
    const enquiry =
      settled ??
      (isBeginning
        ? await abandonAttempt(services, attempt, handling)
        : await enquireAttempt(services, attempt, handling.whenUnknown, handling));
    if (enquiry.ok && hasEnded(enquiry.value)) return null;
    return isShown ? nextCheckAfterRedirect(attempt, now) : nextEnquiry(services.clock.now(), tries);
  };
}

/** Expires an order at its deadline, unless an active attempt may hold money. What is confirmed later is late: see reports.ts. */
export function createExpiryJob(services: Services): JobHandler {
  return async ({ subject }) => {
    const found = await loadPayment(services.db, { refid: subject });
    if (!found.ok || found.value.order.state !== 'open') return null;
    const now = services.clock.now();
    if (now < found.value.order.deadline) return found.value.order.deadline;
    const active = findActiveAttempt(found.value.attempts);
    // A code, and a bank's page that was opened late, can be paid after the payment page's deadline: the order waits for it.
    if (active?.state === 'redirected' && now < active.deadline) return active.deadline;
    if (active?.state === 'redirected')
      await enquireAttempt(services, active, 'expired', { by: 'timer', detail: 'deadline' });
    return inTransaction(services.db, async (trx) => {
      const payment = await lockPayment(trx, subject);
      if (payment === null || payment.order.state !== 'open') return null;
      // The payer was given more time meanwhile.
      if (now < payment.order.deadline) return payment.order.deadline;
      // The attempt's end reschedules this job; checks every 15 minutes as well, in case that fails.
      if (findActiveAttempt(payment.attempts) !== null) return addMilliseconds(now, 15 * minuteMs);
      await closeOrder(trx, payment.order, 'expired', { by: 'timer', at: now });
      return null;
    });
  };
}

/** Cancels a corporate payment that was not approved within five days. Specification, section 9. */
export function createApprovalJob(services: Services): JobHandler {
  return async ({ subject }) => {
    const attempt = await findAttempt(services.db, { id: Number(subject) });
    if (attempt?.state !== 'pending-approval') return null;
    const now = services.clock.now();
    if (attempt.approval_deadline !== null && now < attempt.approval_deadline) return attempt.approval_deadline;
    const report = await enquireGateway(services, attempt);
    // It must be known whether money has moved before the attempt is cancelled: one that is pending may have been approved.
    if (!report.ok) return addMilliseconds(now, 5 * minuteMs);
    if (report.value.status !== 'pending-approval') {
      await applyReport(services, attempt, report.value, { by: 'timer', whenUnknown: 'cancelled' });
    }
    await inTransaction(services.db, async (trx) => {
      const payment = await lockPayment(trx, attempt.order_refid);
      const current = payment?.attempts.find(({ id }) => id === attempt.id);
      if (!payment || current?.state !== 'pending-approval') return;
      const move = { by: 'timer', at: now, detail: 'not approved in time' } as const;
      const cancelled = await transitionAttempt(trx, current, 'cancelled', move, {
        reason_code: notApproved,
        card_to_save: null,
      });
      await tellOfApproval(services, trx, payment.order, { before: current, after: cancelled, at: now });
      // A bank may still accept a late approval.
      await scheduleFollowUp(trx, cancelled, now);
      const isOver = payment.order.state === 'open' && now >= payment.order.deadline;
      if (isOver) await closeOrder(trx, payment.order, 'cancelled', move);
      else await writeJobSchedule(trx, orderJobSchedule(payment.order, now));
    });
    services.wakeJobRunner();
    return null;
  };
}
