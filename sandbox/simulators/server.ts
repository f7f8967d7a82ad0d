import formbody from '@fastify/formbody';
import fastify, { type FastifyInstance } from 'fastify';
import { z } from 'zod';
import { createHostCheck } from '@/lib/domain/visit/host-check';
import { isPartnerCall } from '@/lib/domain/visit/partner-call';
import { loadChipKeys } from '../chip-keys';
import { sandboxMerchant, secretOfNetwork, stripeSecrets } from '../keys';
import { registerAccountLinkRoutes } from './account-link/routes';
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
import { sendPage } from './pages/layout';
import { buildRefusalPage } from './pages/return-page';
import { registerPaymentRoutes } from './bank/payment-routes';
import { createCallFaults } from './providers/call-faults';
import { createPresentmentNetwork } from './presentment/network';
import { createPresentmentProtocol } from './presentment/protocol';
import { registerPresentmentRoutes } from './presentment/routes';
import type { SimulatorSettings } from './settings';
import { registerStripe } from './stripe/stripe';

/** The error that Fastify throws for a request that it cannot parse. */
const errorSchema = z.object({ statusCode: z.int().min(400).max(599) });

/**
 * The simulated banks: FPX, the card acquirer with its issuers' pages, eGHL with its wallets, the counters, DuitNow QR; a biller behind the
 * GSMA Mobile Money API; the payment providers CHIP, Stripe and Billplz; and the controls of the sandbox. The banks' state is in an event log under `dataDir`, the biller's in memory. Bodies
 * are never logged: they may hold a card.
 */
export function createSimulators(settings: SimulatorSettings): FastifyInstance {
  const { siteOrigin, backendUrl, banksOrigin, keys } = settings;
  const eventLog = openEventLog(settings.dataDir);
  const bankStore = openBankStore(eventLog);
  const callbacks = createCallbackSender(eventLog, settings.callbackPausesMs);
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

  const app = fastify({ logger: false, bodyLimit: 64 * 1024, forceCloseConnections: true });
  const isOwnHost = createHostCheck(settings.hostnames ?? []);
  app.addHook('onRequest', async (request, reply) => {
    if (!isOwnHost(request.headers.host))
      return sendPage(reply, 421, buildRefusalPage('This host is not served here.'));
    if (isPartnerCall(request.headers))
      return sendPage(reply, 403, buildRefusalPage('This is no server of a partner.'));
  });
  app.register(formbody);
  app.addHook('onClose', async () => {
    callbacks.cancelAll();
    billerCallbacks.cancelAll();
    for (const provider of providers) provider.stop();
  });
  app.setNotFoundHandler((_request, reply) => sendPage(reply, 404, buildRefusalPage('There is no such page.')));
  app.setErrorHandler((error, _request, reply) => {
    const status = errorSchema.safeParse(error).data?.statusCode ?? 500;
    if (status < 500) return sendPage(reply, status, buildRefusalPage('The request is malformed.'));
    const stack = error instanceof Error ? error.stack : undefined;
    console.error(JSON.stringify({ level: 50, time: Date.now(), name: 'banks', msg: 'a request failed', stack }));
    return sendPage(reply, 500, buildRefusalPage('The simulator failed.'));
  });

  app.get('/health', () => ({ status: 'ok' }));
  const faults = createCallFaults();
  const providers = [
    registerChip(app, {
      ...{ eventLog, bankStore, faults, siteOrigin, banksOrigin, merchant: sandboxMerchant.name },
      brandId: sandboxMerchant.chipBrandId,
      apiKey: secretOfNetwork(keys, 'chip'),
      webhookUrl: `${backendUrl}${sandboxMerchant.chipWebhookPath}`,
      loadKeys: () => loadChipKeys(settings.keysDir ?? settings.dataDir),
    }),
    registerStripe(app, {
      ...{ eventLog, bankStore, faults, siteOrigin, banksOrigin, merchant: sandboxMerchant.name },
      ...stripeSecrets(keys),
      webhookUrl: `${backendUrl}/callbacks/stripe`,
    }),
    registerBillplz(app, {
      ...{ eventLog, bankStore, faults, siteOrigin, banksOrigin, merchant: sandboxMerchant.name },
      collectionId: sandboxMerchant.billplzCollectionId,
      apiKey: secretOfNetwork(keys, 'billplz'),
      signatureKey: secretOfNetwork(keys, 'billplz-signature'),
    }),
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
