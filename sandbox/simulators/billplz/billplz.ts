import type { FastifyInstance } from 'fastify';
import type { BankStore } from '../bank/bank-store';
import type { EventLog } from '../bank/event-log';
import type { CallFaults } from '../providers/call-faults';
import { createDeliveryQueue } from '../providers/delivery-queue';
import type { Provider } from '../providers/provider';
import { createBillplzAccount } from './account';
import { billplzApiPath, registerBillplzApi } from './api';
import type { StoredBill } from './bill';
import { registerBillplzCheckout } from './checkout';

export interface BillplzSimulatorSettings {
  readonly eventLog: EventLog;
  readonly bankStore: BankStore;
  readonly faults: CallFaults;
  readonly siteOrigin: string;
  readonly banksOrigin: string;
  readonly merchant: string;
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
    isDelivered: (status) => status === 200,
  });
  const account = createBillplzAccount({ eventLog, banksOrigin, signatureKey: settings.signatureKey, now });
  const api = { account, faults, apiKey: settings.apiKey, collectionId, banksOrigin, isBankOnline };
  app.register(async (calls) => registerBillplzApi(calls, api), { prefix: billplzApiPath });
  registerBillplzCheckout(app, { account, queue, merchant, siteOrigin, isBankOnline });

  return {
    async settle(number, outcome) {
      const bill = account.findByReference(number);
      if (bill === null) return null;
      const settled = account.settle(bill, outcome === 'successful' ? 'completed' : 'failed');
      if (settled === null) return false;
      await queue.send(settled.id, [account.buildCallback(settled)]);
      return true;
    },
    dispute: async (number) => (account.findByReference(number) === null ? null : false),
    describe(number) {
      const bill = account.findByReference(number);
      return bill && describeForControls(bill);
    },
    runDue: queue.run,
    setCallbackMode: queue.setMode,
    stop: queue.cancelAll,
    reset() {
      account.forget();
      queue.forget();
    },
  };
}
