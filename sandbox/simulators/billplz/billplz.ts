import type { FastifyInstance } from 'fastify';
import { createDeliveryQueue } from '../providers/delivery-queue';
import { createProvider, type Provider, type ProviderContext } from '../providers/provider';
import { createBillplzAccount } from './account';
import { billplzApiPath, registerBillplzApi } from './api';
import type { StoredBill } from './bill';
import { registerBillplzCheckout } from './checkout';

export interface BillplzSimulatorSettings extends ProviderContext {
  readonly collectionId: string;
  readonly apiKey: string;
  readonly signatureKey: string;
}

const secondMs = 1000;
const minuteMs = 60 * secondMs;
const dayMs = 24 * 60 * minuteMs;

/** Billplz makes four further attempts; up to five minutes more, at random, are not simulated. */
export const billplzPausesMs = [15 * secondMs, 15 * minuteMs, 15 * minuteMs, dayMs] as const;

/** The names that the controls use of every rail. */
function stateOf({ state, transactions }: StoredBill): string {
  const [newest] = transactions;
  if (state === 'paid') return 'approved';
  if (newest !== undefined && newest.status !== 'completed') return newest.status === 'failed' ? 'declined' : 'pending';
  return state === 'deleted' ? 'cancelled' : 'open';
}

function describeForControls(bill: StoredBill): object {
  const { id, request, state, visits } = bill;
  return {
    ...{ number: request.reference_2, rail: 'billplz', state: stateOf(bill), status: state },
    ...{ amount: request.amount, currency: 'MYR', reference: id, reason: '' },
    ...{ button: visits.findLast(({ button }) => button !== null)?.button ?? null, refunds: [] },
  };
}

/** The simulated Billplz: its API, its page of a bill and the banks behind it, and its callbacks. It has no refunds and no disputes. */
export function registerBillplz(app: FastifyInstance, settings: BillplzSimulatorSettings): Provider {
  const { eventLog, bankStore, banksOrigin, collectionId, faults, merchant, siteOrigin } = settings;
  const { isBankOnline, now } = bankStore;
  const queue = createDeliveryQueue({
    ...{ eventLog, name: 'billplz-callbacks', now, pausesMs: billplzPausesMs, timeoutMs: 20 * secondMs },
    takeMode: bankStore.takeCallbackMode,
    isDelivered: (status) => status === 200,
  });
  const account = createBillplzAccount({ eventLog, banksOrigin, signatureKey: settings.signatureKey, now });
  const api = { account, faults, apiKey: settings.apiKey, collectionId, banksOrigin, isBankOnline };
  app.register(async (calls) => registerBillplzApi(calls, api), { prefix: billplzApiPath });
  registerBillplzCheckout(app, { account, bankStore, queue, merchant, siteOrigin });

  return createProvider({
    queue,
    findByReference: account.findByReference,
    async settle(bill, isSuccessful) {
      const settled = account.settle(bill, isSuccessful ? 'completed' : 'failed');
      if (settled === null) return false;
      await queue.send(settled.id, [account.buildCallback(settled)]);
      return true;
    },
    describe: describeForControls,
    forget: account.forget,
  });
}
