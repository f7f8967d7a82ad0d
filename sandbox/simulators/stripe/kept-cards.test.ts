import { readFileSync, readdirSync } from 'node:fs';
import { zeroSen } from '@/lib/domain/money';
import { createStripeGateway } from '../../../backend/gateways/stripe/gateway';
import type { AttemptOrder, GatewayTokens } from '../../../backend/gateways/gateway';
import { listBankButtons } from '../../scenarios/bank-buttons';
import { makeOrder, openGatewayTestHarness, type GatewayTestHarness, type Page } from '../gateway-test-harness.fixture';

/* Cards that Stripe keeps, and their charges: our gateway at the simulator, with which it shares no code. */

let harness: GatewayTestHarness;
beforeAll(async () => {
  harness = await openGatewayTestHarness();
});
afterAll(() => harness.close());
beforeEach(async () => {
  await harness.control('reset', {});
  await harness.control('clock', { offsetMs: 0 });
  harness.received.length = 0;
});

function tokens(gateway = harness.stripe): GatewayTokens {
  if (gateway.tokens === undefined) throw new Error('no tokens');
  return gateway.tokens;
}

async function beginSetup(changed: Partial<AttemptOrder> = {}) {
  const order = makeOrder({ method: 'newCard', resultRoute: '/bankResultMBB', amount: zeroSen, ...changed });
  const begun = await tokens().beginVerification(order);
  if (!begun.ok) throw new Error(begun.error);
  const { request, paymentId } = begun.value;
  return { order: { ...order, paymentId }, pageUrl: request.url };
}

const enterCard = (pageUrl: string, cardNumber: string): Promise<Page> =>
  harness.send(pageUrl, { billingName: 'Payer', cardNumber, cardExpiry: '12 / 39', cardCvc: '123' });

async function read(order: AttemptOrder) {
  const told = await tokens().readVerification(order);
  return told.ok ? told.value : told.error;
}

async function keepCard(cardNumber = '4242 4242 4242 4242'): Promise<string> {
  const { order, pageUrl } = await beginSetup();
  await enterCard(pageUrl, cardNumber);
  const told = await read(order);
  if (typeof told === 'string' || told.card === null) throw new Error('the card is not kept');
  return told.card.token;
}

async function prepare(token: string): Promise<AttemptOrder> {
  const order = makeOrder({ method: 'savedCard' });
  const prepared = await tokens().prepareCharge(order, token);
  if (!prepared.ok) throw new Error(prepared.error);
  return { ...order, paymentId: prepared.value };
}

/** The events that have arrived at the merchant, once there are that many. */
async function events(count: number) {
  const arrived = () => harness.received.filter(({ path }) => path === '/callbacks/stripe');
  while (arrived().length < count) await harness.waitFor(harness.received.length + 1);
  return arrived().map(({ body, headers }) => ({ body, signature: String(headers['stripe-signature']) }));
}
const typeOf = ({ body }: { readonly body: string }) => (JSON.parse(body) as { readonly type: string }).type;

