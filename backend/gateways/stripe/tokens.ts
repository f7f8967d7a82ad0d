import type Stripe from 'stripe';
import { failure, success, type Result } from '@/lib/domain/result';
import type { AttemptOrder, GatewayError, GatewayTokens, VerificationReport } from '../gateway';
import type { StripeCharges } from './charges';
import { readError } from './client';
import { isFinalDecline, needsPayer } from './declines';
import {
  createdCustomerSchema,
  createdSessionSchema,
  paymentMethodSchema,
  sessionIdSchema,
  setupSessionSchema,
  type StripeSetupSession,
} from './messages';
import { buildSetupSession } from './session-request';
import { readToken } from './token-ids';
import { isDeclinedAndOpen, readSetup } from './verification';

export interface TokenSettings {
  readonly siteOrigin: string;
  /** The backend's clock, ms since 1970. */
  readonly now: () => number;
}

/**
 * Cards that Stripe keeps. A card is entered on Stripe's page of a Checkout Session in setup mode, which moves no money, and attached to a customer
 * that is made for it. Our token is the ids of both.
 */
export function createStripeTokens(
  stripe: Stripe,
  charges: StripeCharges,
  { siteOrigin, now }: TokenSettings,
): GatewayTokens {
  const { sessions } = stripe.checkout;

  async function createCustomer({ number, payerEmail }: AttemptOrder): Promise<string | null> {
    const params = { metadata: { number }, ...(payerEmail !== '' && { email: payerEmail }) };
    const answer = await stripe.customers.create(params, { idempotencyKey: `${number}-customer` });
    return createdCustomerSchema.safeParse(answer).data?.id ?? null;
  }

  /** Retrieves the session of a verification. It counts only if it is this one's. */
  async function retrieve(
    id: string,
    order: AttemptOrder,
  ): Promise<{ readonly session: StripeSetupSession; readonly answer: unknown } | null> {
    const answer = await sessions.retrieve(id, { expand: ['setup_intent.payment_method'] });
    const session = setupSessionSchema.safeParse(answer).data;
    const isOfOrder = session?.client_reference_id === order.number && session.id === id;
    return isOfOrder ? { session, answer } : null;
  }

  /** Ends the page of a session. One that has ended meanwhile tells how. */
  async function expire(id: string, { number }: AttemptOrder): Promise<void> {
    try {
      await sessions.expire(id, {}, { idempotencyKey: `${number}-expire` });
    } catch (error) {
      if (readError(error) === 'unreachable') throw error;
    }
  }

  /**
   * A payer whose card was declined and who has come back has failed, as with a payment: the page is ended, so that no card is kept by it that
   * nobody asks for.
   */
  async function readVerification(id: string, order: AttemptOrder): Promise<VerificationReport | null> {
    const read = await retrieve(id, order);
    if (read === null || !isDeclinedAndOpen(read.session))
      return read && readSetup(read.session, read.answer, order, now());
    await expire(id, order);
    const ended = await retrieve(id, order);
    return ended && readSetup(ended.session, ended.answer, order, now());
  }

  async function isDetached(paymentMethod: string): Promise<Result<null, GatewayError>> {
    try {
      const read = paymentMethodSchema.safeParse(await stripe.paymentMethods.retrieve(paymentMethod)).data;
      return read?.id === paymentMethod && read.customer === null ? success(null) : failure('unreachable');
    } catch (error) {
      return failure(readError(error));
    }
  }

  return {
    async beginVerification(order) {
      try {
        const customer = await createCustomer(order);
        if (customer === null) return failure('unreachable');
        const request = buildSetupSession(order, siteOrigin, customer);
        const answer = await sessions.create(request, { idempotencyKey: order.number });
        const session = createdSessionSchema.safeParse(answer).data;
        if (session?.client_reference_id !== order.number) return failure('unreachable');
        return success({ request: { url: session.url, method: 'GET', fields: {} }, paymentId: session.id });
      } catch (error) {
        return failure(readError(error));
      }
    },

    async readVerification(order) {
      const id = sessionIdSchema.safeParse(order.paymentId);
      if (!id.success) return failure('refused');
      try {
        const read = await readVerification(id.data, order);
        return read === null ? failure('unreachable') : success(read);
      } catch (error) {
        return failure(readError(error));
      }
    },

    async prepareCharge(order, token) {
      const card = readToken(token);
      return card === null ? failure('refused') : charges.prepare(order, card);
    },

    async charge(order, token) {
      const card = readToken(token);
      return card === null ? failure('refused') : charges.confirm(order, card);
    },
    settleCharge: charges.settle,

    async removeCard(token) {
      const card = readToken(token);
      if (card === null) return failure('refused');
      const { paymentMethod } = card;
      try {
        const options = { idempotencyKey: `${paymentMethod}-detach` };
        const answer = await stripe.paymentMethods.detach(paymentMethod, {}, options);
        const detached = paymentMethodSchema.safeParse(answer).data;
        return detached?.id === paymentMethod && detached.customer === null ? success(null) : failure('unreachable');
      } catch (error) {
        // One that is detached already cannot be detached again: it tells so itself.
        return readError(error) === 'refused' ? isDetached(paymentMethod) : failure('unreachable');
      }
    },

    isFinalDecline,
    needsPayer,
  };
}
