import type { GatewayValues } from '@/lib/configuration/gateways';
import { callbackUrlOf } from '../gateway';
import { chipAddresses, type ChipSettings } from './gateway';
import { chipWallets, type ChipWallet } from './methods';

/** Our wallets with CHIP's codes of this deployment. */
function withWalletCodes(codes: Readonly<Record<string, ChipWallet>>): ChipSettings['wallets'] {
  return { ...chipWallets, ...codes };
}

/** Returns CHIP's settings from its variables and our deployment; time-outs in ms. */
export function toChipSettings(
  values: NonNullable<GatewayValues['chip']>,
  own: { readonly siteOrigin: string; readonly backendUrl: string; readonly postsCardsDirectly: boolean },
  timeouts: { readonly call: number; readonly bankList: number },
): ChipSettings {
  return {
    apiUrl: values.CHIP_API_URL,
    apiKey: values.CHIP_API_KEY,
    brandId: values.CHIP_BRAND_ID,
    publicKey: values.CHIP_PUBLIC_KEY ?? null,
    wallets: withWalletCodes(values.CHIP_WALLET_CODES ?? {}),
    postsCardsDirectly: own.postsCardsDirectly,
    siteOrigin: own.siteOrigin,
    callbackUrl: callbackUrlOf(chipAddresses, own.backendUrl),
    timeoutMs: timeouts.call,
    bankListTimeoutMs: timeouts.bankList,
  };
}
