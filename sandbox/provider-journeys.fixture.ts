import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { calls } from '@/lib/contract/calls';
import type { RequestInputOf } from '@/lib/contract/call';
import type { ChargePolicy } from '@/lib/domain/auto-debit-charge';
import type { MethodGateways } from '@/lib/configuration/method-gateways';
import { isResultRoute } from '@/lib/domain/payment/outcomes';
import { createGateways } from '../backend/gateways-wiring';
import {
  createPayment,
  fpxRequest,
  sandboxControl,
  startTestBackend,
  statusOf,
  succeed,
  testVisit,
  type TestBackend,
} from '../backend/test-backend.fixture';
import { createSandbox } from './entry';
import { describeSandboxGateways } from './gateway-settings';
import { loadSandboxKeys } from './keys';
import { readReturnForm } from './simulators/gateway-test-harness.fixture';
import { createSimulators } from './simulators/server';

type PaymentInit = RequestInputOf<(typeof calls)['payment.init']>;

/** The fields with which a browser returns to a route of the site. */
export interface BrowserReturn {
  readonly route: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** The request of a payment's beginning by a choice that is not FPX. */
export function requestOf(refid: string, choice: Omit<PaymentInit['paymentRequest'], 'userEmailAddress'>): PaymentInit {
  const paymentRequest = { userEmailAddress: 'payer@example.com', ...choice };
  return { refid, shownAmount: 13_878, visitId: testVisit, paymentRequest };
}

async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Starts, for a test file, the backend with the gateways of its methods and the simulators, and makes a payer's steps over HTTP. */
export function setUpProviderJourneys(
  methods: MethodGateways,
  {
    chargePolicy = null,
    ...options
  }: { readonly postsCardsDirectly?: boolean; readonly chargePolicy?: ChargePolicy | null } = {},
) {
  const dataDir = mkdtempSync(join(tmpdir(), 'ebill-journeys-'));
  const siteOrigin = 'http://localhost:3000';
  let backend: TestBackend;
  let banks: FastifyInstance;
  let banksOrigin = '';

  beforeAll(async () => {
    const [port, backendPort] = [await findFreePort(), await findFreePort()];
    banksOrigin = `http://127.0.0.1:${port}`;
    const own = { siteOrigin, backendUrl: `http://127.0.0.1:${backendPort}` };
    backend = await startTestBackend({
      chargePolicy,
      sandbox: createSandbox({ publicOrigin: siteOrigin, banksOrigin }),
      createGateways: (clock, carrier) =>
        createGateways(
          describeSandboxGateways({ ...own, ...options, banksUrl: banksOrigin, dataDir }),
          methods,
          clock,
          carrier,
        ),
    });
    await backend.app.listen({ host: '127.0.0.1', port: backendPort });
    const keys = loadSandboxKeys(dataDir);
    banks = createSimulators({ ...own, banksOrigin, dataDir, keys, callbackPausesMs: [50, 50] });
    await banks.listen({ host: '127.0.0.1', port });
  });
  beforeEach(() => sandboxControl(backend, 'reset', {}));
  afterAll(async () => {
    await banks.close();
    await backend.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  /** Begins a payment, and opens the provider's page; returns its URL. */
  async function openPage(request: PaymentInit): Promise<string> {
    const { onward } = await succeed(backend, calls['payment.init'], request);
    if (onward?.kind !== 'redirect' || onward.method !== 'GET') throw new Error('no redirect to the provider');
    const query = new URLSearchParams(onward.fields).toString();
    // A page's own query and fragment are a part of its address.
    return (await fetch(query === '' ? onward.url : `${onward.url}?${query}`)).url;
  }

  return {
    siteOrigin,
    get backend() {
      return backend;
    },
    openPage,
    /** Begins a payment of a new order, by FPX unless `request` says otherwise. */
    async begin(request: (refid: string) => PaymentInit = fpxRequest) {
      const refid = await createPayment(backend);
      return { refid, pageUrl: await openPage(request(refid)) };
    },
    /** Presses a button of the provider's page, with what else is chosen on it; null if the browser does not return. */
    async press(
      pageUrl: string,
      button: string,
      chosen: Readonly<Record<string, string>> = {},
    ): Promise<BrowserReturn | null> {
      const body = new URLSearchParams({ ...chosen, button });
      const pressed = await fetch(pageUrl, { method: 'POST', body });
      const back = readReturnForm({ status: pressed.status, url: pressed.url, text: await pressed.text() });
      if (back === null || !back.action.startsWith(siteOrigin)) return null;
      return { route: new URL(back.action).pathname, fields: back.fields };
    },
    async returnToSite(back: BrowserReturn | null): Promise<void> {
      if (back === null) return;
      const { route, fields } = back;
      if (!isResultRoute(route)) throw new Error(route);
      await succeed(backend, calls['payment.return'], { route, fields: { ...fields } });
    },
    /** The status once the callback that was sent while the browser returned has been handled. */
    async endStatusOf(refid: string): Promise<string> {
      let status = await statusOf(backend, refid);
      for (let reads = 1; status === 'pending' && reads < 100; reads += 1) {
        // Reads alone never let the process see what has come over the network.
        await setImmediate();
        status = await statusOf(backend, refid);
      }
      return status;
    },
    async creditsOf(refid: string): Promise<number> {
      const { credits, balanced } = await sandboxControl(backend, 'ledger');
      expect(balanced).toBe(true);
      return credits.filter((credit: { refid: string }) => credit.refid === refid).length;
    },
    /** Reads what a control of the simulators tells. */
    async readControl(path: string): Promise<unknown> {
      return (await fetch(`${banksOrigin}/control/${path}`)).json();
    },
    /** Uses a control of the simulators. */
    async control(path: string, body: object): Promise<number> {
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(`${banksOrigin}/control/${path}`, {
        ...{ method: 'POST', headers, body: JSON.stringify(body) },
      });
      return answer.status;
    },
  };
}
