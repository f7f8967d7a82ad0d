import { knownWallets, type KnownWallet } from '@/lib/domain/methods/wallet';
import type { PaymentMethod } from '@/lib/domain/methods/payment-methods';
import type { ResultRoute } from '@/lib/domain/payment/outcomes';
import type { BankDirectory, Gateway } from './gateways/gateway';

/** The gateways of this deployment. */
export interface GatewaysInUse {
  /** The gateways of each method, in the order in which they are tried; a method without one is not offered. */
  readonly ofMethod: Partial<Readonly<Record<PaymentMethod, readonly Gateway[]>>>;
  /** Every configured gateway once: payments that began at one which serves no method any more end there, too. */
  readonly all: readonly Gateway[];
}

/** Describes the gateways of each method, and `others` that serve none now. */
export function createGatewaysInUse(
  ofMethod: GatewaysInUse['ofMethod'],
  others: readonly Gateway[] = [],
): GatewaysInUse {
  const all = [...Object.values(ofMethod).flat(), ...others];
  return { ofMethod, all: [...new Map(all.map((gateway) => [gateway.name, gateway])).values()] };
}

/** Returns the gateway that a method is begun at first; null for a method that is not offered. */
export function findGatewayOfMethod({ ofMethod }: GatewaysInUse, method: PaymentMethod): Gateway | null {
  return ofMethod[method]?.[0] ?? null;
}

/** A gateway that keeps the cards of registrations for auto debit. */
export type TokenGateway = Gateway & Required<Pick<Gateway, 'tokens'>>;

/** Whether a gateway keeps cards, and charges them by a token. */
export function keepsCards(gateway: Gateway): gateway is TokenGateway {
  return gateway.tokens !== undefined;
}

/** Returns the gateway of new cards, if it keeps the cards of registrations: none is stored here then, and each is entered on its page. */
export function findTokenGateway(gateways: GatewaysInUse): TokenGateway | null {
  const gateway = findGatewayOfMethod(gateways, 'newCard');
  return gateway !== null && keepsCards(gateway) ? gateway : null;
}

/** Returns the gateway that keeps the cards that payers save, and charges them by a token; null: they are stored here, or none are saved. */
export function findSavedCardKeeper(gateways: GatewaysInUse): TokenGateway | null {
  const gateway = findGatewayOfMethod(gateways, 'savedCard');
  return gateway !== null && keepsCards(gateway) ? gateway : null;
}

/** Whether a new card can be saved: here, or by its gateway, if saved cards are charged there. */
export function canSaveNewCards(gateways: GatewaysInUse): boolean {
  const gateway = findGatewayOfMethod(gateways, 'newCard');
  const keeper = findSavedCardKeeper(gateways);
  return gateway !== null && (gateway.cardEntry === undefined ? keeper === null : gateway.name === keeper?.name);
}

export function findGateway({ all }: GatewaysInUse, name: string): Gateway | null {
  return all.find((gateway) => gateway.name === name) ?? null;
}

/** Returns the gateways that return browsers to a result route. */
export function gatewaysOfRoute({ all }: GatewaysInUse, route: ResultRoute): readonly Gateway[] {
  return all.filter(({ returnRoutes }) => returnRoutes.includes(route));
}

/** Returns the gateways with a callback URL, by the last segment of its path. */
export function gatewaysOfCallback({ all }: GatewaysInUse, callback: string): readonly Gateway[] {
  return all.filter((gateway) => gateway.callback === callback);
}

const methodOfBanks = { personal: 'fpx', corporate: 'fpxCorporate' } as const;

/** Lists the banks of FPX of a kind, from the gateway at which such a payment is begun first. */
export function listBanks(
  gateways: GatewaysInUse,
  kind: keyof typeof methodOfBanks,
): ReturnType<BankDirectory['listBanks']> {
  const directory = findGatewayOfMethod(gateways, methodOfBanks[kind])?.banks;
  return directory?.listBanks(kind) ?? Promise.resolve([]);
}

/** Lists the wallets that a gateway of wallets has, in the order in which they are offered. */
export function listWallets({ ofMethod }: GatewaysInUse): readonly KnownWallet[] {
  const gateways = ofMethod.wallet ?? [];
  return knownWallets.filter((name) => gateways.some(({ wallets }) => wallets?.includes(name) ?? true));
}

/** Clears the cached bank lists. */
export function forgetBanks({ all }: GatewaysInUse): void {
  for (const { banks } of all) banks?.clearCache();
}
