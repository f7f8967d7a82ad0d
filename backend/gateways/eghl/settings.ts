import type { GatewayValues } from '@/lib/configuration/gateways';
import { m2u } from '@/lib/domain/methods/m2u';
import { wallet } from '@/lib/domain/methods/wallet';
import { callbackUrlOf, type GatewayAddresses } from '../gateway';
import type { EghlProvider, EghlSettings } from './gateway';
import { withWalletCodes } from './wallets';

/** The channels of eGHL: wallets, Maybank2u, or both. A null channel is not offered. */
export interface EghlChannels {
  readonly wallet:
    (EghlChannel & { readonly pymtMethod: string; readonly providers: Readonly<Record<string, EghlProvider>> }) | null;
  readonly m2u: (EghlChannel & { readonly code: string }) | null;
}

/** The URLs of a channel, which each payment request contains. */
interface EghlChannel extends GatewayAddresses {
  readonly returnUrl: string;
  readonly callbackUrl: string;
}

const walletAddresses = { callback: 'eghl', returnRoutes: [wallet.resultRoute] } as const;
const m2uAddresses = { callback: 'm2u', returnRoutes: [m2u.resultRoute] } as const;

/** Returns eGHL's settings from its variables and our own public addresses; `timeoutMs` is for an enquiry. */
export function toEghlSettings(
  values: NonNullable<GatewayValues['eghl']>,
  own: { readonly siteOrigin: string; readonly backendUrl: string },
  timeoutMs: number,
): EghlSettings & EghlChannels {
  const channels = values.EGHL_CHANNELS;
  const walletChannel = {
    ...walletAddresses,
    pymtMethod: values.EGHL_WALLET_METHOD,
    providers: withWalletCodes(values.EGHL_WALLET_CODES ?? {}),
    returnUrl: `${own.siteOrigin}${wallet.resultRoute}`,
    callbackUrl: callbackUrlOf(walletAddresses, own.backendUrl),
  };
  const m2uChannel = {
    ...m2uAddresses,
    code: values.EGHL_M2U_CODE,
    returnUrl: `${own.siteOrigin}${m2u.resultRoute}`,
    callbackUrl: callbackUrlOf(m2uAddresses, own.backendUrl),
  };
  return {
    pageUrl: new URL(values.EGHL_PATH, values.EGHL_HOST).href,
    serviceId: values.EGHL_SERVICE_ID,
    password: values.EGHL_PASSWORD,
    merchant: values.EGHL_MERCHANT,
    timeoutMs,
    wallet: channels.includes('wallet') ? walletChannel : null,
    m2u: channels.includes('m2u') ? m2uChannel : null,
  };
}
