import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { calls } from '@/lib/contract/calls';
import { paymentMethods } from '@/lib/domain/methods/payment-methods';
import type { ResultRoute } from '@/lib/domain/payment/outcomes';
import { resolveMethodGateways } from '@/lib/configuration/method-gateways';
import { createGateways } from '../backend/gateways-wiring';
import {
  sandboxControl,
  createPayment,
  encryptForPage,
  fpxRequest,
  errorCodeOf,
  send,
  startTestBackend,
  statusOf,
  succeed,
  testVisit,
  type TestBackend,
} from '../backend/test-backend.fixture';
import { createSimulators } from './simulators/server';
import { createSandbox } from './entry';
import { describeSandboxGateways } from './gateway-settings';
import { loadSandboxKeys } from './keys';
import { listBankButtons } from './scenarios/bank-buttons';
import { sandboxWallets } from './scenarios/payment-methods';

/*
 * The backend with its real gateways and the simulators, over HTTP: the outcome of each button of a bank's page.
 */

const dataDir = mkdtempSync(join(tmpdir(), 'ebill-journeys-'));
const siteOrigin = 'http://localhost:3000';
let backend: TestBackend;
let banks: FastifyInstance;

beforeAll(async () => {
  const keys = loadSandboxKeys(dataDir);
  // Each needs the other's address: ports are chosen first.
  const probe = await startListener();
  banksOrigin = probe.origin;
  backend = await startTestBackend({
    sandbox: createSandbox({ publicOrigin: siteOrigin, banksOrigin }),
    createGateways: (clock, carrier) =>
      createGateways(
        describeSandboxGateways({ siteOrigin, backendUrl: probe.backendOrigin, banksUrl: banksOrigin, dataDir }),
        resolveMethodGateways({}, true),
        clock,
        carrier,
      ),
  });
  await backend.app.listen({ host: '127.0.0.1', port: probe.backendPort });
  banks = createSimulators({
    siteOrigin,
    backendUrl: probe.backendOrigin,
    banksOrigin,
    dataDir,
    keys,
    callbackPausesMs: [50, 50],
  });
  await banks.listen({ host: '127.0.0.1', port: probe.port });
});

// Moving the clock would run the jobs of earlier tests.
beforeEach(() => sandboxControl(backend, 'reset', {}));

afterAll(async () => {
  await banks.close();
  await backend.close();
  rmSync(dataDir, { recursive: true, force: true });
});

async function freePort(): Promise<number> {
  const { createServer } = await import('node:net');
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function startListener() {
  const [port, backendPort] = [await freePort(), await freePort()];
  return { port, origin: `http://127.0.0.1:${port}`, backendPort, backendOrigin: `http://127.0.0.1:${backendPort}` };
}

let banksOrigin = '';

interface Redirect {
  readonly url: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** The payer's browser at the bank: opens the page, presses a button, and returns the form of the return, if any. */
async function pressAtBank(redirect: Redirect, button: string): Promise<Redirect | null> {
  const opened = await fetch(redirect.url, { method: 'POST', body: new URLSearchParams(redirect.fields) });
  const pressed = await fetch(opened.url, { method: 'POST', body: new URLSearchParams({ button }) });
  return readForm(await pressed.text());
}

const formOf = ({ fields }: Redirect) => new URLSearchParams(fields);

function unescapeHtml(text: string): string {
  return text
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
    .replace(/&quot;/g, '"')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&');
}

function readForm(html: string): Redirect | null {
  const action = /<form[^>]*action="([^"]*)"/.exec(html)?.[1];
  if (action === undefined) return null;
  const fields: Record<string, string> = {};
  for (const [input] of html.matchAll(/<input[^>]*>/g)) {
    const name = /name="([^"]*)"/.exec(input)?.[1];
    if (name !== undefined) fields[name] = unescapeHtml(/value="([^"]*)"/.exec(input)?.[1] ?? '');
  }
  return { url: unescapeHtml(action), fields };
}

async function returnToSite(redirect: Redirect | null): Promise<void> {
  if (redirect === null || !redirect.url.startsWith(siteOrigin)) return;
  const route = new URL(redirect.url).pathname as ResultRoute;
  await succeed(backend, calls['payment.return'], { route, fields: { ...redirect.fields } });
}

