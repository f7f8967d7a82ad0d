import type { GatewayValues } from '@/lib/configuration/gateways';
import type { EghlProvider, EghlSettings } from './gateway';
import { withWalletCodes } from './wallets';

/** The channels of eGHL: wallets, Maybank2u, or both. A null channel is not offered. */
export interface EghlChannels {
  readonly wallet: {
    readonly pymtMethod: string;
    readonly providers: Readonly<Record<string, EghlProvider>>;
    readonly returnUrl: string;
    readonly callbackUrl: string;
  } | null;
  readonly m2u: { readonly code: string; readonly returnUrl: string; readonly callbackUrl: string } | null;
}

/** Builds eGHL's settings from its environment variables and our public URLs; `timeoutMs` is for an enquiry. */
export function toEghlSettings(
  values: NonNullable<GatewayValues['eghl']>,
  own: { readonly siteOrigin: string; readonly backendUrl: string },
  timeoutMs: number,
): EghlSettings & EghlChannels {
  const channels = values.EGHL_CHANNELS;
  const wallet = {
    pymtMethod: values.EGHL_WALLET_METHOD,
    providers: withWalletCodes(values.EGHL_WALLET_CODES ?? {}),
    returnUrl: `${own.siteOrigin}/bankResultEGHL`,
    callbackUrl: `${own.backendUrl}/callbacks/eghl`,
  };
  const m2u = {
    code: values.EGHL_M2U_CODE,
    returnUrl: `${own.siteOrigin}/bankResultMBBCASA`,
    callbackUrl: `${own.backendUrl}/callbacks/m2u`,
  };
  return {
    pageUrl: new URL(values.EGHL_PATH, values.EGHL_HOST).href,
    serviceId: values.EGHL_SERVICE_ID,
    password: values.EGHL_PASSWORD,
    merchant: values.EGHL_MERCHANT,
    timeoutMs,
    wallet: channels.includes('wallet') ? wallet : null,
    m2u: channels.includes('m2u') ? m2u : null,
  };
}
