import type { Bank } from '@/lib/domain/payment/payment';
import type { PaymentMethod } from '@/lib/domain/methods/payment-methods';
import type { ResultRoute } from '@/lib/domain/payment/outcomes';
import type { Gateway } from './gateways/gateway';

/** The gateways of this deployment. A method without one is not offered. */
export interface GatewaysInUse {
  readonly ofMethod: Partial<Readonly<Record<PaymentMethod, Gateway>>>;
  /** FPX's banks of a kind, with whether each is online. */
  listBanks(kind: 'personal' | 'corporate'): Promise<readonly Bank[]>;
  /** Forgets what was heard of banks. */
  forgetBanks(): void;
}

export function findGateway(gateways: GatewaysInUse, name: string): Gateway | null {
  return Object.values(gateways.ofMethod).find((gateway) => gateway.name === name) ?? null;
}

const methodsOfRoute: Partial<Readonly<Record<ResultRoute, readonly PaymentMethod[]>>> = {
  '/bankResultFPX': ['fpx', 'fpxCorporate'],
  '/bankResultMBB': ['newCard', 'savedCard', 'epp'],
  '/bankResultAMB': ['newCard', 'savedCard', 'epp'],
  '/bankResultMBBCASA': ['m2u'],
  '/bankResultEGHL': ['wallet'],
  '/dcb/view/bankResult': ['dcb'],
  '/ewallet/view/bankResult': ['counter', 'duitnowQr'],
};

/** Gives the gateways whose browser returns come by a result route, each once. */
export function gatewaysOfRoute(gateways: GatewaysInUse, route: ResultRoute): readonly Gateway[] {
  const found = (methodsOfRoute[route] ?? []).flatMap((method) => gateways.ofMethod[method] ?? []);
  return found.filter((gateway, index) => found.findIndex(({ name }) => name === gateway.name) === index);
}