async function initCard(refid: string, number: string) {
  const cvv = number.startsWith('3') ? '1234' : '123';
  const cardDetails = await encryptForPage(backend, refid, { number, expiry: '12/39', cvv, name: 'TEST PAYER' });
  return {
    refid,
    shownAmount: 13_878,
    visitId: testVisit,
    paymentRequest: { selectedPaymentMethod: 'newCard' as const, cardDetails, userEmailAddress: 'payer@example.com' },
  };
}

type Wallet = (typeof sandboxWallets)[number];
function byWallet<T>(make: (wallet: Wallet) => T): Record<Wallet, T> {
  const [boost, shopeepay, setel, grabpay, touchngo] = [...sandboxWallets].map(make) as [T, T, T, T, T];
  return { boost, shopeepay, setel, grabpay, touchngo };
}

const beginnings = {
  fpx: async (refid: string) => fpxRequest(refid),
  fpxCorporate: async (refid: string) => ({
    refid,
    shownAmount: 13_878,
    visitId: testVisit,
    paymentRequest: {
      selectedPaymentMethod: 'fpxCorporate' as const,
      fpxBankCorporateID: 'MBB0228',
      userEmailAddress: 'payer@example.com',
    },
  }),
  card: (refid: string) => initCard(refid, '4111111111111111'),
  amex: (refid: string) => initCard(refid, '378282246310005'),
  ...byWallet((selectedWallet) => async (refid: string) => {
    return initPlain(refid, { selectedPaymentMethod: 'wallet', selectedWallet });
  }),
  m2u: async (refid: string) => initPlain(refid, { selectedPaymentMethod: 'm2u' }),
};

function initPlain(
  refid: string,
  choice: { selectedPaymentMethod: 'wallet' | 'm2u' | 'counter' | 'duitnowQr'; selectedWallet?: string },
) {
  const paymentRequest = { ...choice, userEmailAddress: 'payer@example.com' };
  return { refid, shownAmount: 13_878, visitId: testVisit, paymentRequest };
}

async function goToBank(method: keyof typeof beginnings): Promise<{ refid: string; redirect: Redirect }> {
  const refid = await createPayment(backend);
  const { onward: nextAction } = await succeed(backend, calls['payment.init'], await beginnings[method](refid));
  if (nextAction?.kind !== 'redirect') throw new Error('no redirect to the bank');
  return { refid, redirect: nextAction };
}

async function creditsOf(refid: string): Promise<number> {
  const { credits, balanced } = await sandboxControl(backend, 'ledger');
  expect(balanced).toBe(true);
  return credits.filter((credit: { refid: string }) => credit.refid === refid).length;
}

describe.each(['fpx', 'fpxCorporate', 'card', 'amex', ...sandboxWallets, 'm2u'] as const)('%s', (method) => {
  const buttons = listBankButtons(method === 'fpxCorporate');
  test.each(buttons.map((button) => [button.label, button] as const))('%s', async (_label, button) => {
    const { refid, redirect } = await goToBank(method);
    await returnToSite(await pressAtBank(redirect, button.value));
    expect(await statusOf(backend, refid)).toBe(button.outcome);
    expect(await creditsOf(refid)).toBe(button.credited ? 1 : 0);
  });

  test.each(['successful', 'failed'] as const)('left pending, settled as %s', async (outcome) => {
    const { refid, redirect } = await goToBank(method);
    await returnToSite(await pressAtBank(redirect, 'leave-pending'));
    expect(await sandboxControl(backend, 'settle', { refid, outcome })).toMatchObject({ status: outcome });
    expect(await creditsOf(refid)).toBe(outcome === 'successful' ? 1 : 0);
  });

  test('has its result route', async () => {
    const { refid } = await goToBank(method);
    const { attempt } = await succeed(backend, calls['payment.page'], { refid });
    const routes = {
      fpx: '/bankResultFPX',
      fpxCorporate: '/bankResultFPX',
      card: '/bankResultMBB',
      amex: '/bankResultAMB',
      ...byWallet(() => '/bankResultEGHL'),
      m2u: '/bankResultMBBCASA',
    };
    expect(attempt?.resultRoute).toBe(routes[method]);
  });
});

