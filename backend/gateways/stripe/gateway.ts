import type { CardWallet } from '@/lib/domain/methods/card-wallets';
import { fpx } from '@/lib/domain/methods/fpx';
import { newCard } from '@/lib/domain/methods/new-card';
import { wallet } from '@/lib/domain/methods/wallet';
import { failure, success, type Result } from '@/lib/domain/result';
import type { AttemptOrder, Gateway, GatewayAddresses, GatewayError, GatewayReport } from '../gateway';
import { createStripeCharges } from './charges';
import { createStripeClient, readError, type StripeConnection } from './client';
import { readCause } from './declines';
import { createEventReader, type WebhookTrust } from './events';
import { createdSessionSchema, intentIdSchema, sessionIdSchema, sessionSchema } from './messages';
import { stripeBanks } from './names';
import { createStripeRefunds } from './refunds';
import { buildSession, sessionMs } from './session-request';
import { readSession, reportUnknown } from './statuses';
import { createStripeTokens } from './tokens';

export interface StripeSettings extends StripeConnection {
  readonly webhookSecrets: readonly string[];
  /** What Stripe's page offers for cards, by its settings at Stripe: an API call cannot ask for it. */
  readonly cardWallets: readonly CardWallet[];
  /** The site's origin, to which the payer returns. */
  readonly siteOrigin: string;
}

const stripeAddresses: GatewayAddresses = {
  callback: 'stripe',
  signatureHeader: 'stripe-signature',
  returnRoutes: [...new Set([newCard.resultRoute.visa, fpx.resultRoute, wallet.resultRoute])],
};

/** Whether an attempt charges a kept card, which has no session: the payment's id is that of its PaymentIntent. */
function isCharge({ paymentId }: AttemptOrder): boolean {
  return intentIdSchema.safeParse(paymentId).success;
}

/**
 * Cards, FPX and GrabPay by Stripe's hosted Checkout page, and charges of cards that Stripe keeps (README.md). The payment's id is that of its
 * Checkout Session, and of a charge that of its PaymentIntent, which is the transaction number of either. `begin` returns 'refused' for a bank, a wallet or an amount that Stripe does not take, without a call.
 */
export function createStripeGateway(settings: StripeSettings & Pick<WebhookTrust, 'now'>): Gateway {
  const stripe = createStripeClient(settings);
  const { sessions } = stripe.checkout;
  const charges = createStripeCharges(stripe, createStripeClient({ ...settings, isOnce: true }));

  /** Retrieves the session of an attempt with its payment. It counts only if it is this attempt's. */
  async function retrieve(id: string, order: AttemptOrder): Promise<Result<GatewayReport, GatewayError>> {
    try {
      const answer = await sessions.retrieve(id, { expand: ['payment_intent.latest_charge'] });
      const session = sessionSchema.safeParse(answer).data;
      const isOfOrder = session?.client_reference_id === order.number && session.id === id;
      return isOfOrder ? success(readSession(session, settings.now())) : failure('unreachable');
    } catch (error) {
      return failure(readError(error));
    }
  }

  async function enquire(order: AttemptOrder): Promise<Result<GatewayReport, GatewayError>> {
    if (order.paymentId === null) return success(reportUnknown(order));
    if (isCharge(order)) return charges.enquire(order);
    const id = sessionIdSchema.safeParse(order.paymentId);
    return id.success ? retrieve(id.data, order) : failure('unreachable');
  }

  return {
    name: 'stripe',
    banks: stripeBanks,
    cardEntry: 'gateway',
    cardWallets: settings.cardWallets,
    wallets: ['grabpay'],
    sessionMs,
    ...stripeAddresses,
    ...createEventReader(settings),

    async begin(order) {
      const request = buildSession(order, settings.siteOrigin);
      if (request === null) return failure('refused');
      try {
        const answer = await sessions.create(request, { idempotencyKey: order.number });
        const session = createdSessionSchema.safeParse(answer).data;
        if (session?.client_reference_id !== order.number) return failure('unreachable');
        const page = { url: session.url, method: 'GET', fields: {} } as const;
        return success({ kind: 'redirect', request: page, paymentId: session.id });
      } catch (error) {
        return failure(readError(error));
      }
    },

    causeOf: readCause,
    enquire,

    /** Ends a session that is open; one that is not has an outcome, or waits for one. Cancels a charge that was not made. */
    async withdraw(order) {
      if (isCharge(order)) return charges.settle(order);
      const id = sessionIdSchema.safeParse(order.paymentId);
      if (!id.success) return enquire(order);
      try {
        await sessions.expire(id.data, {}, { idempotencyKey: `${order.number}-expire` });
      } catch (error) {
        if (readError(error) === 'unreachable') return failure('unreachable');
      }
      return retrieve(id.data, order);
    },

    async checkCredentials() {
      try {
        await sessions.list({ limit: 1 });
        return 'accepted';
      } catch (error) {
        return readError(error) === 'refused' ? 'rejected' : 'unreachable';
      }
    },

    refunds: createStripeRefunds(stripe),
    tokens: createStripeTokens(stripe, charges, settings),
  };
}
