import { sen } from '@/lib/domain/money';
import { createCounterGateway } from '@/backend/gateways/counter/gateway';
import { buildPayload, computeCrc } from '@/backend/gateways/duitnow/payload';
import { postSignedRequest } from '@/backend/gateways/signed-requests';
import { signRequest } from '@/backend/gateways/signed-messages';
import { responseSchema } from '@/backend/gateways/presentment/messages';
import type { AttemptOrder } from '@/backend/gateways/gateway';
import { makeOrder, openGatewayTestHarness, type GatewayTestHarness } from '../gateway-test-harness.fixture';
import { readDuitNowPayload } from './emv';

let harness: GatewayTestHarness;
beforeAll(async () => {
  harness = await openGatewayTestHarness();
});
afterAll(() => harness.close());
beforeEach(async () => {
  await harness.control('reset', {});
  harness.received.length = 0;
});

const networks = ['counter', 'duitnow'] as const;
type NetworkName = (typeof networks)[number];
const gatewayOf = (name: NetworkName) => (name === 'counter' ? harness.counter : harness.duitnow);
const buttonOf = { counter: 'settle', duitnow: 'approve' } as const;

async function show(name: NetworkName, changed: Partial<AttemptOrder> = {}) {
  const order = makeOrder(changed);
  const begun = await gatewayOf(name).begin(order);
  if (!begun.ok) throw new Error(begun.error);
  const start = begun.value;
  if (start.kind === 'barcode') return { order, code: start.text, expiresAt: start.expiresAt };
  if (start.kind === 'qr') return { order, code: start.payload, expiresAt: start.expiresAt };
  throw new Error('no code');
}

function enter(name: NetworkName, code: string, button: string) {
  return harness.send(`${harness.banksOrigin}/${name}`, { [name === 'counter' ? 'text' : 'payload']: code, button });
}

describe.each(networks)('%s', (name) => {
  it('is pending, is paid once at its page, and is reported by a signed callback', async () => {
    const gateway = gatewayOf(name);
    const { order, code } = await show(name);
    expect(await gateway.enquire(order)).toMatchObject({ value: { status: 'pending', number: order.number } });
    const page = await enter(name, code, buttonOf[name]);
    expect(page.text).toContain('data-testid="settled"');
    expect(page.text).toContain('RM138.78');
    expect(harness.received.map(({ path }) => path)).toEqual([`/callbacks/${name}`]);
    const fields = harness.received[0]?.fields ?? {};
    expect(gateway.verifyReport(fields)).toMatchObject({ value: { status: 'successful', amount: order.amount } });
    expect(gateway.verifyReport({ ...fields, amount: '1' })).toEqual({ ok: false, error: 'unsigned' });
    expect(gateway.verifyReport({})).toEqual({ ok: false, error: 'malformed' });
    expect(gateway.readNumber(fields)).toBe(order.number);
    expect(await gateway.enquire(order)).toMatchObject({ value: { status: 'successful' } });
    const again = await enter(name, code, buttonOf[name]);
    expect([again.status, again.text]).toEqual([400, expect.stringContaining('paid already')]);
    expect(harness.received).toHaveLength(1);
  });

  it('is the same code for the same number, and refused for another amount', async () => {
    const { order, code } = await show(name);
    const again = await gatewayOf(name).begin(order);
    expect(JSON.stringify(again)).toContain(code);
    expect(await gatewayOf(name).begin({ ...order, amount: sen(1_00) })).toEqual({ ok: false, error: 'refused' });
  });

  it('can be withdrawn unless it was paid before', async () => {
    const gateway = gatewayOf(name);
    const { order, code } = await show(name);
    expect(await gateway.withdraw?.(order)).toMatchObject({ value: { status: 'cancelled' } });
    const late = await enter(name, code, buttonOf[name]);
    expect([late.status, late.text]).toEqual([400, expect.stringContaining('no longer')]);
    const paid = await show(name);
    await enter(name, paid.code, buttonOf[name]);
    expect(await gateway.withdraw?.(paid.order)).toMatchObject({ value: { status: 'successful' } });
  });

  it('expires', async () => {
    const { order, code, expiresAt } = await show(name);
    await harness.control('clock', { now: expiresAt });
    expect(await gatewayOf(name).enquire(order)).toMatchObject({ value: { status: 'expired' } });
    const late = await enter(name, code, buttonOf[name]);
    expect([late.status, late.text]).toEqual([400, expect.stringContaining('expired')]);
  });

  it('has a page that accepts a code, and refuses unknown ones', async () => {
    const page = await harness.send(`${harness.banksOrigin}/${name}`);
    expect(page.status).toBe(200);
    const labels = [...page.text.matchAll(/<button[^>]*>\s*(.*?)\s*<\/button>/gs)].map(([, label]) => label);
    expect(labels).toEqual(name === 'counter' ? ['Settle'] : ['Approve', 'Decline']);
    expect((await enter(name, 'nothing', buttonOf[name])).text).toContain('unknown');
    const { code } = await show(name);
    expect((await enter(name, code, 'steal')).status).toBe(400);
  });

  it('refuses an altered request', async () => {
    const { order } = await show(name);
    const settings = name === 'counter' ? harness.settings.counter : harness.settings.duitnow;
    const key = { keyId: settings?.keyId ?? '', secret: settings?.secret ?? '' };
    const path = `/${name}/enquire`;
    const body = JSON.stringify({ number: order.number, amount: order.amount, currency: 'MYR' });
    const { header } = signRequest(key, path, body, Date.now());
    const send = (sent: string) =>
      fetch(`${harness.banksOrigin}${path}`, {
        method: 'POST',
        body: sent,
        headers: { 'content-type': 'application/json', 'x-signature': header },
      });
    expect((await send(body)).status).toBe(200);
    expect((await send(body.replace('13878', '100'))).status).toBe(401);
  });
});