test('corporate approval: pending, then settled by the control', async () => {
  const { refid, redirect } = await goToBank('fpxCorporate');
  await returnToSite(await pressAtBank(redirect, 'pending-approval'));
  expect(await statusOf(backend, refid)).toBe('pending-approval');
  expect(await sandboxControl(backend, 'settle', { refid, outcome: 'successful' })).toMatchObject({
    status: 'successful',
  });
  expect(await creditsOf(refid)).toBe(1);
});

test.each(['fpx', 'fpxCorporate', 'boost', 'm2u'] as const)(
  '%s: back from the bank, the same one is chosen again: it is paid under a new number',
  async (method) => {
    const { refid, redirect } = await goToBank(method);
    await fetch(redirect.url, { method: 'POST', body: formOf(redirect) });
    await sandboxControl(backend, 'clock', { advance: 'PT5S' });
    const again = await succeed(backend, calls['payment.init'], await beginnings[method](refid));
    if (again.onward?.kind !== 'redirect') throw new Error('no redirect to the bank');
    for (const name of ['fpx_sellerExOrderNo', 'PaymentID']) {
      if (redirect.fields[name] !== undefined) expect(again.onward.fields[name]).not.toBe(redirect.fields[name]);
    }
    await returnToSite(await pressAtBank(again.onward, 'return-only'));
    expect(await statusOf(backend, refid)).toBe('successful');
    expect(await creditsOf(refid)).toBe(1);
  },
);

test('fpx: a request that is posted twice does not lock the payer out', async () => {
  const { refid, redirect } = await goToBank('fpx');
  await fetch(redirect.url, { method: 'POST', body: formOf(redirect) });
  const repeated = await fetch(redirect.url, { method: 'POST', body: formOf(redirect) });
  await returnToSite(readForm(await repeated.text()));
  await sandboxControl(backend, 'clock', { advance: 'PT6S' });
  expect(await statusOf(backend, refid)).toBe('failed');
  const again = await succeed(backend, calls['payment.init'], fpxRequest(refid));
  if (again.onward?.kind !== 'redirect') throw new Error('no redirect to the bank');
  await returnToSite(await pressAtBank(again.onward, 'approve'));
  expect(await statusOf(backend, refid)).toBe('successful');
  expect(await creditsOf(refid)).toBe(1);
});

test('an open bank page can be left for another bank', async () => {
  const { refid, redirect } = await goToBank('fpx');
  const left = await fetch(redirect.url, { method: 'POST', body: formOf(redirect) });
  const other = await succeed(backend, calls['payment.init'], fpxRequest(refid, 13_878, 'PBB0233'));
  if (other.onward?.kind !== 'redirect') throw new Error('no redirect to the bank');
  expect(other.onward.fields).toMatchObject({ fpx_buyerBankId: 'PBB0233' });
  await returnToSite(await pressAtBank(other.onward, 'approve'));
  await fetch(left.url, { method: 'POST', body: new URLSearchParams({ button: 'callback-first' }) });
  expect(await statusOf(backend, refid)).toBe('successful');
  expect(await creditsOf(refid)).toBe(1);
});

