import { createHmac } from 'node:crypto';
import { sen } from '@/lib/domain/money';
import { createBillplzGateway } from '../../../backend/gateways/billplz/gateway';
import type { AttemptOrder, Gateway } from '../../../backend/gateways/gateway';
import {
  makeOrder,
  openGatewayTestHarness,
  readReturnForm,
  type GatewayTestHarness,
  type Page,
} from '../gateway-test-harness.fixture';

/* The gateway of Billplz and its simulator, which share no code. */

let harness: GatewayTestHarness;
let billplz: Gateway;
beforeEach(async () => {
  harness = await openGatewayTestHarness();
  billplz = harness.billplz;
});
afterEach(() => harness.close());

interface Begun {
  readonly order: AttemptOrder;
  readonly page: Page;
}

/** Begins an attempt, and follows the redirect to the bank's page. */
async function begin(changed: Partial<AttemptOrder> = {}): Promise<Begun> {
  const order = makeOrder({ provider: 'MB2U0227', ...changed });
  const started = await billplz.begin(order);
  if (!started.ok || started.value.kind !== 'redirect') throw new Error('no redirect');
  const { request, paymentId } = started.value;
  if (paymentId === undefined) throw new Error('no id');
  expect(request.method).toBe('GET');
  const page = await harness.send(`${request.url}?${new URLSearchParams(request.fields).toString()}`);
  return { order: { ...order, paymentId }, page };
}

/** Begins an attempt and presses a button; `back` is what the browser returns with. */
async function pay(button: string, changed: Partial<AttemptOrder> = {}) {
  const { order, page } = await begin(changed);
  const form = readReturnForm(await harness.press(page, button));
  return { order, page, back: form?.fields ?? null };
}

async function statusOf(order: AttemptOrder): Promise<string> {
  const report = await billplz.enquire(order);
  return report.ok ? report.value.status : report.error;
}

