import type { FastifyInstance } from 'fastify';
import { createDeliveryQueue } from '../providers/delivery-queue';
import { createProvider, type Provider, type ProviderContext } from '../providers/provider';
import { exampleApiPath, registerExampleApi } from './api';
import { registerExampleCheckout } from './checkout';
import { createExampleAccount, type Payment } from './payment';

export interface ExampleSimulatorSettings extends ProviderContext {
  readonly apiKey: string;
  readonly callbackKey: string;
}

const minuteMs = 60 * 1000;

/** When Example repeats a callback that was not confirmed. */
const pausesMs = [minuteMs, 10 * minuteMs, 60 * minuteMs];

/** The names that the controls use of every rail. */
const states = {
  ...{ open: 'open', processing: 'pending', paid: 'approved' },
  ...{ failed: 'declined', cancelled: 'cancelled', expired: 'expired' },
} as const satisfies Record<Payment['status'], string>;

function describeForControls({ id, reference, status, amount, currency, button }: Payment): object {
  return {
    ...{ number: reference, rail: 'example', state: states[status], status, amount, currency },
    ...{ reference: id, reason: '', button, refunds: [] },
  };
}

/** The simulated Example: its API, its page and its callbacks. */
export function registerExample(app: FastifyInstance, settings: ExampleSimulatorSettings): Provider {
  const { apiKey, bankStore, callbackKey, eventLog, banksOrigin, faults, merchant, siteOrigin } = settings;
  const { now } = bankStore;
  const queue = createDeliveryQueue({
    ...{ eventLog, name: 'example-callbacks', now, pausesMs, timeoutMs: 20_000 },
    takeMode: bankStore.takeCallbackMode,
    isDelivered: (status) => status === 200,
  });
  const account = createExampleAccount({ eventLog, banksOrigin, callbackKey, now });
  app.register(async (calls) => registerExampleApi(calls, { account, faults, apiKey }), { prefix: exampleApiPath });
  registerExampleCheckout(app, { account, bankStore, queue, merchant, siteOrigin });

  return createProvider({
    queue,
    findByReference: account.findByReference,
    async settle(payment, isSuccessful) {
      if (payment.status !== 'open' && payment.status !== 'processing') return false;
      const ended = account.change(payment, { status: isSuccessful ? 'paid' : 'failed' });
      await queue.send(ended.id, [account.buildCallback(ended)]);
      return true;
    },
    describe: describeForControls,
    forget: account.forget,
  });
}
