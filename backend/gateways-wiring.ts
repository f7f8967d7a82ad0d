import type { PaymentMethod } from '@/lib/domain/methods/payment-methods';
import type { Clock } from './clock';
import { createAcquirerGateway } from './gateways/acquirer/gateway';
import { createCounterGateway } from './gateways/counter/gateway';
import { createDuitNowGateway } from './gateways/duitnow/gateway';
import { createEghlGateway } from './gateways/eghl/gateway';
import { createFpxBankDirectory } from './gateways/fpx/bank-directory';
import { createFpxGateway } from './gateways/fpx/gateway';
import type { Gateway } from './gateways/gateway';
import { createMaybankGateway } from './gateways/m2u/gateway';
import type { GatewaySettings } from './gateways/settings';
import type { GatewaysInUse } from './gateways-in-use';
import type { Carrier } from './pay-by-mobile/carrier';

/** The gateway of each payment method; null if this deployment has none. */
type GatewayTable = Readonly<Record<PaymentMethod, Gateway | null>>;

function createEghlGateways(settings: GatewaySettings['eghl']): Pick<GatewayTable, 'wallet' | 'm2u'> {
  if (settings === null) return { wallet: null, m2u: null };
  const { wallet, m2u, ...eghl } = settings;
  return {
    wallet: wallet && createEghlGateway({ ...eghl, ...wallet, name: 'eghl' }),
    m2u: m2u && createMaybankGateway({ ...eghl, ...m2u }),
  };
}

/** The gateways of FPX, and its bank list. */
function createFpxGateways(settings: GatewaySettings['fpx'], clock: Clock) {
  if (settings === null) return { fpx: null, fpxCorporate: null, directory: null };
  const { bankListTimeoutMs, ...connection } = settings;
  const fpx = { ...connection, now: () => clock.now().getTime() };
  return {
    fpx: createFpxGateway({ kind: 'personal', ...fpx }),
    fpxCorporate: createFpxGateway({ kind: 'corporate', ...fpx }),
    directory: createFpxBankDirectory({ ...fpx, timeoutMs: bankListTimeoutMs }),
  };
}

function isInUse(entry: [string, Gateway | null]): entry is [string, Gateway] {
  return entry[1] !== null;
}

/** Creates the gateways from their settings. `clock` is for FPX: the expiry of its keys, and the cache of its bank list. */
export function createGateways(settings: GatewaySettings, clock: Clock, carrier: Carrier | null): GatewaysInUse {
  const acquirer = settings.acquirer && createAcquirerGateway(settings.acquirer);
  const { directory, ...fpxGateways } = createFpxGateways(settings.fpx, clock);
  const table: GatewayTable = {
    newCard: acquirer,
    savedCard: acquirer,
    epp: acquirer,
    ...fpxGateways,
    ...createEghlGateways(settings.eghl),
    counter: settings.counter && createCounterGateway(settings.counter),
    duitnowQr: settings.duitNow && createDuitNowGateway(settings.duitNow),
    dcb: carrier && carrier.gateway,
  };
  return {
    ofMethod: Object.fromEntries(Object.entries(table).filter(isInUse)),
    listBanks: async (kind) => directory?.listBanks(kind) ?? [],
    forgetBanks: () => directory?.clearCache(),
  };
}
