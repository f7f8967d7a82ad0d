import { failure, success, type Result } from '@/lib/domain/result';
import { sumChargedBackOf } from '../chargebacks/model';
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
  /** The gateway has taken it back for a dispute, all or part of it. */
  | 'charged-back';

/**
 * Returns held money to its payer, by an operator's decision: one SQL transaction under the order's lock requests the refund of all of it and ends
 * the entry of the review queue. If the refund is rejected or fails, the entry is open again (`reopenEntry`).
 */
export async function returnHeldMoney(
  services: Services,
  entry: string,
  { operator, reason }: Decision,
): Promise<Result<Refund, ReturnRefusal>> {
  const id = readMoneyEntry(entry);
  const found = id === null ? null : await findHeldMoney(services.db, id);
  if (found === null) return failure('unknown-entry');
  const at = services.clock.now();
  return inTransaction(services.db, async (trx) => {
    await lockPayment(trx, found.order_refid);
    const closing = await findClosing(trx, found.id);
    if (closing !== null && closing.decision !== null) return failure('decided');
    if ((await sumChargedBackOf(trx, 'review', found.attempt_id)) > 0) return failure('charged-back');
    const source = { kind: 'review', id: found.id } as const;
    const request = { source, amount: found.amount, reason, requestedBy: operator };
    const refund = await requestRefund(services, request, trx);
    if (!refund.ok) {
      const { code } = refund.error;
      return failure(code === 'too-much' ? 'refunded-already' : code === 'unknown-source' ? 'unknown-entry' : code);
    }
    const subject = moneyEntry(found.id);
    await endEntry(trx, found, { decision: 'returned', reason, operator, at });
    await recordAction(trx, { operator, action: 'review-returned', subject, reason, at });
    const detail = `${subject}: ${reason}`;
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
