import { gatewayTimeouts, type GatewaySettings } from '../gateways/settings';
import { loadSandboxKeys, sandboxMerchant } from './keys';

/** Gives the gateways' settings for the simulated banks at `banksUrl`, with the sandbox's keys of `dataDir`. */
export function describeSandboxGateways(own: {
  readonly banksUrl: string;
  readonly siteOrigin: string;
  readonly backendUrl: string;
  readonly dataDir: string;
}): GatewaySettings {
  const keys = loadSandboxKeys(own.dataDir);
  return {
    fpx: {
      hostUrl: own.banksUrl,
      sellerExId: sandboxMerchant.fpxSellerExId,
      sellerId: sandboxMerchant.fpxSellerId,
      privateKey: keys.fpxSellerPrivateKey,
      fpxPublicKey: keys.fpxPublicKey,
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
  };
}
