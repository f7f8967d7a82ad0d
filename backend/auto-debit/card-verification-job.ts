import { addMilliseconds, hourMs, minuteMs } from '../clock';
import { inTransaction } from '../db/database';
import { verificationReversed } from '../ledger/entries';
import { writeJournal } from '../ledger/journal';
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
  verification: CardVerification,
  tries: number,
): Promise<Date | null> {
  const report = await gateway.enquire(toVerificationOrder(verification));
  const isKnown = report.ok && matchesVerification(report.value, verification);
  if (isKnown && report.value.status === 'successful') await approveCard(services, verification, report.value, 'timer');
  if (report.ok && isUnexpectedCharge(report.value, verification))
    await flagUnexpectedCharge(services, verification, report.value);
  return nextFollowUp(verification.created_at, services.clock.now(), isKnown ? report.value.status : null, tries);
}

/** Reverses an approved charge. Returns true once the acquirer has confirmed the reversal. */
async function reverseCharge(
  services: Services,
  gateway: CardGateway,
  verification: CardVerification,
): Promise<boolean> {
  const reversed = await gateway.voidPayment(toVerificationOrder(verification));
  if (!reversed.ok || reversed.value.number !== verification.number || reversed.value.status !== 'cancelled')
    return false;
  await inTransaction(services.db, async (trx) => {
    const current = await lockVerification(trx, verification);
    if (current?.state !== 'approved') return;
    const now = services.clock.now();
    await updateCardVerification(trx, verification.id, { state: 'reversed', reversed_at: now });
    await writeJournal(trx, [verificationReversed(current, now)]);
    await writeVerificationHistory(trx, verification, 'card-verification-reversed', { by: 'backend', at: now });
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
    const verification = await findCardVerification(services.db, { id: Number(subject) });
    const gateway = findCardVerificationGateway(services);
    if (verification === null || gateway === null || verification.state === 'reversed') return null;
    if (verification.state === 'refused') return followUp(services, gateway, verification, tries);
    const now = services.clock.now();
    if (isOpen(verification)) {
      if (verification.state === 'challenged' && now < verification.deadline && !verification.is_given_up)
        return verification.deadline;
      await enquireCardVerification(services, verification, 'timer');
      // The code that ended it has scheduled the next step.
      const settled = await findCardVerification(services.db, { id: verification.id });
      if (settled === null || !isOpen(settled)) return null;
      if (settled.reason_code === amountDiffers) onNotReversed(verification.number);
      return again(verification, tries);
    }
    if (await reverseCharge(services, gateway, verification)) return null;
    if (verification.approved_at !== null && now > addMilliseconds(verification.approved_at, reviewAfterMs))
      onNotReversed(verification.number);
    return again(verification, tries);
  };
}
