import { failure, success, type Result } from '@/lib/domain/result';
import { isInDispute, sumChargedBackOf } from '../chargebacks/model';
import { inTransaction } from '../db/database';
import { recordAction } from '../operators/actions';
import { lockPayment } from '../payments/model';
import { writeHistory } from '../payments/transitions';
import { requestRefund } from '../refunds/service';
import type { Refund } from '../refunds/model';
import type { Services } from '../services';
import type { Decision } from './apply';
import { endEntry, findClosing, findHeldMoney, moneyEntry, readMoneyEntry } from './model';

/** Why held money is not returned. `name-required`: only a named operator returns money. */
export type ReturnRefusal =
  | 'unknown-entry'
  | 'decided'
  | 'refunded-already'
  | 'other-currency'
  | 'name-required'
  /** Its reference was credited elsewhere: it is probably the same money, and is returned with evidence that it is not. */
  | 'evidence-required'
  /** The gateway has taken it back for a dispute that is not decided, or was lost with all of it. */
  | 'charged-back';

/** A decision to return held money. `evidence`: how it is known to be another payment than the one of the same reference. */
interface ReturnDecision extends Decision {
  readonly evidence?: string;
}

/**
 * Returns held money to its payer, by an operator's decision: one SQL transaction under the order's lock requests the refund of all of it, or of what was not
 * lost in a dispute, and ends the entry of the review queue. If the refund is rejected or fails, the entry is open again (`reopenEntry`).
 */
export async function returnHeldMoney(
  services: Services,
  entry: string,
  { operator, reason, evidence }: ReturnDecision,
): Promise<Result<Refund, ReturnRefusal>> {
  const id = readMoneyEntry(entry);
  const found = id === null ? null : await findHeldMoney(services.db, id);
  if (found === null) return failure('unknown-entry');
  const at = services.clock.now();
  return inTransaction(services.db, async (trx) => {
    await lockPayment(trx, found.order_refid);
    const closing = await findClosing(trx, found.id);
    if (closing !== null && closing.decision !== null) return failure('decided');
    if (found.reason === 'reference-used' && evidence === undefined) return failure('evidence-required');
    const chargedBack = await sumChargedBackOf(trx, 'review', found.attempt_id);
    const amount = found.amount - chargedBack;
    if (chargedBack > 0 && (amount <= 0 || (await isInDispute(trx, found.attempt_id)))) return failure('charged-back');
    const source = { kind: 'review', id: found.id } as const;
    const request = { source, amount, reason, requestedBy: operator };
    const refund = await requestRefund(services, request, trx);
    if (!refund.ok) {
      const { code } = refund.error;
      return failure(code === 'too-much' ? 'refunded-already' : code === 'unknown-source' ? 'unknown-entry' : code);
    }
    const subject = moneyEntry(found.id);
    const why = evidence === undefined ? reason : `${reason}; another payment by: ${evidence}`;
    await endEntry(trx, found, { decision: 'returned', reason: why, operator, at });
    await recordAction(trx, { operator, action: 'review-returned', subject, reason: why, at });
    const detail = `${subject}: ${why}`;
    await writeHistory(trx, {
      refid: found.order_refid,
      attemptId: null,
      state: 'review-returned',
      by: 'operator',
      at,
      detail,
    });
    return success(refund.value);
  });
}
