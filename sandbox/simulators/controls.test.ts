import { appendFileSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import {
  makeOrder,
  openGatewayTestHarness,
  readReturnForm,
  type GatewayTestHarness,
} from './gateway-test-harness.fixture';
import { readBanksConfiguration } from '@/lib/configuration/banks';

let harness: GatewayTestHarness;
const harnesses: GatewayTestHarness[] = [];
async function openHarness(pausesMs?: readonly number[]) {
  harness = await openGatewayTestHarness(pausesMs);
  harnesses.push(harness);
}
beforeEach(() => openHarness());
afterEach(() => Promise.all(harnesses.splice(0).map((opened) => opened.close())));

/** A pause longer than any test. */
const forever = [600_000];

async function arrive(corporate = false) {
  const gateway = corporate ? harness.fpxCorporate : harness.fpx;
  const order = makeOrder({ provider: corporate ? 'MBB0228' : 'MB2U0227' });
  const begun = await gateway.begin(order);
  if (!begun.ok) throw new Error(begun.error);
  return { gateway, order, page: await harness.follow(begun.value) };
}

/** The status of a request by another name than the address. */
function statusFor(host: string, userAgent = 'test'): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get(`${harness.banksOrigin}/health`, { headers: { host, 'user-agent': userAgent } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    }).on('error', reject);
  });
}

test('row 46: the simulators are served on loopback names only', async () => {
  expect(await statusFor('localhost:4001')).toBe(200);
  expect(await statusFor('evil.example:4001')).toBe(421);
});

test('row 29: the simulators are no server of a partner', async () => {
  expect(await statusFor('localhost:4001', 'ebill-partner-call')).toBe(403);
});

