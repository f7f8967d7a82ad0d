import type { FastifyInstance } from 'fastify';
import { createDeliveryQueue } from '../providers/delivery-queue';
import { createProvider, type Provider, type ProviderContext } from '../providers/provider';
import { createStripeAccount, isCharge, type Payment } from './account';
import { registerStripeApi, stripeApiPath } from './api';
import { registerStripeCheckout } from './checkout';
import { createStripeLeave } from './leave';
import { registerStripeSetup } from './setup-page';
import { signEvent } from './signature';

export interface StripeSettings extends ProviderContext {
  readonly secretKey: string;
  readonly webhookSecret: string;
  readonly webhookUrl: string;
}

const hourMs = 60 * 60 * 1000;

/** Stripe repeats an event for up to three days at growing intervals, which are not published. */
export const stripePausesMs = Array.from({ length: 8 }, (_, index) => (hourMs / 4) * 2 ** index);

/** The names that the controls use of every rail. */
function stateOf(payment: Payment): string {
  const { intent } = payment;
  if (!isCharge(payment) && payment.status === 'expired') return 'expired';
  const states = {
    requires_confirmation: 'open',
    succeeded: 'approved',
    processing: 'pending',
    requires_payment_method: 'declined',
    canceled: 'cancelled',
  };
  return intent === null ? 'open' : states[intent.status];
}

function describeForControls(payment: Payment): object {
  const { id, amount, intent, refunds } = payment;
  const { number, status, button } = isCharge(payment)
    ? { number: payment.intentMetadata['number'] ?? '', status: payment.intent.status, button: null }
    : { ...payment, number: payment.reference };
  return {
    ...{ number, rail: 'stripe', state: stateOf(payment), status, amount, currency: 'myr', reference: id },
    ...{ reason: intent?.error?.decline_code ?? intent?.error?.code ?? '', button },
    refunds: refunds.map((refund) => ({ reference: refund.id, amount: refund.amount, state: refund.status })),
  };
}

/** The simulated Stripe: its API, its Checkout page, and its events. */
export function registerStripe(app: FastifyInstance, settings: StripeSettings): Provider {
  const { eventLog, bankStore, faults, merchant, webhookSecret, banksOrigin } = settings;
  const queue = createDeliveryQueue({
    ...{ eventLog, name: 'stripe-callbacks', now: bankStore.now, pausesMs: stripePausesMs, timeoutMs: 20_000 },
    takeMode: bankStore.takeCallbackMode,
    isDelivered: (status) => status >= 200 && status < 300,
    // Each delivery has its own time and signature.
    headersOf: (body) => ({ 'stripe-signature': signEvent(body, Math.floor(bankStore.now() / 1000), webhookSecret) }),
  });
  const account = createStripeAccount({ eventLog, bankStore, queue, banksOrigin, webhookUrl: settings.webhookUrl });
  const answers: { forget(): void }[] = [];
  app.register(
    async (calls) => {
      answers.push(registerStripeApi(calls, { account, eventLog, faults, secretKey: settings.secretKey, banksOrigin }));
    },
    { prefix: stripeApiPath },
  );
  const { siteOrigin } = settings;
  const leave = createStripeLeave({ queue, siteOrigin, webhookSecret, now: bankStore.now });
  registerStripeCheckout(app, { account, bankStore, leave, merchant });
  registerStripeSetup(app, { cards: account.cards, leave, merchant, now: bankStore.now });

  return createProvider({
    queue,
    findByReference: account.findByReference,
    settle: account.settle,
    dispute: account.dispute,
    describe: describeForControls,
    advanceAll: account.advanceAll,
    forget() {
      account.forget();
      for (const { forget } of answers) forget();
    },
  });
}
