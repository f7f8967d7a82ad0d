import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { sen } from '@/lib/domain/money';
import { createAcquirerGateway } from '../../backend/gateways/acquirer/gateway';
import { createBillplzGateway } from '../../backend/gateways/billplz/gateway';
import { createChipGateway } from '../../backend/gateways/chip/gateway';
import { createCounterGateway } from '../../backend/gateways/counter/gateway';
import { createDuitNowGateway } from '../../backend/gateways/duitnow/gateway';
import { createEghlGateway } from '../../backend/gateways/eghl/gateway';
import { createFpxGateway } from '../../backend/gateways/fpx/gateway';
import { createMaybankGateway } from '../../backend/gateways/m2u/gateway';
import { createStripeGateway } from '../../backend/gateways/stripe/gateway';
import type { FaultyConnection } from '../../backend/gateways/conformance/faulty-connection.fixture';
import type { AttemptOrder, GatewayStart } from '../../backend/gateways/gateway';
import { describeSandboxGateways } from '../gateway-settings';
import { loadSandboxKeys, secretOfNetwork } from '../keys';
import { createSimulators } from './server';
import type { SimulatorSettings } from './settings';
import { registerExample } from './template/example';

export interface ReceivedRequest {
  readonly path: string;
  readonly fields: Record<string, string>;
  readonly body: string;
  readonly headers: IncomingHttpHeaders;
}

