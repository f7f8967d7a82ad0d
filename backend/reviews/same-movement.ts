import { failure, success, type Result } from '@/lib/domain/result';
import { sumChargedBackOf } from '../chargebacks/model';
import { inTransaction } from '../db/database';
import { reviewSameMovement } from '../ledger/entries';
import { writeJournal } from '../ledger/journal';
import { recordAction } from '../operators/actions';
import { lockPayment } from '../payments/model';
import { writeHistory } from '../payments/transitions';
import { closeDifferencesOf, isSettled } from '../reconciliation/differences';
import { sumRefunding } from '../refunds/model';
import type { Services } from '../services';
import type { Decision } from './apply';
import { endEntry, findClosing, findHeldMoney, moneyEntry, readMoneyEntry } from './model';

/** Why held money is not the same movement as other money. */
export type SameMovementRefusal =
  | 'unknown-entry'
  | 'decided'
  /** It is held for another reason than that its reference is known already. */
  | 'own-reference'
  | 'refunded-already'
  /** The gateway has paid it out besides the other money. */
  | 'settled'
  /** The gateway has taken it back for a dispute, all or part of it. */
  | 'charged-back';

/**
 * Ends held money that its gateway has reported under the reference of other money, by an operator's decision that both are one movement: in one SQL
 * transaction under the order's lock, it leaves suspense and the gateway's clearing account, where it never was, and the differences of reconciliation
 * about it are closed.
 */
export async function endSameMovement(
  services: Services,
  entry: string,
  { operator, reason }: Decision,
): Promise<Result<'ended', SameMovementRefusal>> {
  const id = readMoneyEntry(entry);
  const found = id === null ? null : await findHeldMoney(services.db, id);
  if (found === null) return failure('unknown-entry');
  const at = services.clock.now();
  return inTransaction(services.db, async (trx) => {
    const { order_refid: refid } = found;
    await lockPayment(trx, refid);
    const closing = await findClosing(trx, found.id);
    if (closing !== null && closing.decision !== null) return failure('decided');
    if (found.reason !== 'reference-used') return failure('own-reference');
    if ((await sumRefunding(trx, { kind: 'review', id: found.id })) > 0) return failure('refunded-already');
    if ((await sumChargedBackOf(trx, 'review', found.attempt_id)) > 0) return failure('charged-back');
    const item = `payment-held ${found.gateway} ${found.gateway_reference}`;
    if (await isSettled(trx, item)) return failure('settled');
    await writeJournal(trx, [reviewSameMovement(found, at)]);
    await endEntry(trx, found, { decision: 'same-movement', reason, operator, at });
    await closeDifferencesOf(trx, item, { by: operator, reason, at });
    const subject = moneyEntry(found.id);
    await recordAction(trx, { operator, action: 'review-same-movement', subject, reason, at });
    const transition = { state: 'review-same-movement', by: 'operator', at, detail: `${subject}: ${reason}` } as const;
    await writeHistory(trx, { refid, attemptId: null, ...transition });
    return success('ended');
  });
}
