import { addMilliseconds, hourMs, minuteMs } from '../clock';
import { inTransaction } from '../db/database';
import type { JobHandler } from '../jobs/runner';
import { maxFollowUpMs, nextFollowUp } from '../payments/schedule';
import type { Services } from '../services';
import {
  amountDiffers,
  findCardVerification,
  isOpen,
  reviewAfterMs,
  toVerificationOrder,
  updateCardVerification,
  type CardVerification,
} from './card-verification-model';
import {
  approveCard,
  findCardVerificationGateway,
  matchesVerification,
  isUnexpectedCharge,
  lockVerification,
  flagUnexpectedCharge,
  enquireCardVerification,
  writeVerificationHistory,
  type CardGateway,
} from './card-verification';

/** Enquires about a card verification that was refused because the acquirer did not know it: a charge found now is reversed. */
async function followUp(
  services: Services,
  gateway: CardGateway,
  check: CardVerification,
  tries: number,
): Promise<Date | null> {
  const report = await gateway.enquire(toVerificationOrder(check));
  const isKnown = report.ok && matchesVerification(report.value, check);
  if (isKnown && report.value.status === 'successful') await approveCard(services, check, report.value, 'timer');
  if (report.ok && isUnexpectedCharge(report.value, check)) await flagUnexpectedCharge(services, check, report.value);
  return nextFollowUp(check.created_at, services.clock.now(), isKnown ? report.value.status : null, tries);
}

/** Reverses an approved charge. Returns true once the acquirer has confirmed the reversal. */
async function reverseCharge(services: Services, gateway: CardGateway, check: CardVerification): Promise<boolean> {
  const reversed = await gateway.voidPayment(toVerificationOrder(check));
  if (!reversed.ok || reversed.value.number !== check.number || reversed.value.status !== 'cancelled') return false;
  await inTransaction(services.db, async (trx) => {
    const current = await lockVerification(trx, check);
    if (current?.state !== 'approved') return;
    const now = services.clock.now();
    await updateCardVerification(trx, check.id, { state: 'reversed', reversed_at: now });
    await writeVerificationHistory(trx, check, 'card-verification-reversed', { by: 'backend', at: now });
  });
  return true;
}

/**
 * Ends verifications that payers left open, and reverses approved charges: retries for a week, until the acquirer confirms. Calls
 * `onNotReversed` for a charge whose reversal is a day late, and for one with another amount: both are also in the review queue.
 */
export function createCardVerificationJob(services: Services, onNotReversed: (number: string) => void): JobHandler {
  /** When to retry; null after the last retry. */
  function again({ created_at, approved_at }: CardVerification, tries: number): Date | null {
    const next = addMilliseconds(services.clock.now(), Math.min(minuteMs * 2 ** Math.min(tries, 9), 6 * hourMs));
    return next <= addMilliseconds(approved_at ?? created_at, maxFollowUpMs) ? next : null;
  }

  return async ({ subject, tries }) => {
    const check = await findCardVerification(services.db, { id: Number(subject) });
    const gateway = findCardVerificationGateway(services);
    if (check === null || gateway === null || check.state === 'reversed') return null;
    if (check.state === 'refused') return followUp(services, gateway, check, tries);
    const now = services.clock.now();
    if (isOpen(check)) {
      if (check.state === 'challenged' && now < check.deadline && !check.is_given_up) return check.deadline;
      await enquireCardVerification(services, check, 'timer');
      // The code that ended it has scheduled the next step.
      const settled = await findCardVerification(services.db, { id: check.id });
      if (settled === null || !isOpen(settled)) return null;
      if (settled.reason_code === amountDiffers) onNotReversed(check.number);
      return again(check, tries);
    }
    if (await reverseCharge(services, gateway, check)) return null;
    if (check.approved_at !== null && now > addMilliseconds(check.approved_at, reviewAfterMs))
      onNotReversed(check.number);
    return again(check, tries);
  };
}
