import { createAcquirerGateway } from './gateways/acquirer/gateway';
import { createFpxBankDirectory } from './gateways/fpx/bank-directory';
import { createFpxGateway } from './gateways/fpx/gateway';
import type { GatewaySettings } from './gateways/settings';
import type { GatewaysInUse } from './gateways-in-use';
import type { Clock } from './clock';
import type { Carrier } from './pay-by-mobile/carrier';

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
      ...(carrier !== null && { dcb: carrier.gateway }),
    },
    listBanks: (kind) => directory.listBanks(kind),
    forgetBanks: () => directory.forgetBanks(),
  };
}
