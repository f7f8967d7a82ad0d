import { chipVariables, eghlVariables } from '@/lib/configuration/gateway-variables';
import { gatewayTimeouts, type GatewaySettings } from '../backend/gateways/settings';
import { toChipSettings } from '../backend/gateways/chip/settings';
import { toEghlSettings } from '../backend/gateways/eghl/settings';
import { loadChipPublicKey } from './chip-keys';
import { eghlPath } from './simulators/eghl/routes';
import { loadSandboxKeys, sandboxMerchant, secretOfNetwork } from './keys';

/** The published terms of a counter chain: codes are valid for 18 h 30 min, RM1 to RM2,499.99. */
const counterMinutes = 18 * 60 + 30;

/** The sandbox has every gateway. */
type SandboxGatewaySettings = { readonly [Gateway in keyof GatewaySettings]: NonNullable<GatewaySettings[Gateway]> };

/** Returns the gateways' settings for the simulators at `banksUrl`, with the sandbox's keys in `dataDir`. */
export function describeSandboxGateways(own: {
  readonly banksUrl: string;
  readonly siteOrigin: string;
  readonly backendUrl: string;
  readonly dataDir: string;
}): SandboxGatewaySettings {
  const keys = loadSandboxKeys(own.dataDir);
  const network = {
    hostUrl: own.banksUrl,
    keyId: sandboxMerchant.codeKeyId,
    merchant: sandboxMerchant.name,
    timeoutMs: gatewayTimeouts.call,
  };
  return {
    fpx: {
      hostUrl: own.banksUrl,
      sellerExId: sandboxMerchant.fpxSellerExId,
      sellerId: sandboxMerchant.fpxSellerId,
      privateKey: keys.fpxSellerPrivateKey,
      fpxPublicKey: keys.fpxPublicKey,
      sessionMinutes: 10,
      timeoutMs: gatewayTimeouts.call,
      bankListTimeoutMs: gatewayTimeouts.bankList,
    },
    acquirer: {
      hostUrl: own.banksUrl,
      keyId: sandboxMerchant.acquirerKeyId,
      secret: keys.acquirerSecret,
      merchant: sandboxMerchant.name,
      siteOrigin: own.siteOrigin,
      callbackUrl: `${own.backendUrl}/callbacks/acquirer`,
      timeoutMs: gatewayTimeouts.call,
    },
    eghl: toEghlSettings(
      eghlVariables.parse({
        EGHL_HOST: own.banksUrl,
        EGHL_PATH: eghlPath,
        EGHL_SERVICE_ID: sandboxMerchant.eghlServiceId,
        EGHL_PASSWORD: keys.eghlPassword,
        EGHL_MERCHANT: sandboxMerchant.name,
      }),
      own,
      gatewayTimeouts.call,
    ),
    counter: {
      ...network,
      secret: secretOfNetwork(keys, 'counter'),
      validMinutes: counterMinutes,
      callbackUrl: `${own.backendUrl}/callbacks/counter`,
    },
    duitnow: {
      ...network,
      secret: secretOfNetwork(keys, 'duitnow'),
      qrMerchant: { ...sandboxMerchant.duitnow, name: sandboxMerchant.name.toUpperCase() },
      callbackUrl: `${own.backendUrl}/callbacks/duitnow`,
    },
    chip: toChipSettings(
      chipVariables.parse({
        CHIP_API_URL: `${own.banksUrl}/chip/api/v1/`,
        CHIP_API_KEY: secretOfNetwork(keys, 'chip'),
        CHIP_BRAND_ID: sandboxMerchant.chipBrandId,
        CHIP_PUBLIC_KEY: loadChipPublicKey(own.dataDir),
      }),
      own,
      gatewayTimeouts,
    ),
  };
}
