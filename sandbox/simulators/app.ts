import formbody from '@fastify/formbody';
import fastify, { type FastifyInstance } from 'fastify';
import { z } from 'zod';
import { createHostCheck } from '@/lib/domain/visit/host-check';
import { isPartnerCall } from '@/lib/domain/visit/partner-call';
import { sendPage } from './pages/layout';
import { buildRefusalPage } from './pages/return-page';

/** The error that Fastify throws for a request that it cannot parse. */
const errorSchema = z.object({ statusCode: z.int().min(400).max(599) });

/** Creates a server for simulators, without any: it takes forms, and its errors are pages. Bodies are never logged: they may hold a card. */
export function createSimulatorApp(hostnames: readonly string[] = []): FastifyInstance {
  const app = fastify({ logger: false, bodyLimit: 64 * 1024, forceCloseConnections: true });
  const isOwnHost = createHostCheck(hostnames);
  app.addHook('onRequest', async (request, reply) => {
    if (!isOwnHost(request.headers.host))
      return sendPage(reply, 421, buildRefusalPage('This host is not served here.'));
    if (isPartnerCall(request.headers))
      return sendPage(reply, 403, buildRefusalPage('This is no server of a partner.'));
  });
  app.register(formbody);
  app.setNotFoundHandler((_request, reply) => sendPage(reply, 404, buildRefusalPage('There is no such page.')));
  app.setErrorHandler((error, _request, reply) => {
    const status = errorSchema.safeParse(error).data?.statusCode ?? 500;
    if (status < 500) return sendPage(reply, status, buildRefusalPage('The request is malformed.'));
    const stack = error instanceof Error ? error.stack : undefined;
    console.error(JSON.stringify({ level: 50, time: Date.now(), name: 'banks', msg: 'a request failed', stack }));
    return sendPage(reply, 500, buildRefusalPage('The simulator failed.'));
  });

  app.get('/health', () => ({ status: 'ok' }));
  return app;
}
