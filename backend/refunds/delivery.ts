import { sen } from '@/lib/domain/money';
import { nextCallAt } from '../billers/next-call';
import { findGateway } from '../gateways-in-use';
import type { GatewayRefunds, RefundAnswer, RefundOrder } from '../gateways/gateway';
import type { JobHandler } from '../jobs/runner';
import { findAttempt, findOrder } from '../payments/model';
import { toAttemptOrder } from '../payments/enquiries';
import type { Services } from '../services';
import { canRepeatRefund, leaveToPerson, markRefundSent, recordRefundAnswer } from './answers';
import { findRefund, readGatewayRefunds, type Refund } from './model';
import { isAsBooked, isRefundIncluded } from './refunded-state';

type RefundsOf<Repeats extends GatewayRefunds['repeats']> = Extract<GatewayRefunds, { readonly repeats: Repeats }>;

async function toRefundOrder({ db }: Services, refund: Refund): Promise<RefundOrder> {
  const attempt = await findAttempt(db, { id: refund.attemptId });
  const order = await findOrder(db, refund.refid);
  if (attempt === null || order === null) throw new Error('a refund without a payment');
  const { reference, paymentReference: gatewayReference, amount } = refund;
  return { reference, gatewayReference, amount: sen(amount), payment: toAttemptOrder(attempt, order) };
}

/** Sends a refund to a gateway that makes it once under its reference; one that was sent is asked for first. Null: it is not ours to send now. */
async function deliverByReference(
  services: Services,
  calls: RefundsOf<'by-reference'>,
  refund: Refund,
  order: RefundOrder,
): Promise<RefundAnswer | null> {
  if (refund.state === 'approved') {
    const sent = await markRefundSent(services, refund, { isAlone: false });
    return sent === null ? null : calls.refund(order);
  }
  const found = await calls.findRefund(order);
  if (found.status !== 'not-found') return found;
  return (await canRepeatRefund(services, refund)) ? calls.refund(order) : { status: 'unknown' };
}

/**
 * Sends a refund to a gateway without an idempotency key, alone and once. One that was sent, and whose answer was lost, is known by what the
 * gateway calls refunded; it is never repeated. 'unknown' also while another one of the payment is in flight, or the gateway does not answer.
 */
async function deliverOnce(
  services: Services,
  calls: RefundsOf<'never'>,
  refund: Refund,
  order: RefundOrder,
): Promise<RefundAnswer | null> {
  const before = await readGatewayRefunds(services.db, refund.attemptId);
  // Another refund of the payment is in flight: this one is next.
  if (refund.state === 'approved' && before.isInFlight) return { status: 'unknown' };
  const told = await calls.readRefunded(order.payment);
  if (!told.ok) return { status: 'unknown' };
  if (refund.state === 'sent') {
    return isRefundIncluded(told.value, before.booked, refund.amount)
      ? { status: 'succeeded', gatewayReference: order.gatewayReference }
      : { status: 'unknown' };
  }
  if (!isAsBooked(told.value, before.booked)) {
    // Unless another process has made a refund of the payment meanwhile.
    const { booked, isInFlight } = await readGatewayRefunds(services.db, refund.attemptId);
    if (isInFlight || booked !== before.booked) return { status: 'unknown' };
    await leaveToPerson(services, refund, 'refunded-elsewhere');
    return null;
  }
  const sent = await markRefundSent(services, refund, { isAlone: true });
  return sent === null ? { status: 'unknown' } : calls.refund(order);
}

/**
 * Creates the job that sends one refund to its gateway, and asks for the answer with increasing delays until it is known. None is made twice:
 * see GatewayRefunds. What a gateway does not tell is put before a person after a day (review queue), and asked for on.
 */
export function createRefundJob(services: Services): JobHandler {
  return async ({ subject, tries }) => {
    const { db, clock, gateways } = services;
    const refund = await findRefund(db, { id: Number(subject) });
    if (refund === null || (refund.state !== 'approved' && refund.state !== 'sent')) return null;
    const calls = findGateway(gateways, refund.gateway)?.refunds;
    if (calls === undefined) {
      // The deployment no longer has the gateway. What was sent is asked for once it has.
      if (refund.state === 'approved') await leaveToPerson(services, refund, 'no-refunds-at-gateway');
      return refund.state === 'approved' ? null : nextCallAt(clock.now(), tries);
    }
    const order = await toRefundOrder(services, refund);
    const answer =
      calls.repeats === 'by-reference'
        ? await deliverByReference(services, calls, refund, order)
        : await deliverOnce(services, calls, refund, order);
    if (answer === null) return null;
    return (await recordRefundAnswer(services, refund, answer)) ? null : nextCallAt(clock.now(), tries);
  };
}