describe('eGHL', () => {
  test.each(['boost', 'm2u'] as const)('of %s: only its callback settles the payment', async (method) => {
    const { refid, redirect } = await goToBank(method);
    await pressAtBank(redirect, 'never-return');
    const { history } = await sandboxControl(backend, `payments/${refid}`);
    expect(history).toContainEqual(expect.objectContaining({ state: 'successful', movedBy: 'callback' }));
    expect(await creditsOf(refid)).toBe(1);
  });

  /** Pays `ringgit` of the bill by a wallet; `alter` is the payer's change of the form to eGHL. */
  async function goToWallet(
    ringgit: string,
    alter: (fields: Redirect['fields']) => Redirect['fields'] = (fields) => fields,
  ) {
    const amount = Number(ringgit.replace('.', ''));
    const { transactionRefId: refid } = await succeed(backend, calls['transaction.create'], {
      accountNumber: '1234567801',
      payOption: 'other',
      amount,
    });
    const request = initPlain(refid, { selectedPaymentMethod: 'wallet', selectedWallet: 'boost' });
    const { onward: nextAction } = await succeed(backend, calls['payment.init'], { ...request, shownAmount: amount });
    if (nextAction?.kind !== 'redirect') throw new Error('no redirect to eGHL');
    return { refid, redirect: { url: nextAction.url, fields: alter(nextAction.fields) } };
  }
  const callBack = async (fields: Redirect['fields']) =>
    (
      await backend.app.inject({
        method: 'POST',
        url: '/callbacks/eghl',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams(fields).toString(),
      })
    ).statusCode;

  test('row 41: a declined payment whose hash is also that of a captured one is not credited', async () => {
    const { refid, redirect } = await goToWallet('68.78');
    const back = await pressAtBank(redirect, 'decline');
    if (back === null) throw new Error('no return');
    expect(back.fields).toMatchObject({ TxnStatus: '1', Amount: '68.78' });
    const split = { ...back.fields, TxnStatus: '16', Amount: '8.78' };
    expect(await callBack(split)).toBe(403);
    await returnToSite({ ...back, fields: split });
    await returnToSite(back);
    expect(await statusOf(backend, refid)).toBe('failed');
    expect(await sandboxControl(backend, `payments/${refid}`)).toMatchObject({ reviews: [] });
    expect(await creditsOf(refid)).toBe(0);
  });

  test('row 41: an amount whose first digit was moved to the callback’s address is what eGHL says it is: for review', async () => {
    const { refid, redirect } = await goToWallet('168.78', (fields) => ({
      ...fields,
      MerchantCallBackURL: `${fields['MerchantCallBackURL']}1`,
      Amount: '68.78',
    }));
    await returnToSite(await pressAtBank(redirect, 'return-only'));
    expect(await statusOf(backend, refid)).toBe('review');
    expect(await sandboxControl(backend, `payments/${refid}`)).toMatchObject({
      reviews: [{ reason: 'amount-differs', amount: 6_878 }],
    });
    expect(await creditsOf(refid)).toBe(0);
  });

  test('a page reloaded after an unreported payment leads to an enquiry', async () => {
    const { refid, redirect } = await goToBank('boost');
    await pressAtBank(redirect, 'return-only');
    await returnToSite(readForm(await (await fetch(redirect.url, { method: 'POST', body: formOf(redirect) })).text()));
    expect(await statusOf(backend, refid)).toBe('successful');
    expect(await creditsOf(refid)).toBe(1);
  });
});

async function showCode(method: 'counter' | 'duitnowQr') {
  const refid = await createPayment(backend);
  const started = await succeed(backend, calls['payment.init'], initPlain(refid, { selectedPaymentMethod: method }));
  expect(started.resultRoute).toBe('/ewallet/view/bankResult');
  const { onward: nextAction } = started;
  if (nextAction?.kind === 'barcode') return { refid, code: nextAction.text, expiresAt: nextAction.expiresAt };
  if (nextAction?.kind === 'qr') return { refid, code: nextAction.payload, expiresAt: nextAction.expiresAt };
  throw new Error('no code');
}

async function enterCode(method: 'counter' | 'duitnowQr', code: string, button: string): Promise<number> {
  const path = method === 'counter' ? 'counter' : 'duitnow';
  const body = new URLSearchParams({ text: code, payload: code, button });
  return (await fetch(`${banksOrigin}/${path}`, { method: 'POST', body })).status;
}

