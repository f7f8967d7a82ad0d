import { billplzVariables, chipVariables, eghlVariables } from '@/lib/configuration/gateway-variables';
import { cardWallets } from '@/lib/domain/methods/card-wallets';
import { fpx } from '@/lib/domain/methods/fpx';
import { fpxCorporate } from '@/lib/domain/methods/fpx-corporate';
import { gatewayTimeouts, type GatewaySettings } from '../backend/gateways/settings';
import { toBillplzSettings } from '../backend/gateways/billplz/settings';
import { toChipSettings } from '../backend/gateways/chip/settings';
import { toEghlSettings } from '../backend/gateways/eghl/settings';
import { billplzApiPath } from './simulators/billplz/api';
import { loadChipPublicKey } from './chip-keys';
import { eghlPath } from './simulators/eghl/routes';
import { stripeApiPath } from './simulators/stripe/api';
import { loadSandboxKeys, sandboxMerchant, secretOfNetwork, stripeSecrets } from './keys';

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
  readonly postsCardsDirectly?: boolean;
}): SandboxGatewaySettings {
  const keys = loadSandboxKeys(own.dataDir);
  const stripe = stripeSecrets(keys);
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
      bankNames: new Map(),
      limits: { personal: fpx.limits, corporate: fpxCorporate.limits },
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
    stripe: {
      apiUrl: `${own.banksUrl}${stripeApiPath}`,
      secretKey: stripe.secretKey,
      webhookSecrets: [stripe.webhookSecret],
      cardWallets,
      siteOrigin: own.siteOrigin,
      timeoutMs: gatewayTimeouts.call,
    },
    billplz: toBillplzSettings(
      billplzVariables.parse({
        BILLPLZ_API_URL: `${own.banksUrl}${billplzApiPath}`,
        BILLPLZ_API_KEY: secretOfNetwork(keys, 'billplz'),
        BILLPLZ_COLLECTION_ID: sandboxMerchant.billplzCollectionId,
        BILLPLZ_X_SIGNATURE_KEY: secretOfNetwork(keys, 'billplz-signature'),
      }),
      own,
      gatewayTimeouts,
    ),
    chip: toChipSettings(
      chipVariables.parse({
        CHIP_API_URL: `${own.banksUrl}/chip/api/v1/`,
        CHIP_API_KEY: secretOfNetwork(keys, 'chip'),
        CHIP_BRAND_ID: sandboxMerchant.chipBrandId,
        CHIP_PUBLIC_KEY: loadChipPublicKey(own.dataDir),
      }),
      { postsCardsDirectly: false, ...own },
      gatewayTimeouts,
    ),
  };
}