/** A fake site and backend: records requests in order, and responds to callbacks as configured. */
async function openMerchant() {
  const received: ReceivedRequest[] = [];
  const waiting: { count: number; resolve: () => void }[] = [];
  const merchant: { answers: string[] } = { answers: [] };
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const { pathname: path, searchParams } = new URL(request.url ?? '', 'http://merchant');
      const fields = { ...Object.fromEntries(searchParams), ...Object.fromEntries(new URLSearchParams(body)) };
      const answer = path.startsWith('/callbacks/') ? (merchant.answers.shift() ?? 'OK') : 'OK';
      received.push({ path, fields, body, headers: request.headers });
      response.writeHead(answer === 'OK' ? 200 : 503).end(answer);
      for (const { count, resolve } of waiting) if (received.length >= count) resolve();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  return {
    origin,
    received,
    merchant,
    /** Settles once that many requests were received. */
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

async function findFreePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}

export interface Page {
  readonly status: number;
  readonly url: string;
  readonly text: string;
}

const controlAnswerSchema = z.record(z.string(), z.unknown());

/** All harnesses of a test file share their keys: generating them is slow. */
let keysDir: string | null = null;
afterAll(() => {
  if (keysDir !== null) rmSync(keysDir, { recursive: true, force: true });
});

/**
 * Simulators on a free port, that of the template among them, our real gateways connected to them, and a merchant that records requests. `connection`: through which the gateways
 * and the payer reach the simulators.
 */
export async function openGatewayTestHarness(
  callbackPausesMs: readonly number[] = [5, 5, 5],
  {
    connection,
    ...options
  }: Pick<SimulatorSettings, 'hasFpxTestBanks'> & { readonly connection?: FaultyConnection } = {},
) {
  const dataDir = mkdtempSync(join(tmpdir(), 'ebill-banks-'));
  const listener = await openMerchant();
  const port = await findFreePort();
  connection?.connectTo(port);
  const banksOrigin = connection?.origin ?? `http://127.0.0.1:${port}`;
  keysDir ??= mkdtempSync(join(tmpdir(), 'ebill-bank-keys-'));
  const keysFolder = keysDir;
  const keys = loadSandboxKeys(keysFolder);
  const own = { siteOrigin: listener.origin, backendUrl: listener.origin };
  const templateKeys = {
    apiKey: secretOfNetwork(keys, 'example'),
    callbackKey: secretOfNetwork(keys, 'example-callbacks'),
  };
  let banks: FastifyInstance;
  const start = async () => {
    banks = createSimulators({
      ...{ ...own, banksOrigin, dataDir, keys, keysDir: keysFolder, callbackPausesMs, ...options },
      addProviders: (app, context) => [registerExample(app, { ...context, ...templateKeys })],
    });
    await banks.listen({ port, host: '127.0.0.1' });
  };
  await start();
  const settings = describeSandboxGateways({ ...own, banksUrl: banksOrigin, dataDir: keysDir });

  if (!settings.eghl?.wallet || !settings.eghl.m2u) throw new Error('the sandbox has both channels of eGHL');
  const { wallet, m2u, ...eghl } = settings.eghl;
  if (!settings.counter || !settings.duitnow) throw new Error('the sandbox has both code networks');
  const { counter, duitnow } = settings;

  async function send(url: string, fields?: Record<string, string>): Promise<Page> {
    const body = fields && new URLSearchParams(fields);
    const response = await fetch(url, body ? { method: 'POST', body } : {});
    return { status: response.status, url: response.url, text: await response.text() };
  }

  return {
    banksOrigin,
    dataDir,
    keys,
    keysDir: keysFolder,
    settings,
    merchantOrigin: listener.origin,
    received: listener.received,
    merchant: listener.merchant,
    waitFor: listener.waitFor,
    fpx: createFpxGateway({ ...settings.fpx, kind: 'personal', now: Date.now }),
    fpxCorporate: createFpxGateway({ ...settings.fpx, kind: 'corporate', now: Date.now }),
    acquirer: createAcquirerGateway(settings.acquirer),
    wallet: createEghlGateway({ ...eghl, ...wallet, name: 'eghl' }),
    m2u: createMaybankGateway({ ...eghl, ...m2u }),
    billplz: createBillplzGateway(settings.billplz, Date.now),
    counter: createCounterGateway(counter),
    duitnow: createDuitNowGateway(duitnow),
    stripe: createStripeGateway({ ...settings.stripe, now: Date.now }),
    chip: createChipGateway(settings.chip, Date.now),
    send,
    /** Follows a started payment to the bank's page. */
    follow(start: GatewayStart): Promise<Page> {
      if (start.kind !== 'redirect') throw new Error('the payment needs no page');
      const { url, method, fields } = start.request;
      if (method === 'POST') return send(url, { ...fields });
      return send(`${url}?${new URLSearchParams(fields).toString()}`);
    },
    press: (page: Page, button: string) => send(page.url, { button }),
    async control(path: string, body?: object) {
      const response = await fetch(`${banksOrigin}/control/${path}`, {
        ...(body
          ? { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
          : {}),
      });
      return { status: response.status, body: controlAnswerSchema.parse(await response.json()) };
    },
    async restart(between?: () => void) {
      await banks.close();
      between?.();
      await start();
    },
    async close() {
      await banks.close();
      await listener.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
export type GatewayTestHarness = Awaited<ReturnType<typeof openGatewayTestHarness>>;

let orders = 0;
/** An attempt of RM138.78 with a unique number. */
export function makeOrder(changed: Partial<AttemptOrder> = {}): AttemptOrder {
  orders += 1;
  return {
    number: `${'abcdefghij'}${String(orders).padStart(10, '0')}`,
    paymentId: null,
    method: 'fpx',
    resultRoute: '/bankResultFPX',
    language: 'en',
    amount: sen(138_78),
    description: 'Bill payment',
    payerEmail: 'payer@example.com',
    payerPhone: null,
    clientAddress: '127.0.0.1',
    startedAt: new Date().toISOString(),
    deadline: new Date(Date.now() + 15 * 60_000).toISOString(),
    provider: null,
    ...changed,
  };
}

/** The target and fields of the form that returns to the merchant; null if the page has none. */
export function readReturnForm(page: Page): { action: string; fields: Record<string, string> } | null {
  const action = /<form method="(?:post|get)" action="([^"]+)"/.exec(page.text)?.[1];
  if (action === undefined || action.startsWith('/')) return null;
  const inputs = page.text.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g);
  const decode = (text: string) => text.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
  return {
    action,
    fields: Object.fromEntries([...inputs].map(([, name = '', value = '']) => [name, decode(value)])),
  };
}
