import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { calls } from '@/lib/contract/calls';
import { resolveMethodGateways } from '@/lib/configuration/method-gateways';
import type { ResultRoute } from '@/lib/domain/payment/outcomes';
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
import { listBankButtons } from './scenarios/bank-buttons';
import { readReturnForm } from './simulators/gateway-test-harness.fixture';
import { createSimulators } from './simulators/server';

/* The backend with Stripe as its only gateway and the simulated Stripe, over HTTP. */

const dataDir = mkdtempSync(join(tmpdir(), 'ebill-stripe-'));
const siteOrigin = 'http://localhost:3000';
let backend: TestBackend;
let banks: FastifyInstance;
let banksOrigin = '';

async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

beforeAll(async () => {
  const keys = loadSandboxKeys(dataDir);
  const [port, backendPort] = [await findFreePort(), await findFreePort()];
  banksOrigin = `http://127.0.0.1:${port}`;
  const own = { siteOrigin, backendUrl: `http://127.0.0.1:${backendPort}` };
  const methods = resolveMethodGateways({ GATEWAYS: ['stripe'] }, true);
  backend = await startTestBackend({
    sandbox: createSandbox({ publicOrigin: siteOrigin, banksOrigin }),
    createGateways: (clock, carrier) =>
      createGateways(describeSandboxGateways({ ...own, banksUrl: banksOrigin, dataDir }), methods, clock, carrier),
  });
  await backend.app.listen({ host: '127.0.0.1', port: backendPort });
  banks = createSimulators({ ...own, banksOrigin, dataDir, keys, callbackPausesMs: [50] });
  await banks.listen({ host: '127.0.0.1', port });
});
beforeEach(() => sandboxControl(backend, 'reset', {}));
afterAll(async () => {
  await banks.close();
  await backend.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const walletRequest = (refid: string) => ({
  ...{ refid, shownAmount: 13_878, visitId: testVisit },
  paymentRequest: {
    selectedPaymentMethod: 'wallet' as const,
    selectedWallet: 'grabpay',
    userEmailAddress: 'payer@example.com',
  },
});
const requests = { fpx: fpxRequest, grabpay: walletRequest } as const;

/** Begins a payment; its refid, and the address of Stripe's page. */
async function begin(method: keyof typeof requests) {
  const refid = await createPayment(backend);
  const { onward } = await succeed(backend, calls['payment.init'], requests[method](refid));
  if (onward?.kind !== 'redirect') throw new Error('no redirect');
  return { refid, url: onward.url };
}

/** Presses a button of Stripe's page, and returns to the site as the browser does. */
async function press(url: string, button: string): Promise<void> {
  const answer = await fetch(url, { method: 'POST', body: new URLSearchParams({ button }) });
  const form = readReturnForm({ status: answer.status, url, text: await answer.text() });
  if (form === null || !form.action.startsWith(siteOrigin)) return;
  const route = new URL(form.action).pathname as ResultRoute;
  await succeed(backend, calls['payment.return'], { route, fields: form.fields });
}

/** The status once a callback that is being handled is done: it may be under way when the browser returns. */
async function endStatusOf(refid: string): Promise<string> {
  let status = await statusOf(backend, refid);
  for (let reads = 1; status === 'pending' && reads < 50; reads += 1) {
    // Reads alone never let the process see what has come over the network.
    await setImmediate();
    status = await statusOf(backend, refid);
  }
  return status;
}

async function creditsOf(refid: string): Promise<number> {
  const { credits, balanced } = await sandboxControl(backend, 'ledger');
  expect(balanced).toBe(true);
  return credits.filter((credit: { refid: string }) => credit.refid === refid).length;
}

describe.each(['fpx', 'grabpay'] as const)('%s at Stripe', (method) => {
  test.each(listBankButtons(false))('$label', async (button) => {
    const { refid, url } = await begin(method);
    await press(url, button.value);
    // Whoever returns from a page without a payment has left it: it is withdrawn.
    const outcome = button.state === 'no-payment' ? 'cancelled' : button.outcome;
    expect(await endStatusOf(refid)).toBe(outcome);
    expect(await creditsOf(refid)).toBe(button.credited ? 1 : 0);
  });

  test.each(['successful', 'failed'] as const)('left pending, settled as %s', async (outcome) => {
    const { refid, url } = await begin(method);
    await press(url, 'leave-pending');
    expect(await statusOf(backend, refid)).toBe('pending');
    expect(await sandboxControl(backend, 'settle', { refid, outcome })).toMatchObject({ status: outcome });
    expect(await creditsOf(refid)).toBe(outcome === 'successful' ? 1 : 0);
  });
});

test('a page that its payer has left can no longer be paid, and another attempt can', async () => {
  const { refid, url } = await begin('fpx');
  await press(url, 'cancel');
  expect(await endStatusOf(refid)).toBe('cancelled');
  await press(url, 'approve');
  expect(await creditsOf(refid)).toBe(0);
  const { onward } = await succeed(backend, calls['payment.init'], fpxRequest(refid));
  if (onward?.kind !== 'redirect') throw new Error('no redirect');
  await press(onward.url, 'approve');
  expect(await endStatusOf(refid)).toBe('successful');
});

test('a dispute, which names the payment by Stripe’s number only, is a chargeback of its payment', async () => {
  const { refid, url } = await begin('grabpay');
  await press(url, 'approve');
  expect(await endStatusOf(refid)).toBe('successful');
  const { number } = await backend.store.db.selectFrom('attempts').select('number').executeTakeFirstOrThrow();
  const dispute = (outcome: string) =>
    fetch(`${banksOrigin}/control/dispute`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ number, outcome, reason: '10.4' }),
    });
  expect((await dispute('opened')).status).toBe(200);
  const chargebacks = () => backend.store.db.selectFrom('chargebacks').selectAll().execute();
  expect(await chargebacks()).toMatchObject([
    { order_refid: refid, gateway: 'stripe', state: 'open', amount: 13_878, reason_code: '10.4' },
  ]);
  await dispute('won');
  expect(await chargebacks()).toMatchObject([{ state: 'won' }]);
  expect(await sandboxControl(backend, 'ledger')).toMatchObject({ balanced: true });
});
