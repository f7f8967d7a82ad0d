import type { FastifyInstance } from 'fastify';
import type { ChipKeys } from '../../chip-keys';
import { createDeliveryQueue } from '../providers/delivery-queue';
import { createProvider, type Provider, type ProviderContext } from '../providers/provider';
import { createChipAccount } from './account';
import { chipApiPath, registerChipApi } from './api';
import { registerChipCheckout } from './checkout';
import type { Purchase, PurchaseStatus } from './purchase';
import { publicKeyOf } from './signature';
import { createWebhooks } from './webhooks';

export interface ChipSettings extends ProviderContext {
  readonly brandId: string;
  readonly apiKey: string;
  /** Where the sandbox's own webhook posts. */
  readonly webhookUrl: string;
  readonly loadKeys: () => ChipKeys;
}

const minuteMs = 60 * 1000;

/** CHIP makes up to 8 further attempts at exponentially growing intervals within 36 hours; the intervals are not published. */
export const chipPausesMs = Array.from({ length: 8 }, (_, index) => 8 * minuteMs * 2 ** index);

/** The names that the controls use of every rail. */
const stateOfStatus = {
  created: 'open',
  viewed: 'open',
  overdue: 'open',
  error: 'declined',
  cancelled: 'cancelled',
  expired: 'expired',
  hold: 'approved',
  released: 'voided',
  preauthorized: 'approved',
  paid: 'approved',
  pending_execute: 'pending',
  pending_charge: 'pending',
  chargeback: 'approved',
  pending_refund: 'approved',
  refunded: 'approved',
} as const satisfies Record<PurchaseStatus, string>;

function describeForControls({ id, request, total, status, sessions, attempts, refunds }: Purchase): object {
  return {
    ...{ number: request.reference, rail: 'chip', state: stateOfStatus[status], status },
    ...{ amount: total, currency: request.purchase.currency, reference: id },
    reason: status === 'error' ? (attempts[0]?.error ?? '') : '',
    button: sessions.at(-1)?.button ?? null,
    refunds: refunds.map((refund) => ({ reference: refund.id, amount: refund.amount, state: refund.state })),
  };
}

/** The simulated CHIP Collect: its API, its payment page and the banks behind it, and its callbacks. */
export function registerChip(app: FastifyInstance, settings: ChipSettings): Provider {
  const { eventLog, bankStore, faults, merchant, brandId } = settings;
  let loaded: ChipKeys | null = null;
  const keys = () => (loaded ??= settings.loadKeys());
  const queue = createDeliveryQueue({
    ...{ eventLog, name: 'chip-callbacks', now: bankStore.now, pausesMs: chipPausesMs, timeoutMs: 10_000 },
    takeMode: bankStore.takeCallbackMode,
    isDelivered: (status) => status >= 200 && status < 300,
  });
  const webhooks = createWebhooks({ eventLog, keys, ownUrl: settings.webhookUrl, now: bankStore.now });
  const company = { name: merchant, brandId, banksOrigin: settings.banksOrigin };
  const account = createChipAccount({ eventLog, bankStore, queue, webhooks, company, keys });

  const publicKey = () => publicKeyOf(keys().company);
  const api = { account, webhooks, faults, apiKey: settings.apiKey, brandId, publicKey };
  app.register(async (calls) => registerChipApi(calls, api), { prefix: chipApiPath });
  registerChipCheckout(app, { account, bankStore, queue, merchant, siteOrigin: settings.siteOrigin });

  return createProvider({
    queue,
    findByReference: account.findByReference,
    settle: account.settle,
    dispute: (purchase, { outcome, amount }) => account.dispute(purchase, outcome, amount),
    describe: describeForControls,
    advanceAll: account.advanceAll,
    forget() {
      account.forget();
      webhooks.keep();
    },
  });
}