const callbacks = () => harness.received.filter(({ path }) => path === '/callbacks/billplz');
/** Changes a bill behind the gateway's back, as its answer has it. */
async function answerWith(changed: object, test: (gateway: Gateway) => Promise<void>, status = 200): Promise<void> {
  const { createServer } = await import('node:http');
  const server = createServer((_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(changed));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const apiUrl = `http://127.0.0.1:${port}/api`;
  try {
    await test(createBillplzGateway({ ...harness.settings.billplz, apiUrl }, Date.now));
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

describe('begin', () => {
  test('sends the payer to the page of the chosen bank', async () => {
    const { order, page } = await begin();
    expect(page.text).toContain('Maybank2u');
    expect(page.text).toContain('RM138.78');
    expect(page.text).toContain(order.number);
    expect(await statusOf(order)).toBe('unknown');
  });

  test('a bank that went offline leads to the choice of Billplz', async () => {
    await harness.control('banks', { bankId: 'MB2U0227', online: false });
    const { page } = await begin();
    expect(page.text).toContain('Choose your bank.');
    expect(page.text).not.toContain('/banks/MB2U0227');
    expect(page.text).toContain('/banks/PBB0233');
  });

  test.each([
    ['an unknown bank', { provider: 'NONE0001' }],
    ['no bank', { provider: null }],
    ['a corporate bank', { provider: 'ABB0235' }],
    ['less than FPX takes', { amount: sen(99) }],
    ['an address that would make the signature ambiguous', { payerEmail: 'a|paidtrue@example.com' }],
  ])('refuses %s without a call', async (_what, changed) => {
    await harness.control('faults', { call: 'billplz.bills.create', mode: 'error' });
    expect(await billplz.begin(makeOrder({ provider: 'MB2U0227', ...changed }))).toEqual({
      ok: false,
      error: 'refused',
    });
  });

  test('a wrong key is refused, and no error has the key', async () => {
    const gateway = createBillplzGateway({ ...harness.settings.billplz, apiKey: 'wrong-key-of-the-tests' }, Date.now);
    expect(await gateway.begin(makeOrder({ provider: 'MB2U0227' }))).toEqual({ ok: false, error: 'refused' });
  });

  test('shortens what is longer than Billplz takes', async () => {
    const payerEmail = `${'a'.repeat(64)}@example.com`;
    const { page } = await begin({ description: '🧾'.repeat(300), payerEmail });
    expect(page.text).toContain('🧾'.repeat(200));
    expect(page.text).not.toContain('🧾'.repeat(201));
  });

  test('does not send the payer to another host than the API’s', async () => {
    const order = makeOrder({ provider: 'MB2U0227' });
    const bill = {
      ...{ id: '8X0Iyzaw', collection_id: 'yhx5t1pp', paid: false, state: 'due', amount: 138_78, paid_amount: 0 },
      ...{ url: 'https://evil.example/bills/8X0Iyzaw', reference_2: order.number },
    };
    await answerWith(bill, async (gateway) => {
      expect(await gateway.begin(order)).toEqual({ ok: false, error: 'unreachable' });
    });
  });
});

test('a decline is called back as a bill that is due, and the bill can then no longer be paid', async () => {
  const { order, page } = await pay('decline');
  await harness.waitFor(1);
  const [callback] = callbacks();
  expect(callback?.fields).toMatchObject({ paid: 'false', state: 'due' });
  expect(billplz.verifyReport(callback?.fields ?? {})).toMatchObject({ ok: true, value: { status: 'unknown' } });
  expect(await statusOf(order)).toBe('failed');
  const again = await harness.send(page.url.replace(/\/visits\/.*/, ''));
  expect(again.text).toContain('This bill was deleted');
  expect(await statusOf(order)).toBe('failed');
});

test('replayed: another bill’s signed messages have no reference of a payment, and the enquiry denies it', async () => {
  const old = await pay('return-only');
  const { order, back } = await pay('replay');
  expect(back).toMatchObject({ 'billplz[id]': old.order.paymentId, billplz_reference: order.number });
  const value = { number: order.number, amount: 0, gatewayReference: '' };
  expect(billplz.verifyReport(back ?? {})).toMatchObject({ ok: true, value: { ...value, status: 'unknown' } });
  expect(billplz.verifyReport(callbacks()[0]?.fields ?? {})).toMatchObject({
    ok: true,
    value: { ...value, status: 'successful' },
  });
  expect(await statusOf(order)).toBe('unknown');
});

test('pressing a second button, or reloading, ends nothing again', async () => {
  const { order, page } = await pay('decline');
  await harness.press(page, 'approve');
  expect(await statusOf(order)).toBe('failed');
});

test('doubled, late and lost callbacks', async () => {
  await harness.control('callbacks', { mode: 'twice', times: 1 });
  await pay('callback-first');
  expect(callbacks()).toHaveLength(1);
  await harness.control('clock', { offsetMs: 16_000 });
  expect(callbacks()).toHaveLength(2);
  expect(callbacks()[1]?.fields).toEqual(callbacks()[0]?.fields);
  await harness.control('callbacks', { mode: 'late', times: 1 });
  await pay('callback-first');
  expect(callbacks()).toHaveLength(2);
  await harness.control('clock', { offsetMs: 2 * 60 * 60_000 });
  expect(callbacks()).toHaveLength(3);
  await harness.control('callbacks', { mode: 'lost', times: 1 });
  const { order } = await pay('callback-first');
  expect(callbacks()).toHaveLength(3);
  expect(await statusOf(order)).toBe('successful');
});

test('a callback that is not answered with 200 is sent four times more, and then no more', async () => {
  harness.merchant.answers.push(...Array.from({ length: 6 }, () => 'REFUSED'));
  await pay('callback-first');
  for (const [minutes, count] of [
    [1, 2],
    [20, 3],
    [40, 4],
    [26 * 60, 5],
    [60 * 60, 5],
  ] as const) {
    await harness.control('clock', { offsetMs: minutes * 60_000 });
    expect(callbacks()).toHaveLength(count);
  }
});

describe('enquire', () => {
  test.each([
    ['bills.retrieve', 'error'],
    ['bills.retrieve', 'garbage'],
    ['bills.transactions', 'garbage'],
    ['bills.transactions', 'error'],
    ['bills.delete', 'error'],
  ])('%s: %s is no answer, and the next enquiry has one', async (call, mode) => {
    const { order } = await pay('decline');
    await harness.control('faults', { call: `billplz.${call}`, mode });
    expect(await statusOf(order)).toBe('unreachable');
    expect(await statusOf(order)).toBe('failed');
  });

  test.each([401, 404, 429, 500, 503])('the status %i is no state of a payment', async (status) => {
    const order = makeOrder({ provider: 'MB2U0227', paymentId: '8X0Iyzaw' });
    await answerWith(
      { error: { type: 'Error', message: ['x'] } },
      async (gateway) => {
        expect((await gateway.enquire(order)).ok).toBe(false);
      },
      status,
    );
  });

  test.each([
    ['unpublished', { state: 'settled', paid: true }, { status: 'pending', reasonCode: 'settled' }],
    ['paid with another amount', { state: 'paid', paid: true, paid_amount: 1 }, { status: 'successful', amount: 1 }],
  ])('reports a state that is %s', async (_what, changed, expected) => {
    const order = makeOrder({ provider: 'MB2U0227', paymentId: '8X0Iyzaw' });
    const bill = {
      ...{ id: '8X0Iyzaw', collection_id: 'yhx5t1pp', amount: 138_78, paid_amount: 0, reference_2: order.number },
      ...{ url: 'https://www.billplz.com/bills/8X0Iyzaw', ...changed },
    };
    await answerWith(bill, async (gateway) => {
      expect(await gateway.enquire(order)).toMatchObject({ ok: true, value: expected });
    });
    await answerWith({ ...bill, collection_id: 'other' }, async (gateway) => {
      expect(await gateway.enquire(order)).toEqual({ ok: false, error: 'unreachable' });
    });
  });

  test('survives a restart of the simulator', async () => {
    const { order } = await pay('approve');
    await harness.restart();
    expect(await statusOf(order)).toBe('successful');
  });
});

describe('withdraw', () => {
  test('deletes a bill that nobody has tried to pay', async () => {
    const { order, page } = await begin();
    expect(await billplz.withdraw?.(order)).toMatchObject({ ok: true, value: { status: 'cancelled' } });
    expect(await statusOf(order)).toBe('cancelled');
    // Billplz: a deleted bill reappears once it is paid.
    await harness.press(page, 'callback-first');
    expect(await statusOf(order)).toBe('successful');
  });

  test('an answer that is lost withdraws nothing; the next one says what was done', async () => {
    const { order } = await begin();
    await harness.control('faults', { call: 'billplz.bills.delete', mode: 'drop-answer' });
    const first = await billplz.withdraw?.(order);
    // The connection is retried: the bill was deleted by the first request.
    expect(first).toMatchObject({ ok: true, value: { status: 'cancelled' } });
    await harness.control('faults', { call: 'billplz.bills.delete', mode: 'error' });
    const other = await begin();
    expect(await billplz.withdraw?.(other.order)).toEqual({ ok: false, error: 'unreachable' });
    expect(await statusOf(other.order)).toBe('unknown');
  });
});

describe('banks', () => {
  const listOnline = async (gateway = billplz) =>
    (await gateway.banks?.listBanks('personal'))?.filter(({ isOnline }) => isOnline).map(({ id }) => id) ?? [];

  test('have our names, and those that Billplz does not list are offline', async () => {
    await harness.control('banks', { bankId: 'PBB0233', online: false });
    const banks = (await billplz.banks?.listBanks('personal')) ?? [];
    expect(banks).toContainEqual({ id: 'MB2U0227', name: 'Maybank2U', isOnline: true });
    expect(banks).toContainEqual({ id: 'PBB0233', name: 'Public Bank', isOnline: false });
    expect(banks).toContainEqual({ id: 'MBSB001', name: 'MBSB Bank', isOnline: false });
    expect(await billplz.banks?.listBanks('corporate')).toEqual([]);
  });

  test('are cached for three minutes, and all online without an answer', async () => {
    let now = 0;
    const gateway = createBillplzGateway(harness.settings.billplz, () => now);
    await harness.control('faults', { call: 'billplz.fpx_banks', mode: 'garbage' });
    expect(await listOnline(gateway)).toHaveLength(21);
    now = 15_000;
    expect(await listOnline(gateway)).toContain('MB2U0227');
    await harness.control('banks', { bankId: 'MB2U0227', online: false });
    now = 15_000 + 179_999;
    expect(await listOnline(gateway)).toContain('MB2U0227');
    now = 15_000 + 180_000;
    expect(await listOnline(gateway)).not.toContain('MB2U0227');
    // Without an answer the last list is used.
    await harness.control('faults', { call: 'billplz.fpx_banks', mode: 'error' });
    now += 180_000;
    expect(await listOnline(gateway)).not.toContain('MB2U0227');
    await harness.control('banks', { bankId: 'MB2U0227', online: true });
    gateway.banks?.clearCache();
    expect(await listOnline(gateway)).toContain('MB2U0227');
  });
});

describe('the simulator', () => {
  const call = (path: string, fields?: Record<string, string>, key = harness.settings.billplz.apiKey) =>
    fetch(`${harness.banksOrigin}/billplz/api/v3/${path}`, {
      headers: { authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` },
      ...(fields && { method: 'POST', body: new URLSearchParams(fields) }),
    });
  const bill = {
    ...{ collection_id: 'yhx5t1pp', email: 'api@billplz.com', name: 'Sara', amount: '200' },
    ...{ callback_url: 'http://example.com/webhook/', description: 'Maecenas eu placerat ante.' },
  };

  test('answers as the documents do', async () => {
    const created = await call('bills', bill);
    expect(created.status).toBe(200);
    expect(await created.json()).toMatchObject({
      ...{ collection_id: 'yhx5t1pp', paid: false, state: 'due', amount: 200, paid_amount: 0, mobile: null },
      ...{ name: 'SARA', reference_1_label: 'Reference 1', reference_1: null, redirect_url: null },
    });
    expect((await call('bills', bill, 'wrong-key-of-the-tests')).status).toBe(401);
    expect((await call('bills/none')).status).toBe(404);
  });

  test.each([
    ['name', ''],
    ['name', 'x'.repeat(256)],
    ['amount', '0'],
    ['amount', '1.5'],
    ['description', 'x'.repeat(201)],
    ['callback_url', 'javascript:alert(1)'],
    ['email', ''],
    ['reference_1_label', 'x'.repeat(21)],
    ['reference_2', 'x'.repeat(121)],
  ])('refuses a bill with %s=%s', async (name, value) => {
    expect((await call('bills', { ...bill, [name]: value })).status).toBe(422);
  });

  test('signs as the documents say', async () => {
    const { back } = await pay('approve');
    const text = ['id', 'paid_at', 'paid'].map((name) => `billplz${name}${back?.[`billplz[${name}]`] ?? ''}`).join('|');
    const { signatureKey } = harness.settings.billplz;
    expect(back?.['billplz[x_signature]']).toBe(createHmac('sha256', signatureKey).update(text).digest('hex'));
    expect(back?.['billplz[paid_at]']).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d \+0800$/);
  });
});
