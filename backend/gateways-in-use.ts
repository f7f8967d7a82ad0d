import type { PaymentMethod } from '@/lib/domain/methods/payment-methods';
import type { ResultRoute } from '@/lib/domain/payment/outcomes';
import type { Bank } from '@/lib/domain/payment/payment';
import type { Gateway } from './gateways/gateway';

/** The gateways of this deployment. A method without one is not offered. */
export interface GatewaysInUse {
  readonly ofMethod: Partial<Readonly<Record<PaymentMethod, Gateway>>>;
  /** The banks of FPX of a kind, and whether each is online. */
  listBanks(kind: 'personal' | 'corporate'): Promise<readonly Bank[]>;
  /** Clears the cached bank lists. */
  forgetBanks(): void;
}

/** Lists each gateway once, also if it serves several methods. */
function listGateways({ ofMethod }: GatewaysInUse): readonly Gateway[] {
  return [...new Map(Object.values(ofMethod).map((gateway) => [gateway.name, gateway])).values()];
}

export function findGateway(gateways: GatewaysInUse, name: string): Gateway | null {
  return listGateways(gateways).find((gateway) => gateway.name === name) ?? null;
}

/** Returns the gateways that return browsers to a result route. */
export function gatewaysOfRoute(gateways: GatewaysInUse, route: ResultRoute): readonly Gateway[] {
  return listGateways(gateways).filter(({ returnRoutes }) => returnRoutes.includes(route));
}

/** Returns the gateways with a callback URL, by the last segment of its path. */
export function gatewaysOfCallback(gateways: GatewaysInUse, callback: string): readonly Gateway[] {
  return listGateways(gateways).filter((gateway) => gateway.callback === callback);
}
