import type { GatewayName, MethodGateways } from '@/lib/configuration/method-gateways';
import { isPaymentMethod, type PaymentMethod } from '@/lib/domain/methods/payment-methods';
import type { Clock } from './clock';
import { createAcquirerGateway } from './gateways/acquirer/gateway';
import { createBillplzGateway } from './gateways/billplz/gateway';
import { createChipGateway } from './gateways/chip/gateway';
import { createCounterGateway } from './gateways/counter/gateway';
import { createDuitNowGateway } from './gateways/duitnow/gateway';
import { createEghlGateway } from './gateways/eghl/gateway';
import { createFpxBankDirectory } from './gateways/fpx/bank-directory';
import { createFpxGateway } from './gateways/fpx/gateway';
import type { Gateway } from './gateways/gateway';
import { createMaybankGateway } from './gateways/m2u/gateway';
import type { GatewaySettings } from './gateways/settings';
import { createStripeGateway } from './gateways/stripe/gateway';
import { createGatewaysInUse, type GatewaysInUse } from './gateways-in-use';
import type { Carrier } from './pay-by-mobile/carrier';

/** What serves each method at one gateway; null if it is not configured for the method. */
type Served = Partial<Readonly<Record<PaymentMethod, Gateway | null>>>;

function serveEghl(settings: GatewaySettings['eghl']): Served {
  if (settings === null) return {};
  const { wallet, m2u, ...eghl } = settings;
  return {
    wallet: wallet && createEghlGateway({ ...eghl, ...wallet, name: 'eghl' }),
    m2u: m2u && createMaybankGateway({ ...eghl, ...m2u }),
  };
}

function serveFpx(settings: GatewaySettings['fpx'], clock: Clock): Served {
  if (settings === null) return {};
  const { bankListTimeoutMs, ...connection } = settings;
  const fpx = { ...connection, now: () => clock.now().getTime() };
  const banks = createFpxBankDirectory({ ...fpx, timeoutMs: bankListTimeoutMs });
  return {
    fpx: { ...createFpxGateway({ kind: 'personal', ...fpx }), banks },
    fpxCorporate: { ...createFpxGateway({ kind: 'corporate', ...fpx }), banks },
  };
}

function serveStripe(settings: GatewaySettings['stripe'], clock: Clock): Served {
  const stripe = settings && createStripeGateway({ ...settings, now: () => clock.now().getTime() });
  return { newCard: stripe, fpx: stripe, wallet: stripe };
}

function serveBillplz(settings: GatewaySettings['billplz'], clock: Clock): Served {
  return { fpx: settings && createBillplzGateway(settings, () => clock.now().getTime()) };
}

function serveChip(settings: GatewaySettings['chip'], clock: Clock): Served {
  const chip = settings && createChipGateway(settings, () => clock.now().getTime());
  return { fpx: chip, fpxCorporate: chip, duitnowQr: chip, wallet: chip, savedCard: chip, newCard: chip };
}

function serveCards(settings: GatewaySettings['acquirer']): Served {
  const acquirer = settings && createAcquirerGateway(settings);
  return { newCard: acquirer, savedCard: acquirer, epp: acquirer };
}

/**
 * Creates the gateways from their settings. `methods` has the gateways of each method; one that is not configured serves none. `clock` is for
 * the expiry of keys, and for caches.
 */
export function createGateways(
  settings: GatewaySettings,
  methods: MethodGateways,
  clock: Clock,
  carrier: Carrier | null,
): GatewaysInUse {
  const served: Readonly<Record<GatewayName, Served>> = {
    fpx: serveFpx(settings.fpx, clock),
    eghl: serveEghl(settings.eghl),
    duitnow: { duitnowQr: settings.duitnow && createDuitNowGateway(settings.duitnow) },
    stripe: serveStripe(settings.stripe, clock),
    billplz: serveBillplz(settings.billplz, clock),
    chip: serveChip(settings.chip, clock),
    acquirer: serveCards(settings.acquirer),
    counter: { counter: settings.counter && createCounterGateway(settings.counter) },
    carrier: { dcb: carrier && carrier.gateway },
  };
  const ofMethod: Partial<Record<PaymentMethod, readonly Gateway[]>> = {};
  for (const [method, names] of Object.entries(methods)) {
    if (!isPaymentMethod(method)) continue;
    const gateways = names.map((name) => served[name][method] ?? null).filter((gateway) => gateway !== null);
    if (gateways.length > 0) ofMethod[method] = gateways;
  }
  const all = Object.values(served).flatMap((gateways) => Object.values(gateways));
  return createGatewaysInUse(
    ofMethod,
    all.filter((gateway) => gateway !== null),
  );
}
