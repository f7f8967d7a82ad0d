import formbody from '@fastify/formbody';
import fastify, { type FastifyInstance } from 'fastify';
import { z } from 'zod';
import { createHostCheck } from '@/lib/domain/visit/host-check';
import { sandboxMerchant, secretOfNetwork } from '../keys';
import { registerAccountLinkRoutes } from './account-link/routes';
import { createAcquirerRail } from './acquirer/rail';
import { registerAcquirerRoutes } from './acquirer/routes';
import { openBankStore } from './bank/bank-store';
import { createCallbackSender } from './bank/callback-sender';
import { registerControlRoutes } from './bank/control-routes';
import { createEghlRail } from './eghl/rail';
import { registerEghlRoutes } from './eghl/routes';
import { createFpxRail } from './fpx/rail';
import { registerFpxRoutes } from './fpx/routes';
import { openJournal } from './bank/journal';
import { sendPage } from './pages/layout';
import { buildRefusalPage } from './pages/return-page';
import { registerPaymentRoutes } from './bank/payment-routes';
import { createPresentmentNetwork } from './presentment/network';
import { createPresentmentRail } from './presentment/rail';
import { registerPresentmentRoutes } from './presentment/routes';
import type { BanksSettings } from './settings';

/** The error that Fastify throws for a request that it cannot parse. */
const errorSchema = z.object({ statusCode: z.int().min(400).max(599) });

/**
 * The simulated banks: FPX, the card acquirer with its issuers' pages, eGHL with its wallets, the counters, DuitNow QR, and the controls
 * of the sandbox. Their state is in a journal under `dataDir`. Bodies are never logged: they may hold a card.
 */
export function createBanks(settings: BanksSettings): FastifyInstance {
  const { siteOrigin, backendUrl, banksOrigin, keys } = settings;
  const journal = openJournal(settings.dataDir);
  const bankStore = openBankStore(journal);
  const callbacks = createCallbackSender(journal, settings.callbackPausesMs);
  const acquirerKey = { keyId: sandboxMerchant.acquirerKeyId, secret: keys.acquirerSecret };
  const eghlMerchant = { serviceId: sandboxMerchant.eghlServiceId, password: keys.eghlPassword };
  const networks = {
    counter: createPresentmentNetwork('counter', secretOfNetwork(keys, 'counter')),
    duitnow: createPresentmentNetwork('duitnow', secretOfNetwork(keys, 'duitnow')),
  };
  const rails = {
    fpx: createFpxRail({ siteOrigin, backendUrl, privateKey: keys.fpxPrivateKey, now: bankStore.now }),
    acquirer: createAcquirerRail(acquirerKey, bankStore.now),
    eghl: createEghlRail(eghlMerchant, bankStore.now),
    counter: createPresentmentRail(networks.counter, siteOrigin, bankStore.now),
    duitnow: createPresentmentRail(networks.duitnow, siteOrigin, bankStore.now),
  };

  const app = fastify({ logger: false, bodyLimit: 64 * 1024, forceCloseConnections: true });
  const isOwnHost = createHostCheck(settings.hostnames ?? []);
  app.addHook('onRequest', async (request, reply) => {
    if (!isOwnHost(request.headers.host))
      return sendPage(reply, 421, buildRefusalPage('This host is not served here.'));
  });
  app.register(formbody);
  app.addHook('onClose', async () => callbacks.cancelAll());
  app.setNotFoundHandler((_request, reply) => sendPage(reply, 404, buildRefusalPage('There is no such page.')));
  app.setErrorHandler((error, _request, reply) => {
    const status = errorSchema.safeParse(error).data?.statusCode ?? 500;
    if (status < 500) return sendPage(reply, status, buildRefusalPage('The request is malformed.'));
    const stack = error instanceof Error ? error.stack : undefined;
    console.error(JSON.stringify({ level: 50, time: Date.now(), name: 'banks', msg: 'a request failed', stack }));
    return sendPage(reply, 500, buildRefusalPage('The simulator failed.'));
  });

  app.get('/health', () => ({ status: 'ok' }));
  registerControlRoutes(app, { bankStore, callbacks, rails });
  registerFpxRoutes(app, {
    bankStore,
    rail: rails.fpx,
    privateKey: keys.fpxPrivateKey,
    merchant: {
      name: sandboxMerchant.name,
      sellerExId: sandboxMerchant.fpxSellerExId,
      sellerId: sandboxMerchant.fpxSellerId,
      publicKey: keys.fpxSellerPublicKey,
    },
  });
  registerAcquirerRoutes(app, { bankStore, key: acquirerKey, banksOrigin });
  registerEghlRoutes(app, { bankStore, rail: rails.eghl, merchant: eghlMerchant });
  for (const name of ['counter', 'duitnow'] as const) {
    registerPresentmentRoutes(app, { bankStore, callbacks, rail: rails[name], network: networks[name] });
  }
  registerAccountLinkRoutes(app, { siteOrigin, banksOrigin });
  registerPaymentRoutes(app, { bankStore, callbacks, rails, siteOrigin });
  return app;
}