describe.each([
  ['counter', 'settle'],
  ['duitnowQr', 'approve'],
] as const)('%s', (method, button) => {
  test('is pending on its page, and credited once when settled', async () => {
    const { refid, code, expiresAt } = await showCode(method);
    const page = await succeed(backend, calls['payment.page'], { refid });
    expect(page.attempt).toMatchObject({ state: 'redirected', paymentMethod: method });
    expect(page.deadline).toBe(expiresAt);
    expect(await statusOf(backend, refid)).toBe('pending');
    expect(await enterCode(method, code, button)).toBe(200);
    const { attempts } = await sandboxControl(backend, `payments/${refid}`);
    expect(attempts).toMatchObject([{ state: 'successful' }]);
    expect(await statusOf(backend, refid)).toBe('successful');
    expect(await creditsOf(refid)).toBe(1);
  });

  test('a repeated init shows the same code', async () => {
    const { refid, code } = await showCode(method);
    const again = await succeed(backend, calls['payment.init'], initPlain(refid, { selectedPaymentMethod: method }));
    expect(JSON.stringify(again.onward)).toContain(code);
  });

  test('choosing another method withdraws the code: it cannot be paid twice', async () => {
    const { refid, code } = await showCode(method);
    const other = await succeed(backend, calls['payment.init'], fpxRequest(refid));
    expect(other.onward).toMatchObject({ kind: 'redirect' });
    expect(await enterCode(method, code, button)).toBe(400);
    if (other.onward?.kind === 'redirect') await returnToSite(await pressAtBank(other.onward, 'approve'));
    expect(await statusOf(backend, refid)).toBe('successful');
    expect(await creditsOf(refid)).toBe(1);
  });

  test('a cancelled code cannot be paid', async () => {
    const { refid, code } = await showCode(method);
    expect(await succeed(backend, calls['payment.cancel'], { refid })).toEqual({ refid, status: 'cancelled' });
    expect(await enterCode(method, code, button)).toBe(400);
    expect(await creditsOf(refid)).toBe(0);
  });

  test('a code that was never shown because the process ended is withdrawn: the payer may choose again, and it cannot be paid', async () => {
    const gateway = backend.services.gateways.ofMethod[method]![0]!;
    const begin = gateway.begin.bind(gateway);
    let code = '';
    jest.spyOn(gateway, 'begin').mockImplementationOnce(async (order) => {
      const started = await begin(order);
      if (started.ok && started.value.kind === 'barcode') code = started.value.text;
      if (started.ok && started.value.kind === 'qr') code = started.value.payload;
      throw new Error('here the process ended');
    });
    const refid = await createPayment(backend);
    const request = initPlain(refid, { selectedPaymentMethod: method });
    expect(await errorCodeOf(backend, calls['payment.init'], request)).toBe('technical-error');
    await sandboxControl(backend, 'clock', { advance: 'PT2M' });
    expect(await sandboxControl(backend, `payments/${refid}`)).toMatchObject({
      state: 'open',
      attempts: [{ state: 'cancelled' }],
    });
    expect(await enterCode(method, code, button)).toBe(400);
    const again = await succeed(backend, calls['payment.init'], request);
    expect(again.onward).not.toBeNull();
  });

  test('a code that was paid cannot be cancelled', async () => {
    const { refid, code } = await showCode(method);
    await enterCode(method, code, button);
    expect(await errorCodeOf(backend, calls['payment.cancel'], { refid })).toBe('payment-ended');
    expect(await statusOf(backend, refid)).toBe('successful');
  });

  test.each(['successful', 'failed'] as const)('settled as %s by the control', async (outcome) => {
    const { refid } = await showCode(method);
    expect(await sandboxControl(backend, 'settle', { refid, outcome })).toMatchObject({ status: outcome });
    expect(await creditsOf(refid)).toBe(outcome === 'successful' ? 1 : 0);
  });
});

describe('codes and time', () => {
  test('a barcode outlives the payment page, and can be paid the next morning', async () => {
    const { refid, code } = await showCode('counter');
    await sandboxControl(backend, 'clock', { advance: 'PT18H29M' });
    expect(await statusOf(backend, refid)).toBe('pending');
    expect(await enterCode('counter', code, 'settle')).toBe(200);
    expect(await statusOf(backend, refid)).toBe('successful');
    expect(await creditsOf(refid)).toBe(1);
  });

  test('a barcode that is not paid expires, and its order with it', async () => {
    const { refid, code } = await showCode('counter');
    await sandboxControl(backend, 'clock', { advance: 'PT18H31M' });
    expect(await statusOf(backend, refid)).toBe('expired');
    expect(await sandboxControl(backend, `payments/${refid}`)).toMatchObject({ state: 'expired' });
    expect(await enterCode('counter', code, 'settle')).toBe(400);
    expect(await creditsOf(refid)).toBe(0);
  });

  test('a QR code expires with its page', async () => {
    const { refid, code } = await showCode('duitnowQr');
    await sandboxControl(backend, 'clock', { advance: 'PT16M' });
    expect(await statusOf(backend, refid)).toBe('expired');
    expect(await enterCode('duitnowQr', code, 'approve')).toBe(400);
  });

  test('a declined QR code leaves the order open', async () => {
    const { refid, code } = await showCode('duitnowQr');
    await enterCode('duitnowQr', code, 'decline');
    expect(await statusOf(backend, refid)).toBe('failed');
    expect(await errorCodeOf(backend, calls['payment.init'], fpxRequest(refid))).toBeNull();
  });
});

