import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { calls } from '@/lib/contract/calls';
import { createGateways } from '../backend/gateways-wiring';
import {
  createPayment,
  errorCodeOf,
  fpxRequest,
  sandboxControl,
  startTestBackend,
  statusOf,
  succeed,
  type TestBackend,
} from '../backend/test-backend.fixture';
import { createSandbox } from './entry';
import { describeSandboxGateways } from './gateway-settings';
import { loadSandboxKeys } from './keys';
import { listBankButtons } from './scenarios/bank-buttons';
import { createSimulators } from './simulators/server';

/* The backend with FPX through Billplz and the simulator, over HTTP: the outcome of each button of a bank's page. */

const dataDir = mkdtempSync(join(tmpdir(), 'ebill-billplz-'));
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
  const [port, backendPort] = [await findFreePort(), await findFreePort()];
  const backendUrl = `http://127.0.0.1:${backendPort}`;
  banksOrigin = `http://127.0.0.1:${port}`;
  backend = await startTestBackend({
    sandbox: createSandbox({ publicOrigin: siteOrigin, banksOrigin }),
    createGateways: (clock, carrier) =>
      createGateways(
        describeSandboxGateways({ siteOrigin, backendUrl, banksUrl: banksOrigin, dataDir }),
        { fpx: ['billplz'] },
        clock,
        carrier,
      ),
  });
  await backend.app.listen({ host: '127.0.0.1', port: backendPort });
  banks = createSimulators({ siteOrigin, backendUrl, banksOrigin, dataDir, keys: loadSandboxKeys(dataDir) });
  await banks.listen({ host: '127.0.0.1', port });
});
beforeEach(() => sandboxControl(backend, 'reset', {}));
afterAll(async () => {
  await banks.close();
  await backend.close();
  rmSync(dataDir, { recursive: true, force: true });
});

type Fields = Readonly<Record<string, string>>;

/** Begins a payment, and opens the bank's page; returns its URL. */
async function goToBank(): Promise<{ readonly refid: string; readonly pageUrl: string }> {
  const refid = await createPayment(backend);
  const { onward } = await succeed(backend, calls['payment.init'], fpxRequest(refid));
  if (onward?.kind !== 'redirect') throw new Error('no redirect to the bank');
  const { url } = await fetch(`${onward.url}?${new URLSearchParams(onward.fields).toString()}`);
  return { refid, pageUrl: url };
}

/** Presses a button, and returns the fields with which the browser returns; null if it does not. */
async function press(pageUrl: string, button: string): Promise<Fields | null> {
  const response = await fetch(pageUrl, { method: 'POST', body: new URLSearchParams({ button }) });
  const text = await response.text();
  if (!text.includes(`action="${siteOrigin}/bankResultFPX"`)) return null;
  const inputs = [...text.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)];
  return Object.fromEntries(inputs.map(([, name = '', value = '']) => [name, value]));
}

async function returnToSite(fields: Fields | null): Promise<void> {
  if (fields === null) return;
  await succeed(backend, calls['payment.return'], { route: '/bankResultFPX', fields: { ...fields } });
}

async function creditsOf(refid: string): Promise<number> {
  const { credits, balanced } = await sandboxControl(backend, 'ledger');
  expect(balanced).toBe(true);
  return credits.filter((credit: { refid: string }) => credit.refid === refid).length;
}

test.each(listBankButtons(false).map((button) => [button.label, button] as const))('%s', async (_label, button) => {
  const { refid, pageUrl } = await goToBank();
  await returnToSite(await press(pageUrl, button.value));
  // Billplz was asked because of the signed return: the result asks again some seconds later.
  if (button.value === 'replay') await sandboxControl(backend, 'clock', { advance: 'PT6S' });
  // FPX does not tell Billplz, nor Billplz us, that the payer has cancelled.
  // Who comes back unpaid has left the bill, which is deleted.
  const leaves = button.state === 'no-payment';
  const expected = button.value === 'cancel' ? 'failed' : leaves ? 'cancelled' : button.outcome;
  expect(await statusOf(backend, refid)).toBe(expected);
  expect(await creditsOf(refid)).toBe(button.credited ? 1 : 0);
});

