import { inTransaction, type Db, type Trx } from '../db/database';
import type { RefundAnswer } from '../gateways/gateway';
import { lockPayment } from '../payments/model';
import type { Services } from '../services';
import { completeRefund, failRefund } from './completion';
import { findRefund, readGatewayRefunds, type Refund } from './model';
import { isBeyondPayment } from './service';
import { transitionRefund } from './transitions';

/** Locks the order of a refund, and runs `change` with the refund as it is then; null if its state is another one than `state`. */
async function withLockedRefund(
  db: Db,
  { id, refid }: Pick<Refund, 'id' | 'refid'>,
  state: Refund['state'],
  change: (trx: Trx, refund: Refund) => Promise<Refund | null>,
): Promise<Refund | null> {
  return inTransaction(db, async (trx) => {
    await lockPayment(trx, refid);
    const refund = await findRefund(trx, { id });
    return refund?.state === state ? change(trx, refund) : null;
  });
}

/**
 * Marks an approved refund as sent before it is: after a kill it is asked for, not repeated. `isAlone`: no other refund of its payment may be in
 * flight. One whose payment was charged back since it was approved is left to a person. Returns null if it may not be sent, or not yet.
 */
export async function markRefundSent(
  { db, clock }: Services,
  refund: Refund,
  { isAlone }: { readonly isAlone: boolean },
): Promise<Refund | null> {
  return withLockedRefund(db, refund, 'approved', async (trx, current) => {
    if (await isBeyondPayment(trx, current)) {
      const cause = 'charged-back';
      await transitionRefund(trx, current, 'manual', { by: 'backend', at: clock.now(), detail: cause }, { cause });
      return null;
    }
    if (isAlone && (await readGatewayRefunds(trx, current.attemptId)).isInFlight) return null;
    return transitionRefund(trx, current, 'sent', { by: 'backend', at: clock.now() });
  });
}

/**
 * Whether a refund that was sent, and that the gateway does not know, may be sent again: its payment was not charged back since. While it is,
 * `cause` tells the review queue why the refund is not repeated.
 */
export async function canRepeatRefund({ db }: Services, refund: Refund): Promise<boolean> {
  const repeatable = await withLockedRefund(db, refund, 'sent', async (trx, current) => {
    const isChargedBack = await isBeyondPayment(trx, current);
    const cause = isChargedBack ? 'charged-back' : null;
    if (cause !== current.cause) {
      await trx.updateTable('refunds').set({ cause }).where('id', '=', current.id).execute();
    }
    return isChargedBack ? null : current;
  });
  return repeatable !== null;
}

/** Puts an approved refund before a person: the gateway cannot, or must not, be asked to make it. */
export async function leaveToPerson({ db, clock }: Services, refund: Refund, cause: string): Promise<void> {
  await withLockedRefund(db, refund, 'approved', (trx, current) =>
    transitionRefund(trx, current, 'manual', { by: 'gateway', at: clock.now(), detail: cause }, { cause }),
  );
}

/**
 * Records a gateway's answer to a refund that was sent. One that has ended meanwhile, or is not decided, stays as it is. Returns whether the
 * refund has ended.
 */
export async function recordRefundAnswer(services: Services, refund: Refund, answer: RefundAnswer): Promise<boolean> {
  if (answer.status === 'pending' || answer.status === 'unknown') return false;
  const transition = { by: 'gateway', at: services.clock.now() } as const;
  await withLockedRefund(services.db, refund, 'sent', (trx, current) =>
    answer.status === 'succeeded'
      ? completeRefund(services, trx, current, transition, { gatewayReference: answer.gatewayReference })
      : failRefund(trx, current, transition, { cause: answer.reason }),
  );
  return true;
}
