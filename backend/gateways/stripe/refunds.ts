import Stripe from 'stripe';
import { z } from 'zod';
import type { GatewayRefunds, RefundAnswer, RefundOrder } from '../gateway';
import { intentIdSchema, refundListSchema, refundSchema, type StripeRefund } from './messages';

/** Refund, status. FPX and GrabPay refund asynchronously: a refund is pending for about a week, and can still fail (README.md). */
const refundStatuses = {
  pending: 'pending',
  requires_action: 'pending',
  succeeded: 'succeeded',
  failed: 'failed',
  canceled: 'failed',
} as const satisfies Readonly<Record<string, RefundAnswer['status']>>;

function isKnownStatus(status: string): status is keyof typeof refundStatuses {
  return Object.hasOwn(refundStatuses, status);
}

/** Reads a refund that Stripe has. One that is not the one that was asked for tells nothing. */
function readRefund(refund: StripeRefund, order: RefundOrder): RefundAnswer {
  const isAsked = refund.metadata?.reference === order.reference && refund.amount === order.amount;
  if (!isAsked || refund.currency !== 'myr') return { status: 'unknown' };
  const { id, status: text, failure_reason: reason } = refund;
  const status = text !== null && isKnownStatus(text) ? refundStatuses[text] : 'pending';
  if (status === 'failed') return { status, reason: (reason ?? text ?? 'failed').slice(0, 64) };
  return status === 'succeeded' ? { status, gatewayReference: id } : { status };
}

/**
 * Reads why Stripe refuses a refund. Only an error of the request itself says that nothing is returned; a payment that this key does not see is
 * a wrong key.
 */
function readRefusal(error: unknown): RefundAnswer {
  const isRefusal = error instanceof Stripe.errors.StripeInvalidRequestError && error.code !== 'resource_missing';
  return isRefusal ? { status: 'failed', reason: (error.code ?? 'refused').slice(0, 64) } : { status: 'unknown' };
}

/** A page of Stripe's list, newest first. A payment with more refunds than on all of these pages is left to a person. */
const pageLength = 100;
const maxPages = 5;

/** Refunds of payments at Stripe: `order.gatewayReference` is the PaymentIntent, our reference is the idempotency key and in the metadata. */
export function createStripeRefunds(stripe: Stripe): GatewayRefunds {
  /** Finds a refund in the list of its payment's. Throws if Stripe does not answer. */
  async function find(order: RefundOrder, intent: string): Promise<RefundAnswer | { readonly status: 'not-found' }> {
    let after: string | undefined;
    for (let page = 0; page < maxPages; page += 1) {
      const query = {
        payment_intent: intent,
        limit: pageLength,
        ...(after !== undefined && { starting_after: after }),
      };
      const list = refundListSchema.parse(await stripe.refunds.list(query));
      const isOurs = z.looseObject({ metadata: z.looseObject({ reference: z.literal(order.reference) }) });
      const found = list.data.find((refund) => isOurs.safeParse(refund).success);
      if (found !== undefined) return readRefund(refundSchema.parse(found), order);
      if (!list.has_more) return { status: 'not-found' };
      after = list.data.at(-1)?.id;
    }
    return { status: 'unknown' };
  }

  return {
    repeats: 'by-reference',

    async refund(order) {
      const intent = intentIdSchema.safeParse(order.gatewayReference);
      if (!intent.success) return { status: 'failed', reason: 'no-payment-intent' };
      const { reference, amount, payment } = order;
      const metadata = { reference, number: payment.number };
      try {
        const answer = await stripe.refunds.create(
          { payment_intent: intent.data, amount, metadata },
          { idempotencyKey: reference },
        );
        return readRefund(refundSchema.parse(answer), order);
      } catch (error) {
        return readRefusal(error);
      }
    },

    async findRefund(order) {
      const intent = intentIdSchema.safeParse(order.gatewayReference);
      if (!intent.success) return { status: 'not-found' };
      try {
        return await find(order, intent.data);
      } catch {
        return { status: 'unknown' };
      }
    },
  };
}
