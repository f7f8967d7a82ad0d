import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import formbody from '@fastify/formbody';
import fastify from 'fastify';
import type { GsmaCredentials } from '@/lib/configuration/gsma';
import { sen } from '@/lib/domain/money';
import { createBillerStore } from '../../../sandbox/simulators/gsma/biller-store';
import { createBillerCallbacks } from '../../../sandbox/simulators/gsma/callbacks';
import { gsmaClientId, gsmaPath, gsmaTokenPath, registerGsmaRoutes } from '../../../sandbox/simulators/gsma/routes';
import type { Clock } from '../../clock';
import type { Db } from '../../db/database';
import type { BillPayment } from '../biller';
import { createGsmaBiller } from './biller';
import type { GsmaSettings } from './settings';

export interface Received {
  readonly method: string;
  /** With its parameters. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A server that records requests and answers each as `respond` does. */
export async function openRecorder(respond: (response: ServerResponse, request: Received) => void) {
  const received: Received[] = [];
  const waiting: { readonly count: number; readonly resolve: () => void }[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (part: string) => (body += part));
    request.on('end', () => {
      const { headers, method = '', url: path = '' } = request;
      const one = { method, path, headers, body };
      received.push(one);
      respond(response, one);
      for (const { count, resolve } of waiting) if (received.length >= count) resolve();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    received,
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Resolves once that many requests have come. */
    waitFor: (count: number) =>
      new Promise<void>((resolve) => {
        if (received.length >= count) resolve();
        else waiting.push({ count, resolve });
      }),
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

export const testApiKey = 'the-key-of-the-tests';

/** The simulated biller on a free port. */
export async function openGsmaSimulator(clock: Clock, slowMs = 2_000) {
  const biller = createBillerStore(() => clock.now().getTime());
  const callbacks = createBillerCallbacks([5, 5]);
  const app = fastify({ forceCloseConnections: true });
  await app.register(formbody);
  registerGsmaRoutes(app, { biller, callbacks, apiKey: testApiKey, slowMs });
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  const client: GsmaCredentials = {
    kind: 'client-credentials',
    tokenUrl: `${origin}${gsmaTokenPath}`,
    clientId: gsmaClientId,
    clientSecret: testApiKey,
  };
  return {
    biller,
    client,
    apiUrl: `${origin}${gsmaPath}`,
    async close() {
      callbacks.cancelAll();
      await app.close();
    },
  };
}

/** The connector, for an API at `apiUrl`. */
export function createTestConnector(apiUrl: string, db: Db, clock: Clock, settings: Partial<GsmaSettings> = {}) {
  const biller = createGsmaBiller(
    {
      endpoint: { apiUrl, credentials: { kind: 'api-key', key: testApiKey } },
      identifierType: 'accountno',
      acceptedStatuses: ['completed', 'paid', 'partialpaid'],
      maximumAmount: sen(3_000_000),
      metadataKeys: { holderName: 'holder', customerType: 'customerType', mobileNumber: 'mobile' },
      callbackUrl: null,
      timeoutMs: 5_000,
      ...settings,
    },
    db,
    clock,
  );
  const { postings, readCallback } = biller;
  if (postings === null || readCallback === undefined) throw new Error('the connector calls and is called');
  return { ...biller, postings, readCallback };
}

let payments = 0;

/** A payment of RM138.78 under a new reference. */
export function makePayment(changed: Partial<BillPayment> = {}): BillPayment {
  payments += 1;
  return {
    reference: `reference${payments}`.padEnd(26, 'x'),
    accountNumber: '1234567801',
    billReference: null,
    amount: sen(13_878),
    currency: 'MYR',
    paidAt: new Date('2026-11-23T01:15:00Z'),
    method: 'fpx',
    gatewayReference: 'FPX0001',
    ...changed,
  };
}