describe('the simulators’ controls', () => {
  it.each([
    ['successful', 'leave-pending', false],
    ['failed', 'leave-pending', false],
    ['successful', 'pending-approval', true],
    ['failed', 'pending-approval', true],
  ] as const)('settle as %s what was ended by %s', async (outcome, button, corporate) => {
    const { gateway, order, page } = await arrive(corporate);
    await harness.press(page, button);
    await harness.waitFor(1);
    const settled = await harness.control('settle', { number: order.number, outcome });
    expect(settled).toEqual({ status: 200, body: { number: order.number, outcome, delivered: true } });
    expect(harness.received).toHaveLength(2);
    expect(gateway.verifyReport(harness.received[1]?.fields ?? {})).toMatchObject({ value: { status: outcome } });
    expect(await gateway.enquire(order)).toMatchObject({ value: { status: outcome } });
    expect((await harness.control('settle', { number: order.number, outcome })).status).toBe(409);
  });

  it('settle an open payment; its page then returns the payer', async () => {
    const { gateway, order, page } = await arrive();
    await harness.control('settle', { number: order.number, outcome: 'successful' });
    const form = readReturnForm(await harness.send(page.url));
    expect(gateway.verifyReport(form?.fields ?? {})).toMatchObject({ value: { status: 'successful' } });
  });

  it('return an error for what they cannot do', async () => {
    expect((await harness.control('settle', { number: 'nobody', outcome: 'failed' })).status).toBe(404);
    expect((await harness.control('settle', { number: 'nobody', outcome: 'maybe' })).status).toBe(400);
    expect((await harness.control('clock', { later: true })).status).toBe(400);
    expect((await harness.control('banks', {})).status).toBe(400);
    expect((await harness.control('payments/nobody')).status).toBe(404);
    const fromPage = await fetch(`${harness.banksOrigin}/control/reset`, {
      method: 'POST',
      headers: { 'sec-fetch-site': 'cross-site' },
    });
    expect(fromPage.status).toBe(403);
    expect((await fetch(`${harness.banksOrigin}/health`)).status).toBe(200);
  });

  it('set the clock to a time', async () => {
    const moved = await harness.control('clock', { now: '2027-01-01T00:00:00+08:00' });
    expect(moved.body.now).toMatch(/^2026-12-31T16:00:0/);
  });

  // backend/gateways/acquirer/README.md, Disputes.
  describe('report a dispute of a card payment', () => {
    const card = { number: '4242424242424242', expiry: '12/30', cvv: '123', name: 'AHMAD' };
    async function payByCard() {
      const order = makeOrder();
      const begun = await harness.acquirer.begin(order, card);
      if (!begun.ok) throw new Error(begun.error);
      return order;
    }

    it.each(['opened', 'won', 'lost'] as const)('as %s', async (outcome) => {
      const { number, amount } = await payByCard();
      const sent = await harness.control('dispute', { number, reason: '10.4', outcome });
      expect(sent.body).toEqual({ number, outcome, delivered: true });
      const { path, fields } = harness.received.at(-1) ?? { path: '', fields: {} };
      expect(path).toBe('/callbacks/acquirer');
      expect(harness.acquirer.verifyDispute?.(fields)).toMatchObject({
        ok: true,
        value: {
          ...{ number, status: outcome, amount, currency: 'MYR', reasonCode: '10.4' },
          respondBy: outcome === 'opened' ? expect.stringMatching(/^\d{4}-.*Z$/) : null,
        },
      });
      // Neither a payment's report is a dispute, nor the other way round.
      expect(harness.acquirer.verifyReport(fields).ok).toBe(false);
      expect(harness.acquirer.verifyDispute?.({ ...fields, channel: 'callback' })).toBeNull();
      expect(harness.acquirer.verifyDispute?.({ ...fields, amount: '1' })).toEqual({ ok: false, error: 'unsigned' });
      expect(harness.acquirer.verifyDispute?.({ ...fields, outcome: 'maybe' })).toEqual({
        ok: false,
        error: 'malformed',
      });
    });

    it('only where one is possible', async () => {
      const { number } = await payByCard();
      const reason = '10.4';
      expect((await harness.control('dispute', { number })).status).toBe(400);
      expect((await harness.control('dispute', { number: 'nobody', reason })).status).toBe(404);
      expect((await harness.control('dispute', { number, reason, amount: 138_79 })).status).toBe(409);
      const { order, page } = await arrive();
      expect((await harness.control('dispute', { number: order.number, reason })).status).toBe(409);
      await harness.press(page, 'approve');
      expect((await harness.control('dispute', { number: order.number, reason })).status).toBe(409);
    });
  });

  it('end the next payments by a button, whichever is pressed, where the page has it', async () => {
    await harness.control('decisions', { button: 'pending-approval', times: 1 });
    const personal = await arrive();
    await harness.press(personal.page, 'approve');
    expect(await personal.gateway.enquire(personal.order)).toMatchObject({ value: { status: 'successful' } });
    const corporate = await arrive(true);
    await harness.press(corporate.page, 'approve');
    expect((await harness.control(`payments/${corporate.order.number}`)).body.state).toBe('pending-approval');

    await harness.control('decisions', { button: 'decline', times: 2 });
    const statuses: unknown[] = [];
    for (let round = 0; round < 3; round += 1) {
      const { order, page } = await arrive();
      expect((await harness.press(page, 'no-such-button')).status).toBe(400);
      await harness.press(page, 'approve');
      statuses.push((await harness.control(`payments/${order.number}`)).body.state);
    }
    expect(statuses).toEqual(['declined', 'declined', 'approved']);
    expect((await harness.control('decisions', { button: 'shrug' })).status).toBe(400);
  });

  it('list what is still set', async () => {
    const listModes = async (): Promise<unknown> => (await fetch(`${harness.banksOrigin}/control/modes`)).json();
    const none = { decisions: null, callbacks: null, refunds: null, charges: null };
    expect(await listModes()).toEqual(none);
    await harness.control('decisions', { button: 'decline', times: 2 });
    await harness.control('callbacks', { mode: 'lost' });
    const { page } = await arrive();
    await harness.press(page, 'approve');
    expect(await listModes()).toEqual({ ...none, decisions: { mode: 'decline', times: 1 } });
    await harness.control('decisions', { button: 'decline', times: 0 });
    expect(await listModes()).toEqual(none);
  });

  it('show the bank’s payment', async () => {
    const { order, page } = await arrive();
    await harness.press(page, 'approve');
    const payment = await harness.control(`payments/${order.number}`);
    expect(payment.body).toMatchObject({ rail: 'fpx', state: 'approved', amount: 138_78, button: 'approve' });
  });
});

