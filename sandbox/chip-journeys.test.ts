import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { calls } from '@/lib/contract/calls';
import { resolveMethodGateways } from '@/lib/configuration/method-gateways';
import { isResultRoute } from '@/lib/domain/payment/outcomes';
import { createGateways } from '../backend/gateways-wiring';
import {
  createPayment,
  errorCodeOf,
  fpxRequest,
  sandboxControl,
  send,
  startTestBackend,
  statusOf,
  succeed,
  testVisit,
  type TestBackend,
} from '../backend/test-backend.fixture';
import { createSandbox } from './entry';
import { describeSandboxGateways } from './gateway-settings';
import { loadSandboxKeys } from './keys';
import { listBankButtons, type DecidedState } from './scenarios/bank-buttons';
import { readReturnForm } from './simulators/gateway-test-harness.fixture';
import { createSimulators } from './simulators/server';

/*
 * The backend with GATEWAYS=chip and CARD_ENTRY=direct, and the simulator of CHIP, over HTTP: the outcome of each button of a bank's page, whose
 * callbacks arrive too.
 */

const dataDir = mkdtempSync(join(tmpdir(), 'ebill-chip-'));
const siteOrigin = 'http://localhost:3000';
let backend: TestBackend;
let banks: FastifyInstance;

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

