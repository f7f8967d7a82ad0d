import { setTimeout as pause } from 'node:timers/promises';
import type { Outcome } from '@/lib/domain/payment/outcomes';
import { hasEnded } from '@/lib/domain/payment/payment-states';
import { success, type Result } from '@/lib/domain/result';
import { inTransaction } from '../db/database';
import { secondMs } from '../clock';
import { refuse, type Refusal } from '../http/refusal';
import type { Services } from '../services';
import { abandonAttempt } from './enquiries';
import { findActiveAttempt, loadPayment, lockPayment, mayBeBeginning } from './model';
import { closeOrder, type Actor } from './transitions';

type CancelRefusal = Refusal<'unknown-payment' | 'attempt-under-way' | 'payment-ended'>;

/** How long a cancellation waits for a gateway that is being called: a card's authorisation takes seconds, and the site waits 40 s for us. */
const maxWaitMs = 15 * secondMs;
const pollMs = 500;

/**
 * Loads a payment whose latest attempt is not just being begun by another request. A gateway that does not know it yet may still approve it,
 * and money of a cancelled payment would be held for review. Beyond the longest wait it is returned as it is.
 */
async function loadOnceBegun({ db, clock }: Services, refid: string): ReturnType<typeof loadPayment> {
  for (let waitedMs = 0; ; waitedMs += pollMs) {
    const found = await loadPayment(db, { refid });
    const active = found.ok ? findActiveAttempt(found.value.attempts) : null;
    if (active === null || !mayBeBeginning(active, clock.now()) || waitedMs >= maxWaitMs) return found;
    await pause(pollMs);
  }
}

/**
 * Cancels a payment for the payer, payment.cancel, or for the partner, order.cancel. An active attempt is enquired first, and only a
 * payment that holds no money is cancelled. Idempotent.
 */
export async function cancelPayment(
  services: Services,
  refid: string,
  by: Actor = 'payer',
): Promise<Result<{ readonly refid: string; readonly status: Outcome }, CancelRefusal>> {
  const found = await loadOnceBegun(services, refid);
  if (!found.ok) return refuse(found.error);
  const active = findActiveAttempt(found.value.attempts);
  if (active !== null) {
    if (mayBeBeginning(active, services.clock.now())) return refuse('attempt-under-way');
    const detail = by === 'payer' ? 'gave up' : 'taken back';
    const handling = { by, whenUnknown: 'cancelled', detail, spendsBudget: by === 'payer' } as const;
    const enquiry = await abandonAttempt(services, active, handling);
    if (!enquiry.ok || !hasEnded(enquiry.value)) return refuse('attempt-under-way');
  }
  return inTransaction(services.db, async (trx) => {
    const payment = await lockPayment(trx, refid);
    if (payment === null) return refuse('unknown-payment');
    const { order, attempts } = payment;
    if (order.state === 'cancelled' && order.refusal === null) return success({ refid, status: 'cancelled' });
    if (order.state !== 'open' || order.held_for_review) return refuse('payment-ended');
    // Another tab may have initiated an attempt meanwhile.
    if (findActiveAttempt(attempts) !== null) return refuse('attempt-under-way');
    await closeOrder(trx, order, 'cancelled', { by, at: services.clock.now() });
    return success({ refid, status: 'cancelled' });
  });
}
