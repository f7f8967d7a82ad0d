import { addMilliseconds, dayMs, hourMs, minuteMs } from '../clock';
import { inTransaction } from '../db/database';
import type { JobHandler } from '../jobs/runner';
import { nextFollowUp } from '../payments/schedule';
import type { Services } from '../services';
import { findCardCheck, isOpen, toCheckOrder, updateCardCheck, type CardCheck } from './card-checks';
import {
  approveCard,
  gatewayOfCards,
  isAbout,
  lockCheck,
  settleCardCheck,
  writeCheckHistory,
  type CardGateway,
} from './card-verification';

/** Asks for a card that the acquirer had not heard of when it was refused: what it is charged after all is given back. */
async function followUp(
  services: Services,
  gateway: CardGateway,
  check: CardCheck,
  tries: number,
): Promise<Date | null> {
  const report = await gateway.enquire(toCheckOrder(check));
  const isKnown = report.ok && isAbout(report.value, check);
  if (isKnown && report.value.verdict === 'successful') await approveCard(services, check, report.value, 'timer');
  return nextFollowUp(check.created_at, services.clock.now(), isKnown ? report.value.verdict : null, tries);
}

/** Gives an approved charge back; null once the acquirer has confirmed that, else when to try again. */
async function giveBack(services: Services, gateway: CardGateway, check: CardCheck, again: Date): Promise<Date | null> {
  const reversed = await gateway.voidPayment(toCheckOrder(check));
  if (!reversed.ok || reversed.value.number !== check.number || reversed.value.verdict !== 'cancelled') return again;
  await inTransaction(services.db, async (trx) => {
    const current = await lockCheck(trx, check);
    if (current?.state !== 'approved') return;
    const now = services.clock.now();
    await updateCardCheck(trx, check.id, { state: 'reversed', reversed_at: now });
    await writeCheckHistory(trx, check, 'card-verification-reversed', { by: 'backend', at: now });
  });
  return null;
}

/**
 * Ends what a payer has left open, and gives back what was approved: again and again until the acquirer confirms it. `onNotGivenBack` is
 * told of a charge whose reversal is a day late.
 */
export function createCardCheckJob(services: Services, onNotGivenBack: (number: string) => void): JobHandler {
  return async ({ subject, tries }) => {
    const check = await findCardCheck(services.db, { id: Number(subject) });
    const gateway = gatewayOfCards(services);
    if (check === null || gateway === null || check.state === 'reversed') return null;
    if (check.state === 'refused') return followUp(services, gateway, check, tries);
    const now = services.clock.now();
    const again = addMilliseconds(now, Math.min(minuteMs * 2 ** Math.min(tries, 9), 6 * hourMs));
    if (isOpen(check)) {
      if (check.state === 'challenged' && now < check.deadline && !check.is_given_up) return check.deadline;
      await settleCardCheck(services, check, 'timer');
      // Whatever ended it has scheduled what is left to do.
      const settled = await findCardCheck(services.db, { id: check.id });
      return settled !== null && isOpen(settled) ? again : null;
    }
    const next = await giveBack(services, gateway, check, again);
    if (next !== null && check.approved_at !== null && now > addMilliseconds(check.approved_at, dayMs)) {
      onNotGivenBack(check.number);
    }
    return next;
  };
}
