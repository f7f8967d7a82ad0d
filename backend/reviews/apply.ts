import { canTransitionOrder } from '@/lib/domain/payment/payment-states';
import { failure, success, type Result } from '@/lib/domain/result';
import { sumChargedBackOf } from '../chargebacks/model';
import { inTransaction, type Trx } from '../db/database';
import { reviewApplied } from '../ledger/entries';
import { recordAction } from '../operators/actions';
import type { Operator } from '../operators/model';
import { lockPayment, type Payment } from '../payments/model';
import { creditOrder, currency } from '../payments/reports';
import { writeHistory } from '../payments/transitions';
import type { Services } from '../services';
import { endEntry, findClosing, findHeldMoney, moneyEntry, readMoneyEntry, type HeldMoney } from './model';

/** Why held money does not pay its order. */
export type ApplyRefusal =
  | 'unknown-entry'
  | 'decided'
  | 'order-paid'
  | 'amount-differs'
  | 'currency-differs'
  | 'reference-credited'
  /** The gateway has taken it back for a dispute, all or part of it. */
  | 'charged-back';

/** An operator's decision on held money. */
export interface Decision {
  readonly operator: Operator;
  readonly reason: string;
}

/** Whether held money has another currency. An earlier release did not record it, but held money whose amount was right for no other reason. */
function isOtherCurrency(money: HeldMoney, amount: number): boolean {
  if (money.currency !== currency) return true;
  return money.reason === 'amount-differs' && money.amount === amount;
}

async function isCredited(trx: Trx, { gateway, gateway_reference }: HeldMoney): Promise<boolean> {
  const row = await trx
    .selectFrom('credits')
    .select('id')
    .where('gateway', '=', gateway)
    .where('gateway_reference', '=', gateway_reference)
    .executeTakeFirst();
  return row !== undefined;
}

async function findRefusal(trx: Trx, { order, attempts }: Payment, money: HeldMoney): Promise<ApplyRefusal | null> {
  const closing = await findClosing(trx, money.id);
  if (closing !== null && closing.decision !== null) return 'decided';
  if (!canTransitionOrder(order.state, 'paid')) return 'order-paid';
  const attempt = attempts.find(({ id }) => id === money.attempt_id);
  if (attempt === undefined) throw new Error('held money without an attempt');
  if (isOtherCurrency(money, attempt.amount)) return 'currency-differs';
  if (money.amount !== attempt.amount || attempt.amount !== order.total) return 'amount-differs';
  if ((await sumChargedBackOf(trx, 'review', attempt.id)) > 0) return 'charged-back';
  return (await isCredited(trx, money)) ? 'reference-credited' : null;
}

/**
 * Applies held money to its order, by an operator's decision: one SQL transaction under the order's lock credits it, as a confirmed payment is,
 * and ends the entry of the review queue. Only the exact amount is applied, and only to an order that is not paid.
 */
export async function applyHeldMoney(
  services: Services,
  entry: string,
  { operator, reason }: Decision,
): Promise<Result<'applied', ApplyRefusal>> {
  const id = readMoneyEntry(entry);
  const found = id === null ? null : await findHeldMoney(services.db, id);
  if (found === null) return failure('unknown-entry');
  const at = services.clock.now();
  const result = await inTransaction(services.db, async (trx): Promise<Result<'applied', ApplyRefusal>> => {
    const payment = await lockPayment(trx, found.order_refid);
    const attempt = payment?.attempts.find((one) => one.id === found.attempt_id);
    if (!payment || !attempt) throw new Error('held money without an attempt');
    const refusal = await findRefusal(trx, payment, found);
    if (refusal !== null) return failure(refusal);
    const { order } = payment;
    const credit = { order, attempt, reference: found.gateway_reference, bankName: null, detail: 'review-applied' };
    await creditOrder(services, trx, credit, { by: 'operator', at }, reviewApplied(order, found, at));
    await endEntry(trx, found, { decision: 'applied', reason, operator, at });
    await recordAction(trx, { operator, action: 'review-applied', subject: moneyEntry(found.id), reason, at });
    const detail = `${moneyEntry(found.id)}: ${reason}`;
    await writeHistory(trx, {
      refid: order.refid,
      attemptId: null,
      state: 'review-applied',
      by: 'operator',
      at,
      detail,
      order,
    });
    return success('applied');
  });
  services.wakeJobRunner();
  return result;
}
