import Stripe from 'stripe';
import { sen } from '@/lib/domain/money';
import { failure, success, type Result } from '@/lib/domain/result';
import type { AttemptOrder, GatewayError, GatewayReport, GatewayStatus } from '../gateway';
import { readError } from './client';
import { codeOfFailure, readDecline } from './declines';
import { chargeIntentSchema, chargePurpose, intentIdSchema, type StripeChargeIntent } from './messages';
import { findPayingName } from './names';
import type { KeptCardIds } from './token-ids';

type Report = Result<GatewayReport, GatewayError>;

/**
 * What becomes of a charge, by the status of its PaymentIntent; one that failed waits for another card, which it never gets. A status that is not
 * published is pending.
 */
const statusTable: ReadonlyMap<string, GatewayStatus> = new Map([
  ['requires_payment_method', 'pending'],
  ['requires_confirmation', 'pending'],
  ['requires_action', 'pending'],
  ['processing', 'pending'],
  ['requires_capture', 'pending'],
  ['succeeded', 'successful'],
  ['canceled', 'cancelled'],
]);

/** Whether a charge can still be made by a confirmation: it was not confirmed, or waits for a payer who is not there. */
function isOpen({ status, last_payment_error: error }: StripeChargeIntent): boolean {
  if (status === 'requires_payment_method') return !error;
  return status === 'requires_confirmation' || status === 'requires_action';
}

/** Reads a charge. A success reports what was received. */
export function readChargeIntent(intent: StripeChargeIntent): GatewayReport {
  const { status: text, last_payment_error: error, latest_charge: charge } = intent;
  const known = statusTable.get(text) ?? 'pending';
  const isDeclined = Boolean(error) && (text === 'requires_payment_method' || text === 'canceled');
  const status = isDeclined ? 'failed' : known;
  const details = typeof charge === 'object' ? charge?.payment_method_details : null;
  return {
    number: intent.metadata.number,
    status,
    amount: sen(status === 'successful' ? intent.amount_received : intent.amount),
    currency: intent.currency.toUpperCase(),
    gatewayReference: intent.id,
    reasonCode: isDeclined && error ? readDecline(error) : text.slice(0, 60),
    bankName: details ? findPayingName(details) : null,
  };
}

/** Calls that begin, make and settle charges of kept cards, one PaymentIntent each. */
export interface StripeCharges {
  /** Creates a PaymentIntent, which moves no money until it is confirmed. */
  prepare(order: AttemptOrder, card: KeptCardIds): Promise<Result<string, GatewayError>>;
  confirm(order: AttemptOrder, card: KeptCardIds): Promise<Report>;
  enquire(order: AttemptOrder): Promise<Report>;
  /** Reports the outcome of a charge, or cancels one that was not confirmed. */
  settle(order: AttemptOrder): Promise<Report>;
}

/**
 * Creates the calls of charges. A charge is confirmed by `once`, whose requests are sent once, under one idempotency key: what became of it is
 * asked.
 */
export function createStripeCharges(stripe: Stripe, once: Stripe): StripeCharges {
  const expand = ['latest_charge'];

  /** Takes a PaymentIntent that is the attempt's; anything else is no answer. */
  function check(answer: unknown, order: AttemptOrder): Result<StripeChargeIntent, GatewayError> {
    const intent = chargeIntentSchema.safeParse(answer).data;
    const isOfOrder = intent?.metadata.number === order.number && intent.id === order.paymentId;
    return isOfOrder ? success(intent) : failure('unreachable');
  }

  async function retrieve(order: AttemptOrder): Promise<Result<StripeChargeIntent, GatewayError>> {
    const id = intentIdSchema.safeParse(order.paymentId);
    if (!id.success) return failure('refused');
    try {
      return check(await stripe.paymentIntents.retrieve(id.data, { expand }), order);
    } catch (error) {
      return failure(readError(error));
    }
  }

  async function cancel(order: AttemptOrder, id: string): Promise<Report> {
    try {
      await stripe.paymentIntents.cancel(
        id,
        { cancellation_reason: 'abandoned' },
        { idempotencyKey: `${order.number}-cancel` },
      );
    } catch (error) {
      if (readError(error) === 'unreachable') return failure('unreachable');
    }
    const intent = await retrieve(order);
    if (!intent.ok) return intent;
    return isOpen(intent.value) ? failure('unreachable') : success(readChargeIntent(intent.value));
  }

  async function settle(order: AttemptOrder): Promise<Report> {
    const intent = await retrieve(order);
    if (!intent.ok) return intent;
    return isOpen(intent.value) ? cancel(order, intent.value.id) : success(readChargeIntent(intent.value));
  }

  /** Stripe has not made the charge: the PaymentIntent has the reason, and is not charged again in any case. */
  async function settleRefused(order: AttemptOrder, error: InstanceType<typeof Stripe.errors.StripeError>) {
    const settled = await settle(order);
    if (!settled.ok || settled.value.status !== 'cancelled') return settled;
    return success({ ...settled.value, status: 'failed', reasonCode: codeOfFailure(error).slice(0, 60) } as const);
  }

  return {
    async prepare(order, { customer, paymentMethod }) {
      const { number, amount, description } = order;
      try {
        const answer = await stripe.paymentIntents.create(
          {
            ...{ amount, currency: 'myr', customer, payment_method: paymentMethod },
            allowed_payment_method_types: ['card'],
            description: description.slice(0, 250) || number,
            metadata: { number, purpose: chargePurpose },
          },
          { idempotencyKey: number },
        );
        const intent = chargeIntentSchema.safeParse(answer).data;
        const isAsAsked =
          intent?.metadata.number === number && intent.amount === amount && intent.currency === 'myr' && isOpen(intent);
        return isAsAsked ? success(intent.id) : failure('unreachable');
      } catch (error) {
        return failure(readError(error));
      }
    },

    async confirm(order, { paymentMethod }) {
      const id = intentIdSchema.safeParse(order.paymentId);
      if (!id.success) return failure('refused');
      try {
        const answer = await once.paymentIntents.confirm(
          id.data,
          { payment_method: paymentMethod, off_session: true, expand },
          { idempotencyKey: `${order.number}-charge` },
        );
        const intent = check(answer, order);
        if (!intent.ok) return intent;
        return isOpen(intent.value) ? await settle(order) : success(readChargeIntent(intent.value));
      } catch (error) {
        const { StripeCardError, StripeInvalidRequestError } = Stripe.errors;
        if (error instanceof StripeCardError || error instanceof StripeInvalidRequestError) {
          return settleRefused(order, error);
        }
        return failure(readError(error));
      }
    },

    async enquire(order) {
      const intent = await retrieve(order);
      return intent.ok ? success(readChargeIntent(intent.value)) : intent;
    },
    settle,
  };
}
