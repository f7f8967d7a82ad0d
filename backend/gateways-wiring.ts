import { createAcquirerGateway } from './gateways/acquirer/gateway';
import { createCounterGateway } from './gateways/counter/gateway';
import { createDuitNowGateway } from './gateways/duitnow/gateway';
import { createEghlGateway } from './gateways/eghl/gateway';
import { createFpxBankDirectory } from './gateways/fpx/bank-directory';
import { createFpxGateway } from './gateways/fpx/gateway';
import { createMaybankGateway } from './gateways/m2u/gateway';
import type { GatewaySettings } from './gateways/settings';
import type { GatewaysInUse } from './gateways-in-use';
import type { Clock } from './clock';
import type { Carrier } from './pay-by-mobile/carrier';

function createEghlGateways(settings: GatewaySettings['eghl']): GatewaysInUse['ofMethod'] {
  if (settings === null) return {};
  const { wallet, m2u, ...eghl } = settings;
  return {
    ...(wallet !== null && { wallet: createEghlGateway({ ...eghl, ...wallet, name: 'eghl' }) }),
    ...(m2u !== null && { m2u: createMaybankGateway({ ...eghl, ...m2u }) }),
  };
}

/** Makes the gateways by their settings. `merchantClock` dates the bank list. */
export function createGateways(settings: GatewaySettings, clock: Clock, carrier: Carrier | null): GatewaysInUse {
  const { bankListTimeoutMs, ...fpx } = settings.fpx;
  const acquirer = createAcquirerGateway(settings.acquirer);
  const directory = createFpxBankDirectory({ ...fpx, timeoutMs: bankListTimeoutMs, now: () => clock.now().getTime() });
  return {
    ofMethod: {
      newCard: acquirer,
      savedCard: acquirer,
      epp: acquirer,
      fpx: createFpxGateway({ kind: 'personal', ...fpx }),
      fpxCorporate: createFpxGateway({ kind: 'corporate', ...fpx }),
      ...createEghlGateways(settings.eghl),
      ...(settings.counter !== null && { counter: createCounterGateway(settings.counter) }),
      ...(settings.duitNow !== null && { duitnowQr: createDuitNowGateway(settings.duitNow) }),
      ...(carrier !== null && { dcb: carrier.gateway }),
    },
    listBanks: (kind) => directory.listBanks(kind),
    forgetBanks: () => directory.clearCache(),
  };
}
