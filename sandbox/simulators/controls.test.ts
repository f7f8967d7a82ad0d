import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeOrder, openStreet, readReturnForm, type Street } from './gateway-test-harness.fixture';
import { readBanksConfiguration } from '@/lib/configuration/banks';

let street: Street;
const streets: Street[] = [];
async function moveTo(pausesMs?: readonly number[]) {
  street = await openStreet(pausesMs);
  streets.push(street);
}
beforeEach(() => moveTo());
afterEach(() => Promise.all(streets.splice(0).map((opened) => opened.close())));

/** A pause that no test sits out. */
const forever = [600_000];

async function arrive(corporate = false) {
  const gateway = corporate ? street.fpxCorporate : street.fpx;
  const order = makeOrder({ provider: corporate ? 'MBB0228' : 'MB2U0227' });
  const begun = await gateway.begin(order);
  if (!begun.ok) throw new Error(begun.error);
  return { gateway, order, page: await street.follow(begun.value) };
}

describe('the simulators’ controls', () => {
  it.each([
    ['successful', 'leave-pending', false],
    ['failed', 'leave-pending', false],
    ['successful', 'pending-approval', true],
    ['failed', 'pending-approval', true],
  ] as const)('settle as %s what was ended by %s', async (outcome, button, corporate) => {
    const { gateway, order, page } = await arrive(corporate);
    await street.press(page, button);
    await street.waitFor(1);
    const settled = await street.control('settle', { number: order.number, outcome });
    expect(settled).toEqual({ status: 200, body: { number: order.number, outcome, delivered: true } });
    expect(street.heard).toHaveLength(2);
    expect(gateway.readReport(street.heard[1]?.fields ?? {})).toMatchObject({ value: { verdict: outcome } });
    expect(await gateway.enquire(order)).toMatchObject({ value: { verdict: outcome } });
    expect((await street.control('settle', { number: order.number, outcome })).status).toBe(409);
  });

  it('settle what the payer left open; the page then sends the payer back', async () => {
    const { gateway, order, page } = await arrive();
    await street.control('settle', { number: order.number, outcome: 'successful' });
    const form = readReturnForm(await street.send(page.url));
    expect(gateway.readReport(form?.fields ?? {})).toMatchObject({ value: { verdict: 'successful' } });
  });

  it('answer what they cannot do', async () => {
    expect((await street.control('settle', { number: 'nobody', outcome: 'failed' })).status).toBe(404);
    expect((await street.control('settle', { number: 'nobody', outcome: 'maybe' })).status).toBe(400);
    expect((await street.control('clock', { later: true })).status).toBe(400);
    expect((await street.control('banks', {})).status).toBe(400);
    expect((await street.control('payments/nobody')).status).toBe(404);
    const fromPage = await fetch(`${street.banksOrigin}/control/reset`, {
      method: 'POST',
      headers: { 'sec-fetch-site': 'cross-site' },
    });
    expect(fromPage.status).toBe(403);
    expect((await fetch(`${street.banksOrigin}/health`)).status).toBe(200);
  });

  it('set the clock to a moment', async () => {
    const moved = await street.control('clock', { now: '2027-01-01T00:00:00+08:00' });
    expect(moved.body.now).toMatch(/^2026-12-31T16:00:0/);
  });

  it('tell what the bank knows', async () => {
    const { order, page } = await arrive();
    await street.press(page, 'approve');
    const told = await street.control(`payments/${order.number}`);
    expect(told.body).toMatchObject({ rail: 'fpx', state: 'approved', amount: 138_78, button: 'approve' });
  });
});

describe('callbacks', () => {
  it('are sent again until they are answered OK', async () => {
    street.merchant.answers = ['no', 'later'];
    const { page } = await arrive();
    await street.press(page, 'never-return');
    await street.waitFor(3);
    expect(street.heard.map(({ path }) => path)).toEqual(['/callbacks/fpx', '/callbacks/fpx', '/callbacks/fpx']);
    expect(street.heard[2]?.fields).toEqual(street.heard[0]?.fields);
  });

  it('are given up in the end', async () => {
    street.merchant.answers = ['1', '2', '3', '4', '5', '6'];
    const { order, page } = await arrive();
    await street.press(page, 'leave-pending');
    await street.waitFor(4);
    // The next request is a new payment's: nothing more of the first came before it.
    street.merchant.answers = [];
    await street.control('settle', { number: order.number, outcome: 'failed' });
    expect(street.heard).toHaveLength(5);
    expect(street.heard[4]?.fields.fpx_debitAuthCode).toBe('51');
  });

  it('of a sandbox that was reset are dropped', async () => {
    await moveTo(forever);
    street.merchant.answers = ['no'];
    const first = await arrive();
    await street.press(first.page, 'never-return');
    await street.control('reset', {});
    const second = await arrive();
    await street.press(second.page, 'never-return');
    const numbers = street.heard.map(({ fields }) => fields.fpx_sellerExOrderNo);
    expect(numbers).toEqual([first.order.number, second.order.number]);
    expect(await first.gateway.enquire(first.order)).toMatchObject({ value: { verdict: 'unknown' } });
  });

  it('that are owed at a stop are brought after the next start', async () => {
    await moveTo(forever);
    street.merchant.answers = ['no'];
    const { order, page } = await arrive();
    await street.press(page, 'never-return');
    await street.restart();
    await street.waitFor(2);
    expect(street.heard[1]?.fields.fpx_sellerExOrderNo).toBe(order.number);
  });
});

describe('a restart', () => {
  it('forgets nothing, whatever half line a killed process left', async () => {
    const { gateway, order, page } = await arrive();
    await street.press(page, 'approve');
    const open = await arrive();
    await street.control('banks', { bankId: 'RHB0218', online: false });
    await street.control('clock', { offsetMs: 86_400_000 });
    await street.restart(() => appendFileSync(join(street.dataDir, 'banks', 'journal.jsonl'), '{"kind":"opened","pay'));
    expect(await gateway.enquire(order)).toMatchObject({ value: { verdict: 'successful' } });
    expect((await street.control(`payments/${open.order.number}`)).body.state).toBe('expired');
    const later = await arrive();
    await street.restart();
    // The gateway tries again on a connection that the restart has ended.
    expect(await gateway.enquire(later.order)).toMatchObject({ value: { verdict: 'unknown' } });
    expect((await street.control(`payments/${later.order.number}`)).body.state).toBe('open');
    const offline = await gateway.begin(makeOrder({ provider: 'RHB0218' }));
    if (!offline.ok) throw new Error(offline.error);
    expect(readReturnForm(await street.follow(offline.value))?.fields.fpx_debitAuthCode).toBe('90');
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
  ])('says of %p what is wrong', (environment, error) => {
    expect(readBanksConfiguration(environment)).toEqual({ ok: false, error: [error] });
  });
});