test.each(['successful', 'failed'] as const)('left pending, settled as %s', async (outcome) => {
  const { refid, pageUrl } = await goToBank();
  await returnToSite(await press(pageUrl, 'leave-pending'));
  expect(await statusOf(backend, refid)).toBe('pending');
  expect(await sandboxControl(backend, 'settle', { refid, outcome })).toMatchObject({ status: outcome });
  expect(await creditsOf(refid)).toBe(outcome === 'successful' ? 1 : 0);
});

test('only the callback settles the payment of a payer who never returns', async () => {
  const { refid, pageUrl } = await goToBank();
  expect(await press(pageUrl, 'never-return')).toBeNull();
  const { history } = await sandboxControl(backend, `payments/${refid}`);
  expect(history).toContainEqual(expect.objectContaining({ state: 'successful', movedBy: 'callback' }));
  expect(await creditsOf(refid)).toBe(1);
});

test('an open bank page can be left for another bank: its bill is deleted, and what is paid there is for review', async () => {
  const { refid, pageUrl } = await goToBank();
  await sandboxControl(backend, 'clock', { advance: 'PT5S' });
  const other = await succeed(backend, calls['payment.init'], fpxRequest(refid, 13_878, 'PBB0233'));
  if (other.onward?.kind !== 'redirect') throw new Error('no redirect to the bank');
  const bill = await fetch(pageUrl.replace(/\/visits\/.*/, ''));
  expect(await bill.text()).toContain('This bill was deleted');
  const { url } = await fetch(`${other.onward.url}?${new URLSearchParams(other.onward.fields).toString()}`);
  await returnToSite(await press(url, 'approve'));
  await returnToSite(await press(pageUrl, 'callback-first'));
  expect(await statusOf(backend, refid)).toBe('successful');
  expect(await creditsOf(refid)).toBe(1);
  expect((await sandboxControl(backend, `payments/${refid}`)).reviews).toHaveLength(1);
});

test('the signed return of a paid order neither pays another order, nor counts as its second payment', async () => {
  const first = await goToBank();
  const paid = await press(first.pageUrl, 'return-only');
  await returnToSite(paid);
  const second = await goToBank();
  const own = await press(second.pageUrl, 'return-only');
  const swapped = { ...paid, billplz_reference: own?.['billplz_reference'] ?? '' };
  await returnToSite(own);
  await returnToSite(swapped);
  const third = await goToBank();
  const declined = await press(third.pageUrl, 'decline');
  await returnToSite({ ...paid, billplz_reference: declined?.['billplz_reference'] ?? '' });
  expect(await statusOf(backend, third.refid)).toBe('failed');
  for (const [refid, credits] of [
    [first.refid, 1],
    [second.refid, 1],
    [third.refid, 0],
  ] as const) {
    expect(await creditsOf(refid)).toBe(credits);
    expect(await sandboxControl(backend, `payments/${refid}`)).toMatchObject({ reviews: [] });
  }
});

test('without an answer to the new bill nothing is begun, and the next try is', async () => {
  const fault = (mode: string) =>
    fetch(`${banksOrigin}/control/faults`, {
      method: 'POST',
      body: JSON.stringify({ call: 'billplz.bills.create', mode }),
      headers: { 'content-type': 'application/json' },
    });
  const refid = await createPayment(backend);
  await fault('drop-answer');
  expect(await errorCodeOf(backend, calls['payment.init'], fpxRequest(refid))).toBe('initiation-failed');
  const again = await succeed(backend, calls['payment.init'], fpxRequest(refid));
  expect(again.onward).toMatchObject({ kind: 'redirect', method: 'GET' });
});

test('a page that nobody pays at expires with its order', async () => {
  const { refid } = await goToBank();
  await sandboxControl(backend, 'clock', { advance: 'PT1H' });
  expect(await statusOf(backend, refid)).toBe('expired');
  expect(await creditsOf(refid)).toBe(0);
});

test('the banks are those of Billplz', async () => {
  const page = await succeed(backend, calls['payment.page'], { refid: await createPayment(backend) });
  expect(JSON.stringify(page)).toContain('"bankID":"MB2U0227","bankName":"Maybank2U","isOnline":true');
  expect(JSON.stringify(page)).toContain('"bankID":"MBSB001","bankName":"MBSB Bank","isOnline":false');
});