describe('a card that is kept', () => {
  it.each([
    ['4242 4242 4242 4242', 'visa', '4242'],
    ['4000002760003184', 'visa', '3184'],
  ])('%s is approved at once', async (number, brand, lastFour) => {
    const { order, pageUrl } = await beginSetup();
    const end = await enterCard(pageUrl, number);
    expect(end.url).toContain(`/bankResultMBB?stripe_reference=${order.number}`);
    expect(await read(order)).toMatchObject({
      report: { status: 'successful', number: order.number, amount: 0, currency: 'MYR' },
      card: { brand, lastFour, expiry: '12/39', token: expect.stringMatching(/^cus_\w+:pm_\w+$/) },
    });
    const told = await events(3);
    expect(told.map(typeOf)).toEqual([
      ...['setup_intent.succeeded', 'payment_method.attached', 'checkout.session.completed'],
    ]);
    expect(told.map((event) => harness.stripe.isWithoutEffect?.(event))).toEqual([true, true, false]);
    expect(harness.stripe.readNumber(told[2]!)).toBe(order.number);
  });

  it.each(['5555555555554444', '378282246310005'])('%s is asked about on its issuer’s page', async (number) => {
    for (const button of listBankButtons(false)) {
      const { order, pageUrl } = await beginSetup();
      const issuer = await enterCard(pageUrl, number);
      expect(await read(order)).toMatchObject({ report: { status: 'pending' }, card: null });
      await harness.press(issuer, button.value);
      const told = await read(order);
      const isKept = button.state === 'approved';
      expect(told).toMatchObject(
        isKept
          ? { report: { status: 'successful' }, card: { lastFour: number.slice(-4) } }
          : { report: { status: button.state === 'declined' ? 'failed' : 'pending' }, card: null },
      );
    }
  });

  it('can follow a declined one on the same page; whoever comes back after a decline has failed', async () => {
    const { order, pageUrl } = await beginSetup();
    expect((await enterCard(pageUrl, '4000000000000002')).text).toContain('Your card was declined (card_declined)');
    await enterCard(pageUrl, '4242424242424242');
    expect(await read(order)).toMatchObject({ report: { status: 'successful' } });

    const other = await beginSetup();
    await enterCard(other.pageUrl, '4000000000000002');
    expect(await read(other.order)).toMatchObject({ report: { status: 'failed', reasonCode: 'generic_decline' } });
    expect((await enterCard(other.pageUrl, '4242424242424242')).text).toContain('This Checkout Session has expired');
    expect(await read(other.order)).toMatchObject({ report: { status: 'failed' }, card: null });
  });

  it('is not kept from a form that is incomplete', async () => {
    const { order, pageUrl } = await beginSetup();
    const page = await harness.send(pageUrl, { cardNumber: '4242424242424242' });
    expect(page.text).toContain('Your card details are incomplete');
    expect(await read(order)).toMatchObject({ report: { status: 'pending' } });
  });

  it('is not kept by a session that has expired', async () => {
    const { order } = await beginSetup();
    await harness.control('clock', { offsetMs: 32 * 60_000 });
    const later = createStripeGateway({ ...harness.settings.stripe, now: () => Date.now() + 32 * 60_000 });
    expect(await tokens(later).readVerification(order)).toMatchObject({
      ...{ ok: true, value: { report: { status: 'expired' }, card: null } },
    });
  });

  it('is no card of a payment’s session, nor of another key', async () => {
    const payment = makeOrder({ method: 'newCard', resultRoute: '/bankResultMBB' });
    const begun = await harness.stripe.begin(payment);
    const paymentId = begun.ok && begun.value.kind === 'redirect' ? (begun.value.paymentId ?? null) : null;
    expect(await read({ ...payment, paymentId })).toBe('unreachable');
    expect(await read({ ...payment, paymentId: 'pi_1' })).toBe('refused');
    const { order } = await beginSetup();
    const stranger = createStripeGateway({ ...harness.settings.stripe, secretKey: 'sk_test_wrong', now: Date.now });
    expect(await tokens(stranger).readVerification(order)).toEqual({ ok: false, error: 'refused' });
  });
});