describe('a counter', () => {
  it('accepts its text in groups, and is valid for 18 h 30 min', async () => {
    const { order, code, expiresAt } = await show('counter');
    expect(code).toMatch(/^\d{16}$/);
    expect(Date.parse(expiresAt) - Date.parse(order.startedAt)).toBe(66_600_000);
    const page = await enter('counter', code.replaceAll(/(\d{4})(?=\d)/g, '$1 '), 'settle');
    expect(page.status).toBe(200);
  });

  it.each([
    [99, false],
    [100, true],
    [249_999, true],
    [250_000, false],
  ])('of %d sen: %p', async (amount, taken) => {
    expect((await harness.counter.begin(makeOrder({ amount: sen(amount) }))).ok).toBe(taken);
  });

  it('refuses another key', async () => {
    if (!harness.settings.counter) throw new Error('no counter');
    const stranger = createCounterGateway({ ...harness.settings.counter, secret: 'x'.repeat(43) });
    // The refusal is unsigned: they share no key.
    expect(await stranger.begin(makeOrder())).toEqual({ ok: false, error: 'unreachable' });
  });
});

describe('DuitNow QR', () => {
  it('can be declined', async () => {
    const { order, code } = await show('duitnow');
    await enter('duitnow', code, 'decline');
    expect(await harness.duitnow.enquire(order)).toMatchObject({ value: { status: 'failed' } });
  });

  it('is parsed by the simulator', async () => {
    const { order, code, expiresAt } = await show('duitnow');
    expect(readDuitNowPayload(code)).toEqual({ amountSen: order.amount, reference: order.number });
    expect(expiresAt).toBe(order.deadline);
  });

  it('is refused when altered, even with a recomputed checksum', async () => {
    const { duitnow } = harness.settings;
    if (!duitnow) throw new Error('no DuitNow');
    const order = makeOrder();
    const honest = buildPayload(duitnow.qrMerchant, { amount: order.amount, reference: order.number });
    const cheap = honest.slice(0, -4).replace('138.78', '001.00');
    const register = (code: string) =>
      postSignedRequest(
        { hostUrl: duitnow.hostUrl, key: { keyId: duitnow.keyId, secret: duitnow.secret }, timeoutMs: 5_000 },
        '/duitnow/register',
        {
          ...{ number: order.number, amount: order.amount, currency: 'MYR', description: 'x', merchant: 'ebill', code },
          ...{ expiresAt: order.deadline, callbackUrl: duitnow.callbackUrl },
        },
        responseSchema,
      );
    expect(readDuitNowPayload(honest.replace('138.78', '001.00'))).toBeNull();
    expect(await register(`${cheap}${computeCrc(cheap)}`)).toEqual({ ok: false, error: 'refused' });
    expect(await register(honest.replace('138.78', '001.00'))).toEqual({ ok: false, error: 'refused' });
    expect(await register(honest)).toMatchObject({ ok: true });
  });

  it.each([
    '',
    'https://example.com',
    '00020201021126410014A000000615000101065016640209123456789520499995303458540510.005802MY5909QRCSDNBHD6005BANGI6304343F',
  ])('does not take %p for its own payment', (payload) => {
    expect(readDuitNowPayload(payload)).toBeNull();
  });
});
