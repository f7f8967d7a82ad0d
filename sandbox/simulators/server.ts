import type { FastifyInstance } from 'fastify';
import { loadChipKeys } from '../chip-keys';
import { sandboxMerchant, secretOfNetwork, stripeSecrets } from '../keys';
import { registerAccountLinkRoutes } from './account-link/routes';
import { createSimulatorApp } from './app';
import { createAcquirerProtocol } from './acquirer/protocol';
import { registerAcquirerRoutes } from './acquirer/routes';
import { openBankStore } from './bank/bank-store';
import { createCallbackSender } from './bank/callback-sender';
import { registerControlRoutes } from './bank/control-routes';
import { registerBillplz } from './billplz/billplz';
import { registerChip } from './chip/chip';
import { createEghlProtocol } from './eghl/protocol';
import { registerEghlRoutes } from './eghl/routes';
import { createFpxProtocol } from './fpx/protocol';
import { registerFpxRoutes } from './fpx/routes';
import { openEventLog } from './bank/event-log';
import { createBillerStore } from './gsma/biller-store';
import { createBillerCallbacks } from './gsma/callbacks';
import { registerGsmaRoutes } from './gsma/routes';
import { registerPaymentRoutes } from './bank/payment-routes';
import { createCallFaults } from './providers/call-faults';
import { createPresentmentNetwork } from './presentment/network';
import { createPresentmentProtocol } from './presentment/protocol';
import { registerPresentmentRoutes } from './presentment/routes';
import type { SimulatorSettings } from './settings';
import { registerStripe } from './stripe/stripe';

/**
 * The simulated banks: FPX, the card acquirer with its issuers' pages, eGHL with its wallets, the counters, DuitNow QR; a biller behind the
 * GSMA Mobile Money API; the payment providers CHIP, Stripe and Billplz; and the controls of the sandbox. The banks' state is in an event log
 * under `dataDir`, the biller's in memory.
 */
export function createSimulators(settings: SimulatorSettings): FastifyInstance {
  const { siteOrigin, backendUrl, banksOrigin, keys } = settings;
  const eventLog = openEventLog(settings.dataDir);
  const bankStore = openBankStore(eventLog);
  const callbacks = createCallbackSender(eventLog, bankStore, settings.callbackPausesMs);
  const acquirerKey = { keyId: sandboxMerchant.acquirerKeyId, secret: keys.acquirerSecret };
  const eghlMerchant = { serviceId: sandboxMerchant.eghlServiceId, password: keys.eghlPassword };
  const biller = createBillerStore(bankStore.now);
  const billerCallbacks = createBillerCallbacks(settings.callbackPausesMs);
  const networks = {
    counter: createPresentmentNetwork('counter', secretOfNetwork(keys, 'counter')),
    duitnow: createPresentmentNetwork('duitnow', secretOfNetwork(keys, 'duitnow')),
  };
  const protocols = {
    fpx: createFpxProtocol({ siteOrigin, backendUrl, privateKey: keys.fpxPrivateKey, now: bankStore.now }),
    acquirer: createAcquirerProtocol(acquirerKey, bankStore.now),
    eghl: createEghlProtocol(eghlMerchant, bankStore.now),
    counter: createPresentmentProtocol(networks.counter, siteOrigin, bankStore.now),
    duitnow: createPresentmentProtocol(networks.duitnow, siteOrigin, bankStore.now),
  };

  const app = createSimulatorApp(settings.hostnames);
  app.addHook('onClose', async () => {
    callbacks.cancelAll();
    billerCallbacks.cancelAll();
    for (const provider of providers) provider.stop();
  });

  const faults = createCallFaults();
  const context = { eventLog, bankStore, faults, siteOrigin, banksOrigin, merchant: sandboxMerchant.name };
  const providers = [
    registerChip(app, {
      ...context,
      brandId: sandboxMerchant.chipBrandId,
      apiKey: secretOfNetwork(keys, 'chip'),
      webhookUrl: `${backendUrl}${sandboxMerchant.chipWebhookPath}`,
      loadKeys: () => loadChipKeys(settings.keysDir ?? settings.dataDir),
    }),
    registerStripe(app, {
      ...context,
      ...stripeSecrets(keys),
      webhookUrl: `${backendUrl}/callbacks/stripe`,
    }),
    registerBillplz(app, {
      ...context,
      collectionId: sandboxMerchant.billplzCollectionId,
      apiKey: secretOfNetwork(keys, 'billplz'),
      signatureKey: secretOfNetwork(keys, 'billplz-signature'),
    }),
    ...(settings.addProviders?.(app, context) ?? []),
  ];
  registerControlRoutes(app, { bankStore, biller, billerCallbacks, callbacks, protocols, providers, faults });
  registerFpxRoutes(app, {
    bankStore,
    protocol: protocols.fpx,
    privateKey: keys.fpxPrivateKey,
    hasTestBanks: settings.hasFpxTestBanks ?? false,
    merchant: {
      name: sandboxMerchant.name,
      sellerExId: sandboxMerchant.fpxSellerExId,
      sellerId: sandboxMerchant.fpxSellerId,
      publicKey: keys.fpxSellerPublicKey,
    },
  });
  registerAcquirerRoutes(app, { bankStore, key: acquirerKey, banksOrigin });
  registerEghlRoutes(app, { bankStore, protocol: protocols.eghl, merchant: eghlMerchant });
  for (const name of ['counter', 'duitnow'] as const) {
    registerPresentmentRoutes(app, { bankStore, callbacks, protocol: protocols[name], network: networks[name] });
  }
  registerAccountLinkRoutes(app, { siteOrigin, banksOrigin });
  registerGsmaRoutes(app, { biller, callbacks: billerCallbacks, apiKey: secretOfNetwork(keys, 'gsma') });
  registerPaymentRoutes(app, { bankStore, callbacks, protocols, siteOrigin });
  return app;
}