describe('a charge of a kept card', () => {
  it.each([
    ['4242424242424242', 'successful', 'succeeded', 'payment_intent.succeeded'],
    ['4000000000000341', 'failed', 'insufficient_funds', 'payment_intent.payment_failed'],
    ['4000000000009987', 'failed', 'lost_card', 'payment_intent.payment_failed'],
    ['4000002760003184', 'failed', 'authentication_required', 'payment_intent.payment_failed'],
  ])('%s is %s: %s', async (number, status, reasonCode, type) => {
    const token = await keepCard(number);
    const order = await prepare(token);
    const report = { number: order.number, status, reasonCode, amount: 138_78, currency: 'MYR' };
    expect(await tokens().charge(order, token)).toMatchObject({ ok: true, value: report });
    const [event] = (await events(4)).slice(3);
    expect(typeOf(event!)).toBe(type);
    expect(harness.stripe.readNumber(event!)).toBe(order.number);
    expect(harness.stripe.verifyReport(event!)).toMatchObject({ ok: true, value: report });
    expect(await harness.stripe.enquire(order)).toMatchObject({ ok: true, value: report });
  });

  it('that is being processed is known an hour later', async () => {
    const token = await keepCard('4000000000000119');
    const order = await prepare(token);
    expect(await tokens().charge(order, token)).toMatchObject({ ok: true, value: { status: 'pending' } });
    expect(await tokens().settleCharge(order)).toMatchObject({ ok: true, value: { status: 'pending' } });
    await harness.control('clock', { offsetMs: 61 * 60_000 });
    expect(await tokens().settleCharge(order)).toMatchObject({ ok: true, value: { status: 'successful' } });
  });

  it('of another attempt tells nothing, and charges nothing', async () => {
    const token = await keepCard();
    const [one, other] = [await prepare(token), await prepare(token)];
    const swapped = { ...other, paymentId: one.paymentId };
    expect(await harness.stripe.enquire(swapped)).toEqual({ ok: false, error: 'unreachable' });
    expect(await tokens().settleCharge(swapped)).toEqual({ ok: false, error: 'unreachable' });
    expect((await harness.control(`payments/${one.number}`)).body).toMatchObject({ state: 'open' });
  });

  it('is refused for a token that is none, for less than Stripe’s least amount, and for another customer', async () => {
    const token = await keepCard();
    const other = await keepCard();
    const mixed = `${token.split(':')[0]}:${other.split(':')[1]}`;
    for (const wrong of ['', 'pm_1', mixed]) {
      const order = makeOrder({ method: 'savedCard' });
      expect(await tokens().prepareCharge(order, wrong)).toEqual({ ok: false, error: 'refused' });
    }
    const order = await prepare(token);
    const charged = await tokens().charge(order, other);
    expect(charged).toMatchObject({
      ok: true,
      value: { status: 'failed', reasonCode: 'payment_method_unexpected_state' },
    });
    expect((await harness.control(`payments/${order.number}`)).body).toMatchObject({ state: 'cancelled' });
  });

  it('that is prepared twice under its number is one', async () => {
    const token = await keepCard();
    const order = makeOrder({ method: 'savedCard' });
    const first = await tokens().prepareCharge(order, token);
    expect(await tokens().prepareCharge(order, token)).toEqual(first);
  });

  it('is cancelled by a withdrawal, and cannot be made any more', async () => {
    const token = await keepCard();
    const order = await prepare(token);
    expect(await harness.stripe.withdraw?.(order)).toMatchObject({ ok: true, value: { status: 'cancelled' } });
    const late = await tokens().charge(order, token);
    expect(late.ok && late.value.status).not.toBe('successful');
    expect(await harness.stripe.enquire(order)).toMatchObject({ ok: true, value: { status: 'cancelled' } });
  });

  it('is found by a dispute of it', async () => {
    const token = await keepCard();
    const order = await prepare(token);
    await tokens().charge(order, token);
    await harness.control('dispute', { number: order.number, reason: '10.4' });
    const dispute = (await events(6)).find((event) => typeOf(event) === 'charge.dispute.created');
    expect(harness.stripe.readGatewayReference?.(dispute!)).toBe(order.paymentId);
    expect(harness.stripe.verifyDispute?.(dispute!)).toMatchObject({ ok: true, value: { amount: 138_78 } });
  });
});

test('a card that was detached elsewhere counts as deleted, and an unknown one does not', async () => {
  const token = await keepCard();
  expect(await tokens().removeCard(token)).toEqual({ ok: true, value: null });
  await harness.control('faults', { call: 'stripe.payment_methods.detach', mode: 'error' });
  expect(await tokens().removeCard(token)).toEqual({ ok: false, error: 'unreachable' });
  expect(await tokens().removeCard('cus_1:pm_unknown')).toEqual({ ok: false, error: 'refused' });
  expect(await tokens().removeCard('nonsense')).toEqual({ ok: false, error: 'refused' });
});

test('no card number is stored', async () => {
  await keepCard('4242424242424242');
  const files = readdirSync(harness.dataDir, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  expect(files.length).toBeGreaterThan(0);
  for (const file of files) {
    expect(readFileSync(`${file.parentPath}/${file.name}`, 'utf8')).not.toContain('4242424242424242');
  }
});
