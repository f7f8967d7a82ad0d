import { requestCardDeletion } from '../cards/card-deletions';
import { addMilliseconds, hourMs, minuteMs } from '../clock';
import { inTransaction } from '../db/database';
import { findGateway } from '../gateways-in-use';
import { verificationReversed } from '../ledger/entries';
import { writeJournal } from '../ledger/journal';
import type { JobHandler } from '../jobs/runner';
import { maxFollowUpMs, nextFollowUp } from '../payments/schedule';
import type { Services } from '../services';
import {
  amountDiffers,
  findCardVerification,
  isOpen,
  isWithoutCharge,
  reviewAfterMs,
  toVerificationOrder,
  updateCardVerification,
  type CardVerification,
} from './card-verification-model';
import {
  approveCard,
  matchesVerification,
  isUnexpectedCharge,
  lockVerification,
  flagUnexpectedCharge,
  enquireCardVerification,
  readVerification,
  writeVerificationHistory,
} from './card-verification';

/** Enquires about a card verification that was refused because the acquirer did not know it: a charge found now is reversed. */
async function followUp(services: Services, verification: CardVerification, tries: number): Promise<Date | null> {
  const read = await readVerification(services, verification);
  const report = read.ok ? read.value.report : null;
  const isKnown = report !== null && matchesVerification(report, verification);
  if (read.ok && isKnown && report.status === 'successful') {
    await approveCard(services, verification, read.value, 'timer');
  }
  if (report !== null && isUnexpectedCharge(report, verification))
    await flagUnexpectedCharge(services, verification, report);
  return nextFollowUp(verification.created_at, services.clock.now(), isKnown ? report.status : null, tries);
}

/** Has the gateway void the charge. Returns true once it has confirmed that. */
async function voidCharge({ gateways }: Services, verification: CardVerification): Promise<boolean> {
  const gateway = findGateway(gateways, verification.gateway);
  const voided = await gateway?.voidPayment?.(toVerificationOrder(verification));
  return voided?.ok === true && voided.value.number === verification.number && voided.value.status === 'cancelled';
}

/** Reverses an approved verification. Returns true once the gateway has confirmed it. */
async function reverse(services: Services, verification: CardVerification): Promise<boolean> {
  if (!(await voidCharge(services, verification))) return false;
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

/** Ends a verification whose card its gateway keeps for no registration: another job has the gateway delete the card. */
async function release(services: Services, verification: CardVerification): Promise<void> {
  await inTransaction(services.db, async (trx) => {
    const current = await lockVerification(trx, verification);
    if (current?.state !== 'approved') return;
    const now = services.clock.now();
    await updateCardVerification(trx, verification.id, { state: 'reversed', reversed_at: now });
    const { gateway, card_token: token, order_refid: refid } = current;
    if (token !== null) await requestCardDeletion(trx, { gateway, token, refid }, now);
  });
  services.wakeJobRunner();
}

/**
 * Ends verifications that payers left open, reverses approved charges, and ends the use of cards that gateways keep for no registration: retries for
 * a week, until the gateway confirms. Calls `onNotReversed` for a charge whose reversal is a day late, and for one with another amount: both are
 * also in the review queue.
 */
export function createCardVerificationJob(services: Services, onNotReversed: (number: string) => void): JobHandler {
  /** When to retry; null after the last retry. */
  function again({ created_at, approved_at }: CardVerification, tries: number): Date | null {
    const next = addMilliseconds(services.clock.now(), Math.min(minuteMs * 2 ** Math.min(tries, 9), 6 * hourMs));
    return next <= addMilliseconds(approved_at ?? created_at, maxFollowUpMs) ? next : null;
  }

  return async ({ subject, tries }) => {
    const verification = await findCardVerification(services.db, { id: Number(subject) });
    if (verification === null || verification.state === 'reversed') return null;
    if (verification.state === 'refused') return followUp(services, verification, tries);
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
    if (isWithoutCharge(verification)) {
      // A registration is charged by it, unless it was given up.
      if (verification.is_given_up) await release(services, verification);
      return null;
    }
    if (await reverse(services, verification)) return null;
    if (verification.approved_at !== null && now > addMilliseconds(verification.approved_at, reviewAfterMs))
      onNotReversed(verification.number);
    return again(verification, tries);
  };
}
