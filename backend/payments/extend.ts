import type { ErrorCodeOf, RequestOf, ResponseInputOf } from '@/lib/contract/call';
import type { paymentExtend } from '@/lib/contract/payment';
import { extensionMs } from '@/lib/domain/payment/time-extension';
import { success, type Result } from '@/lib/domain/result';
import { addMilliseconds } from '../clock';
import { inTransaction, type Trx } from '../db/database';
import { refuse, type Refusal } from '../http/refusal';
import { writeJobSchedule } from '../jobs/model';
import type { Services } from '../services';
import { findActiveAttempt, lockPayment, type Attempt, type Order } from './model';
import { orderJobSchedule } from './schedule';
import { writeHistory } from './transitions';

type ExtendRefusal = Refusal<ErrorCodeOf<typeof paymentExtend>>;

/** Returns why the payer of an order cannot be given more time at `now`; null if nothing speaks against it. */
export function findExtensionObstacle(
  order: Order,
  attempts: readonly Attempt[],
  now: Date,
): ErrorCodeOf<typeof paymentExtend> | null {
  if (order.state !== 'open' || order.held_for_review || now >= order.deadline) return 'payment-ended';
  return findActiveAttempt(attempts) === null ? null : 'attempt-under-way';
}

/** Gives the payer five more minutes: payment.extend. A request that was carried out before changes nothing. */
export async function extendPayment(
  services: Services,
  { refid, extensionsLeft }: RequestOf<typeof paymentExtend>,
): Promise<Result<ResponseInputOf<typeof paymentExtend>, ExtendRefusal>> {
  return inTransaction(services.db, async (trx) => {
    const payment = await lockPayment(trx, refid);
    if (payment === null) return refuse('unknown-payment');
    const now = services.clock.now();
    const { order, attempts } = payment;
    const obstacle = findExtensionObstacle(order, attempts, now);
    if (obstacle !== null) return refuse(obstacle);
    const extended = order.extensions_left === extensionsLeft ? await extend(trx, order, now) : order;
    return success({ deadline: extended.deadline.toISOString(), extensionsLeft: extended.extensions_left });
  });
}

async function extend(trx: Trx, order: Order, at: Date): Promise<Order> {
  const deadline = addMilliseconds(order.deadline, extensionMs);
  const extended: Order = { ...order, deadline, extensions_left: order.extensions_left - 1 };
  const { refid, extensions_left: extensionsLeft } = extended;
  await trx
    .updateTable('orders')
    .set({ deadline, extensions_left: extensionsLeft })
    .where('refid', '=', refid)
    .execute();
  await writeJobSchedule(trx, orderJobSchedule(extended, at));
  const detail = `until ${deadline.toISOString()}`;
  await writeHistory(trx, { refid, attemptId: null, state: 'extended', by: 'payer', at, detail, order: extended });
  return extended;
}
