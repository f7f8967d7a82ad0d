import { afterCommit, type Trx } from '../db/database';
import type { RefundEvidence } from '../db/tables';
import { writeMessage } from '../outbox/model';
import { enqueueWebhook } from '../partners/webhooks';
import type { Transition } from '../payments/transitions';
import { writeReversal } from '../reversals/model';
import type { Services } from '../services';
import { buildRefundMessage } from './message';
import { listRefundsOfOrder, type Refund } from './model';
import { transitionRefund } from './transitions';

/** How a refund has succeeded: by the gateway's number of it, or by a person's evidence. */
interface Completion {
  readonly gatewayReference?: string;
  readonly evidence?: RefundEvidence;
  readonly endedBy?: string;
}

/**
 * Ends a refund whose money has been returned, under the order's lock: its posting is taken back at the biller, the partner hears of it, and the
 * payer gets a message.
 */
export async function completeRefund(
  services: Services,
  trx: Trx,
  refund: Refund,
  transition: Transition,
  completion: Completion,
): Promise<Refund> {
  const ended = await transitionRefund(trx, refund, 'succeeded', transition, completion);
  if (refund.creditId !== null) await writeReversal(trx, { ...refund, creditId: refund.creditId }, transition.at);
  const refunds = await listRefundsOfOrder(trx, refund.refid);
  if (refunds.some(({ id }) => id === refund.id)) {
    await enqueueWebhook(trx, refund.refid, 'order.refunded', transition.at, {
      refund: { reference: refund.reference, amount: refund.amount },
    });
  }
  const message = await buildRefundMessage(services, trx, ended);
  if (message !== null) await writeMessage(trx, message, transition.at);
  afterCommit(trx, () => services.wakeJobRunner());
  return ended;
}

/** Ends a refund of which nothing was returned, under the order's lock. Its money can be refunded again. */
export async function failRefund(
  trx: Trx,
  refund: Refund,
  transition: Transition,
  change: { readonly cause: string; readonly endedBy?: string },
): Promise<Refund> {
  return transitionRefund(trx, refund, 'failed', { ...transition, detail: change.cause }, change);
}
