import type { PaymentMethod } from '@/lib/domain/methods/payment-methods';
import type { ResultRoute } from '@/lib/domain/payment/outcomes';
import type { Bank } from '@/lib/domain/payment/payment';
import type { Gateway } from './gateways/gateway';

/** The gateways of this deployment. A method without one is not offered. */
export interface GatewaysInUse {
  readonly ofMethod: Partial<Readonly<Record<PaymentMethod, Gateway>>>;
  /** FPX's banks of a kind, with whether each is online. */
  listBanks(kind: 'personal' | 'corporate'): Promise<readonly Bank[]>;
  /** Forgets what was heard of banks. */
  forgetBanks(): void;
}

/** Each gateway once, however many methods it serves. */
function listGateways({ ofMethod }: GatewaysInUse): readonly Gateway[] {
  return [...new Map(Object.values(ofMethod).map((gateway) => [gateway.name, gateway])).values()];
}

export function findGateway(gateways: GatewaysInUse, name: string): Gateway | null {
  return listGateways(gateways).find((gateway) => gateway.name === name) ?? null;
}

/** Returns the gateways whose browser returns come by a result route. */
export function gatewaysOfRoute(gateways: GatewaysInUse, route: ResultRoute): readonly Gateway[] {
  return listGateways(gateways).filter(({ returnRoutes }) => returnRoutes.includes(route));
}

/** Returns the gateways whose servers call at an address, by its last part. */
export function gatewaysOfCallback(gateways: GatewaysInUse, callback: string): readonly Gateway[] {
  return listGateways(gateways).filter((gateway) => gateway.callback === callback);
}