describe('callbacks', () => {
  it('are sent again until they are answered OK', async () => {
    harness.merchant.answers = ['no', 'later'];
    const { page } = await arrive();
    await harness.press(page, 'never-return');
    await harness.waitFor(3);
    expect(harness.received.map(({ path }) => path)).toEqual(['/callbacks/fpx', '/callbacks/fpx', '/callbacks/fpx']);
    expect(harness.received[2]?.fields).toEqual(harness.received[0]?.fields);
  });

  it('are sent twice, an hour late or never, as the control says', async () => {
    const press = async () => {
      const { page } = await arrive();
      await harness.press(page, 'never-return');
    };
    await harness.control('callbacks', { mode: 'twice' });
    await press();
    await harness.waitFor(2);
    expect(harness.received[1]?.fields).toEqual(harness.received[0]?.fields);

    await harness.control('callbacks', { mode: 'lost', times: 1 });
    await press();
    await harness.control('callbacks', { mode: 'late', times: 1 });
    const late = await arrive();
    await harness.press(late.page, 'never-return');
    await harness.control('clock', { offsetMs: 59 * 60_000 });
    expect(harness.received).toHaveLength(2);
    // What is late stays late over a restart.
    await harness.restart();
    // The gateway retries on a connection that the restart has closed.
    expect(await late.gateway.enquire(late.order)).toMatchObject({ value: { status: 'successful' } });
    expect(harness.received).toHaveLength(2);
    await harness.control('clock', { offsetMs: 61 * 60_000 });
    expect(harness.received.map(({ fields }) => fields.fpx_sellerExOrderNo).slice(2)).toEqual([late.order.number]);
  });

  it('are given up after the last try', async () => {
    harness.merchant.answers = ['1', '2', '3', '4', '5', '6'];
    const { order, page } = await arrive();
    await harness.press(page, 'leave-pending');
    await harness.waitFor(4);
    // The next request is of a new callback: the first was not tried again.
    harness.merchant.answers = [];
    await harness.control('settle', { number: order.number, outcome: 'failed' });
    expect(harness.received).toHaveLength(5);
    expect(harness.received[4]?.fields.fpx_debitAuthCode).toBe('51');
  });

  it('are dropped by a reset', async () => {
    await openHarness(forever);
    harness.merchant.answers = ['no'];
    const first = await arrive();
    await harness.press(first.page, 'never-return');
    await harness.control('reset', {});
    const second = await arrive();
    await harness.press(second.page, 'never-return');
    const numbers = harness.received.map(({ fields }) => fields.fpx_sellerExOrderNo);
    expect(numbers).toEqual([first.order.number, second.order.number]);
    expect(await first.gateway.enquire(first.order)).toMatchObject({ value: { status: 'unknown' } });
  });

  it('that were not delivered at a stop are delivered after the next start', async () => {
    await openHarness(forever);
    harness.merchant.answers = ['no'];
    const { order, page } = await arrive();
    await harness.press(page, 'never-return');
    await harness.restart();
    await harness.waitFor(2);
    expect(harness.received[1]?.fields.fpx_sellerExOrderNo).toBe(order.number);
  });
});

describe('a restart', () => {
  it('keeps everything, and ignores the incomplete line of a killed process', async () => {
    const { gateway, order, page } = await arrive();
    await harness.press(page, 'approve');
    const open = await arrive();
    await harness.control('banks', { bankId: 'RHB0218', online: false });
    await harness.control('clock', { offsetMs: 86_400_000 });
    await harness.restart(() =>
      appendFileSync(join(harness.dataDir, 'banks', 'journal.jsonl'), '{"kind":"opened","pay'),
    );
    expect(await gateway.enquire(order)).toMatchObject({ value: { status: 'successful' } });
    expect((await harness.control(`payments/${open.order.number}`)).body.state).toBe('expired');
    const later = await arrive();
    await harness.restart();
    // The gateway retries on a connection that the restart has closed.
    expect(await gateway.enquire(later.order)).toMatchObject({ value: { status: 'unknown' } });
    expect((await harness.control(`payments/${later.order.number}`)).body.state).toBe('open');
    const offline = await gateway.begin(makeOrder({ provider: 'RHB0218' }));
    if (!offline.ok) throw new Error(offline.error);
    expect(readReturnForm(await harness.follow(offline.value))?.fields.fpx_debitAuthCode).toBe('90');
  });
});

describe('the simulators’ environment', () => {
  it('has the documented defaults', () => {
    expect(readBanksConfiguration({ DATA_DIR: '/data', SANDBOX: '', PORT: '3005' })).toEqual({
      ok: true,
      value: {
        host: '127.0.0.1',
        port: 4001,
        siteOrigin: 'http://localhost:3005',
        backendUrl: 'http://127.0.0.1:4000',
        banksOrigin: 'http://127.0.0.1:4001',
        hostnames: ['127.0.0.1'],
        dataDir: '/data',
      },
    });
  });

  it.each([
    [{ BANKS_PORT: '0' }, "BANKS_PORT must be a port from 1 to 65535, not '0'."],
    [{ SANDBOX: 'off' }, "SANDBOX must be 'on' for the simulators to run, not 'off'."],
    [
      { PUBLIC_ORIGIN: 'https://pay.example.com/x' },
      "PUBLIC_ORIGIN must be an origin such as https://pay.example.com, without a path, not 'https://pay.example.com/x'.",
    ],
  ])('reports the error of %p', (environment, error) => {
    expect(readBanksConfiguration(environment)).toEqual({ ok: false, error: [error] });
  });
});