test('quick pay offers every method that needs no customer, in the order of the specification', async () => {
  const refid = await createPayment(backend);
  const { paymentPageDto: page } = await succeed(backend, calls['payment.page'], { refid });
  expect(page.providerKeys).toEqual(paymentMethods);
  expect(page.ewalletEghlProviders).toEqual(['boost', 'shopeepay', 'setel', 'grabpay', 'touchngo']);
});

describe('a chargeback', () => {
  const chargeBack = (body: object) => sandboxControl(backend, 'chargebacks', body);
  const chargebacks = () => backend.store.db.selectFrom('chargebacks').selectAll().execute();

  test('that the card acquirer reports is recorded, and ends as the acquirer says', async () => {
    const refid = await createPayment(backend);
    await succeed(backend, calls['payment.init'], await initCard(refid, '4242424242424242'));
    expect(await statusOf(backend, refid)).toBe('successful');
    await chargeBack({ refid, reason: '10.4' });
    expect(await chargebacks()).toMatchObject([
      { order_refid: refid, gateway: 'acquirer', state: 'open', amount: 13_878, reason_code: '10.4' },
    ]);
    await chargeBack({ refid, reason: '10.4', outcome: 'lost' });
    expect(await chargebacks()).toMatchObject([{ state: 'lost' }]);
    expect(await sandboxControl(backend, 'ledger')).toMatchObject({ balanced: true });
    expect(await statusOf(backend, refid)).toBe('successful');
  });

  test('is of a card payment that is paid', async () => {
    expect(await chargeBack({ refid: 'a'.repeat(26), reason: '10.4' })).toEqual({ error: 'unknown payment' });
    const { refid, redirect } = await goToBank('fpx');
    expect(await chargeBack({ refid, reason: '10.4' })).toEqual({ error: 'nothing is paid' });
    await returnToSite(await pressAtBank(redirect, 'approve'));
    expect(await chargeBack({ refid, reason: '10.4' })).toEqual({
      error: 'its gateway reports no such step of a chargeback',
    });
  });
});

describe('cards with an immediate response', () => {
  test.each([
    ['4242424242424242', 'successful'],
    ['4000000000000002', 'failed'],
    ['4000000000009995', 'failed'],
    ['4000000000000069', 'failed'],
    ['4000000000000127', 'failed'],
    ['4000000000000119', 'pending'],
  ])('%s: %s', async (number, status) => {
    const refid = await createPayment(backend);
    const started = await succeed(backend, calls['payment.init'], await initCard(refid, number));
    expect(started).toEqual({ refid, resultRoute: '/bankResultMBB', onward: null });
    expect(await statusOf(backend, refid)).toBe(status);
    expect(await creditsOf(refid)).toBe(status === 'successful' ? 1 : 0);
  });

  test('4000000000000119 is settled by an enquiry an hour later', async () => {
    const refid = await createPayment(backend);
    await succeed(backend, calls['payment.init'], await initCard(refid, '4000000000000119'));
    await sandboxControl(backend, 'clock', { advance: 'PT1H' });
    expect(await statusOf(backend, refid)).toBe('successful');
    expect(await creditsOf(refid)).toBe(1);
  });

  test('an invalid card is refused before anything is sent', async () => {
    const refid = await createPayment(backend);
    const request = await initCard(refid, '4111111111111112');
    expect(await errorCodeOf(backend, calls['payment.init'], request)).toBe('invalid-card');
    const other = { ...request, paymentRequest: { ...request.paymentRequest, cardDetails: 'a.b.c.d.e' } };
    expect(await errorCodeOf(backend, calls['payment.init'], other)).toBe('invalid-card');
  });
});

test('row 31: no card number and no CVV is stored', async () => {
  const numbers = ['4111111111111111', '378282246310005', '4242424242424242', '4000000000000119'];
  for (const number of numbers) {
    await send(backend, calls['payment.init'], await initCard(await createPayment(backend), number));
  }
  const tables = [
    'orders',
    'attempts',
    'payment_history',
    'idempotency_keys',
    'outbox',
    'saved_cards',
    'jobs',
  ] as const;
  const rows = await Promise.all(tables.map((table) => backend.store.db.selectFrom(table).selectAll().execute()));
  expect(rows[tables.indexOf('attempts')]).toHaveLength(numbers.length);
  for (const secret of [...numbers, '"cvv"']) expect(JSON.stringify(rows)).not.toContain(secret);
});