beforeAll(async () => {
  const [port, backendPort] = [await freePort(), await freePort()];
  const [banksOrigin, backendUrl] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${backendPort}`];
  backend = await startTestBackend({
    sandbox: createSandbox({ publicOrigin: siteOrigin, banksOrigin }),
    createGateways: (clock, carrier) =>
      createGateways(
        describeSandboxGateways({ siteOrigin, backendUrl, banksUrl: banksOrigin, dataDir, postsCardsDirectly: true }),
        resolveMethodGateways({ GATEWAYS: ['chip'] }, true),
        clock,
        carrier,
      ),
  });
  await backend.app.listen({ host: '127.0.0.1', port: backendPort });
  const keys = loadSandboxKeys(dataDir);
  banks = createSimulators({ siteOrigin, backendUrl, banksOrigin, dataDir, keys, callbackPausesMs: [50, 50] });
  await banks.listen({ host: '127.0.0.1', port });
});
beforeEach(() => sandboxControl(backend, 'reset', {}));
afterAll(async () => {
  await banks.close();
  await backend.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const choose = (refid: string, choice: Record<string, string>) => ({
  ...{ refid, shownAmount: 13_878, visitId: testVisit },
  paymentRequest: { selectedPaymentMethod: 'wallet' as const, userEmailAddress: 'payer@example.com', ...choice },
});
const beginnings = {
  fpx: (refid: string) => fpxRequest(refid),
  fpxCorporate: (refid: string) =>
    choose(refid, { selectedPaymentMethod: 'fpxCorporate', fpxBankCorporateID: 'MBB0228' }),
  touchngo: (refid: string) => choose(refid, { selectedWallet: 'touchngo' }),
  duitnowQr: (refid: string) => choose(refid, { selectedPaymentMethod: 'duitnowQr' }),
} as const;
type Method = keyof typeof beginnings;

/** Begins a payment and follows the browser's redirect: the bank's page. */
async function openBank(refid: string, method: Method = 'fpx'): Promise<string> {
  const { onward } = await succeed(backend, calls['payment.init'], beginnings[method](refid));
  if (onward?.kind !== 'redirect' || onward.method !== 'GET') throw new Error('no redirect to CHIP');
  const opened = await fetch(`${onward.url}?${new URLSearchParams(onward.fields).toString()}`);
  return opened.url;
}

async function press(url: string, button: string): Promise<void> {
  const pressed = await fetch(url, { method: 'POST', body: new URLSearchParams({ button }) });
  const back = readReturnForm({ status: pressed.status, url: pressed.url, text: await pressed.text() });
  if (back === null || !back.action.startsWith(siteOrigin)) return;
  const route = new URL(back.action).pathname;
  if (!isResultRoute(route)) throw new Error(route);
  await succeed(backend, calls['payment.return'], { route, fields: back.fields });
}

/** The status once the callback that was sent while the browser returned has been handled. */
async function settledStatusOf(refid: string): Promise<string> {
  for (;;) {
    const status = await statusOf(backend, refid);
    if (status !== 'pending') return status;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

async function creditsOf(refid: string): Promise<number> {
  const { credits, balanced } = await sandboxControl(backend, 'ledger');
  expect(balanced).toBe(true);
  return credits.filter((credit: { refid: string }) => credit.refid === refid).length;
}

// CHIP cancels nothing when a payer turns back. Once that payer sees the result, the purchase is cancelled: its page could still be paid.
const outcomes = {
  approved: 'successful',
  declined: 'failed',
  cancelled: 'cancelled',
  pending: 'pending',
  'pending-approval': 'pending-approval',
  'no-payment': 'cancelled',
} as const satisfies Record<DecidedState, string>;

describe.each(['fpx', 'fpxCorporate', 'touchngo', 'duitnowQr'] as const)('%s by CHIP', (method) => {
  const buttons = listBankButtons(method === 'fpxCorporate');
  test.each(buttons.map((button) => [button.label, button] as const))('%s', async (_label, button) => {
    const refid = await createPayment(backend);
    await press(await openBank(refid, method), button.value);
    const waits = button.state === 'pending' && method === 'fpxCorporate';
    const status = await (button.credited ? settledStatusOf(refid) : statusOf(backend, refid));
    expect(status).toBe(waits ? 'pending-approval' : outcomes[button.state]);
    expect(await creditsOf(refid)).toBe(button.credited ? 1 : 0);
  });

  test.each(['successful', 'failed'] as const)('left pending, settled as %s', async (outcome) => {
    const refid = await createPayment(backend);
    await press(await openBank(refid, method), 'leave-pending');
    expect(await sandboxControl(backend, 'settle', { refid, outcome })).toMatchObject({ status: outcome });
    expect(await creditsOf(refid)).toBe(outcome === 'successful' ? 1 : 0);
  });
});

/** Begins a payment by card: the form that a payer's browser posts. */
async function beginCard(refid: string): Promise<string> {
  const request = choose(refid, { selectedPaymentMethod: 'newCard' });
  const { onward } = await succeed(backend, calls['payment.init'], request);
  if (onward?.kind !== 'direct-post') throw new Error('no form for CHIP');
  return onward.url;
}

/** Posts a card with CHIP's names of the fields, and returns where the browser is redirected to. */
async function postCard(url: string, number: string): Promise<URL> {
  const card = { cardholder_name: 'Siti', card_number: number, expires: '12/39', cvc: '123' };
  const posted = await fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams(card) });
  return new URL(posted.headers.get('location') ?? 'none:', url);
}

/** The browser returns to the site. */
async function returnToSite({ origin, pathname, searchParams }: URL): Promise<void> {
  if (origin !== siteOrigin || !isResultRoute(pathname)) throw new Error(`${origin}${pathname}`);
  await succeed(backend, calls['payment.return'], { route: pathname, fields: Object.fromEntries(searchParams) });
}

describe('a card that is posted to CHIP', () => {
  test.each(listBankButtons(false).map((button) => [button.label, button] as const))('%s', async (_label, button) => {
    const refid = await createPayment(backend);
    await press((await postCard(await beginCard(refid), '4111111111111111')).href, button.value);
    const status = await (button.credited ? settledStatusOf(refid) : statusOf(backend, refid));
    expect(status).toBe(outcomes[button.state]);
    expect(await creditsOf(refid)).toBe(button.credited ? 1 : 0);
  });

  test('without 3-D Secure is credited once', async () => {
    const refid = await createPayment(backend);
    const url = await beginCard(refid);
    await returnToSite(await postCard(url, '4242424242424242'));
    await postCard(url, '4242424242424242');
    expect(await settledStatusOf(refid)).toBe('successful');
    expect(await creditsOf(refid)).toBe(1);
  });

  test('that is declined tells its reason on the payment page, and another card pays', async () => {
    const refid = await createPayment(backend);
    await returnToSite(await postCard(await beginCard(refid), '4000000000009995'));
    expect(await statusOf(backend, refid)).toBe('failed');
    const { attempt } = await succeed(backend, calls['payment.page'], { refid });
    expect(attempt).toMatchObject({ state: 'failed', paymentMethod: 'newCard', reasonCode: 'insufficient_funds' });
    await returnToSite(await postCard(await beginCard(refid), '4242424242424242'));
    expect(await settledStatusOf(refid)).toBe('successful');
    expect(await creditsOf(refid)).toBe(1);
  });

  test('after the payer has cancelled, or chosen another method, pays nothing', async () => {
    const [left, cancelled] = [await createPayment(backend), await createPayment(backend)];
    const [leftUrl, cancelledUrl] = [await beginCard(left), await beginCard(cancelled)];
    await succeed(backend, calls['payment.init'], fpxRequest(left));
    expect((await send(backend, calls['payment.cancel'], { refid: cancelled })).status).toBe(200);
    for (const url of [leftUrl, cancelledUrl]) await postCard(url, '4242424242424242');
    expect([await creditsOf(left), await creditsOf(cancelled)]).toEqual([0, 0]);
    expect(await statusOf(backend, cancelled)).toBe('cancelled');
  });
});

test('a page that was left for another bank cannot be paid', async () => {
  const refid = await createPayment(backend);
  const left = await openBank(refid);
  const { onward } = await succeed(backend, calls['payment.init'], fpxRequest(refid, 13_878, 'PBB0233'));
  if (onward?.kind !== 'redirect') throw new Error('no redirect to CHIP');
  await press(left, 'callback-first');
  expect(await creditsOf(refid)).toBe(0);
  const opened = await fetch(`${onward.url}?${new URLSearchParams(onward.fields).toString()}`);
  await press(opened.url, 'approve');
  expect(await settledStatusOf(refid)).toBe('successful');
  expect(await creditsOf(refid)).toBe(1);
});

test('a payment that was cancelled on our page cannot be paid any more', async () => {
  const refid = await createPayment(backend);
  const left = await openBank(refid);
  expect((await send(backend, calls['payment.cancel'], { refid })).status).toBe(200);
  await press(left, 'callback-first');
  expect(await statusOf(backend, refid)).toBe('cancelled');
  expect(await creditsOf(refid)).toBe(0);
});

test('only the callback settles the payment of a payer who never returns', async () => {
  const refid = await createPayment(backend);
  await press(await openBank(refid), 'never-return');
  const { history } = await sandboxControl(backend, `payments/${refid}`);
  expect(history).toContainEqual(expect.objectContaining({ state: 'successful', movedBy: 'callback' }));
  expect(await creditsOf(refid)).toBe(1);
});

test('the page offers what CHIP has: no Boost, no Setel, and cards by its direct post', async () => {
  const refid = await createPayment(backend);
  const { paymentPageDto: page } = await succeed(backend, calls['payment.page'], { refid });
  expect(page.ewalletEghlProviders).toEqual(['shopeepay', 'grabpay', 'touchngo']);
  expect(page.providerKeys).toEqual(['newCard', 'fpx', 'fpxCorporate', 'wallet', 'duitnowQr']);
  expect(page.cardEntry).toBe('direct');
  const boost = choose(refid, { selectedWallet: 'boost' });
  expect(await errorCodeOf(backend, calls['payment.init'], boost)).toBe('invalid-request');
});
