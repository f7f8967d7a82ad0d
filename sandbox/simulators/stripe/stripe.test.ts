import Stripe from 'stripe';
import { sen } from '@/lib/domain/money';
import { createStripeGateway } from '../../../backend/gateways/stripe/gateway';
import type { AttemptOrder, RefundOrder } from '../../../backend/gateways/gateway';
import {
  makeOrder,
  openGatewayTestHarness,
  readReturnForm,
  type GatewayTestHarness,
} from '../gateway-test-harness.fixture';
import { parseNested } from './form';
import { signEvent } from './signature';

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

const cardOrder = (changed: Partial<AttemptOrder> = {}) =>
  makeOrder({ method: 'newCard', resultRoute: '/bankResultMBB', provider: null, ...changed });
const fpxOrder = () => makeOrder({ method: 'fpx', resultRoute: '/bankResultFPX', provider: 'MB2U0227' });

/** Begins an attempt; its order as it is stored, and its page. */
async function begin(order: AttemptOrder) {
  const started = await harness.stripe.begin(order);
  if (!started.ok || started.value.kind !== 'redirect') throw new Error(`not begun: ${JSON.stringify(started)}`);
  const { request, paymentId } = started.value;
  if (paymentId === undefined) throw new Error('no id');
  const page = await harness.send(request.url);
  return { request, page, order: { ...order, paymentId } };
}

async function pay(order: AttemptOrder, button = 'approve') {
  const begun = await begin(order);
  return { ...begun, end: await harness.press(begun.page, button) };
}

async function enquire(order: AttemptOrder) {
  const report = await harness.stripe.enquire(order);
  return report.ok ? report.value : report.error;
}

/** Waits for the callbacks, and returns them as the backend gives them to the gateway. */
async function callbacks(count: number) {
  const events = () => harness.received.filter(({ path }) => path === '/callbacks/stripe');
  while (events().length < count) await harness.waitFor(harness.received.length + 1);
  return events().map(({ body, headers }) => ({ body, signature: String(headers['stripe-signature']) }));
}
const typeOf = ({ body }: { readonly body: string }) => (JSON.parse(body) as { readonly type: string }).type;

describe('the simulator’s own formats', () => {
  it('signs as Stripe’s package verifies', () => {
    const body = '{"id":"evt_test","object":"event"}';
    const header = signEvent(body, 1_764_000_000, 'whsec_test_secret');
    const expected = { payload: body, secret: 'whsec_test_secret', timestamp: 1_764_000_000 };
    expect(header).toBe(`${Stripe.webhooks.generateTestHeaderString(expected)}`);
  });

  it('reads nested names', () => {
    expect(parseNested('a[b][0][c]=1&a[b][1][c]=2&d=e%5B')).toEqual({
      a: { b: { 0: { c: '1' }, 1: { c: '2' } } },
      d: 'e[',
    });
    expect(parseNested('a=1&a[b]=2')).toBeNull();
  });

  it('refuses a wrong key, and the parameter that was removed', async () => {
    const create = (key: string, body: string) =>
      fetch(`${harness.settings.stripe.apiUrl}/v1/checkout/sessions`, {
        method: 'POST',
        body,
        headers: {
          ...{ authorization: `Bearer ${key}`, 'stripe-version': '2026-10-28.endive', 'idempotency-key': 'key' },
          'content-type': 'application/x-www-form-urlencoded',
        },
      });
    expect((await create('sk_test_wrong', 'mode=payment')).status).toBe(401);
    const refused = await create(harness.settings.stripe.secretKey, 'mode=payment&payment_method_types[0]=card');
    expect([refused.status, (await refused.json()).error.type]).toEqual([400, 'invalid_request_error']);
  });
});

describe('a payment at Stripe', () => {
  it('begins at its hosted page, and is pending there', async () => {
    const { order, page, request } = await begin(cardOrder({ description: 'Bill 1', language: 'ms' }));
    expect(page.text).toContain('RM138.78');
    expect(page.text).toContain(order.number);
    // The fragment belongs to Stripe's address.
    expect(request).toMatchObject({ method: 'GET', fields: {}, url: expect.stringContaining('#') });
    expect(await enquire(order)).toMatchObject({
      number: order.number,
      status: 'pending',
      amount: 138_78,
      currency: 'MYR',
    });
  });

  it.each([
    ['a card', cardOrder(), 'Visa'],
    ['FPX', fpxOrder(), 'Maybank2U'],
    ['GrabPay', makeOrder({ method: 'wallet', resultRoute: '/bankResultEGHL', provider: 'grabpay' }), 'GrabPay'],
  ])('is paid by %s', async (_name, asked, bankName) => {
    const { order, end } = await pay(asked);
    expect(readReturnForm(end)).toMatchObject({
      action: expect.stringContaining(order.resultRoute),
      fields: { stripe_reference: order.number },
    });
    const [callback] = await callbacks(1);
    expect(harness.stripe.readNumber(callback!)).toBe(order.number);
    const expected = { number: order.number, status: 'successful', amount: 138_78, currency: 'MYR' };
    expect(harness.stripe.verifyReport(callback!)).toMatchObject({ ok: true, value: expected });
    const report = await enquire(order);
    expect(report).toMatchObject({ ...expected, bankName, reasonCode: 'succeeded' });
    expect(report).toMatchObject({ gatewayReference: expect.stringMatching(/^pi_/) });
  });

  it('is settled later, for better or worse', async () => {
    const won = await pay(fpxOrder(), 'leave-pending');
    const lost = await pay(fpxOrder(), 'leave-pending');
    await harness.control('settle', { number: won.order.number, outcome: 'successful' });
    await harness.control('settle', { number: lost.order.number, outcome: 'failed' });
    const events = await callbacks(4);
    const reports = events.map((event) => harness.stripe.verifyReport(event));
    const statuses = reports.map((report) => (report.ok ? report.value.status : report.error));
    expect(statuses).toEqual(['pending', 'pending', 'successful', 'failed']);
    expect(await enquire(won.order)).toMatchObject({ status: 'successful' });
    expect(await enquire(lost.order)).toMatchObject({
      status: 'failed',
      reasonCode: 'payment_intent_authentication_failure',
    });
  });

  it('expires at its deadline, and not before 30 minutes', async () => {
    const { order } = await begin(cardOrder());
    await harness.control('clock', { offsetMs: 30 * 60_000 });
    expect(await enquire(order)).toMatchObject({ status: 'pending' });
    await harness.control('clock', { offsetMs: 32 * 60_000 });
    const later = createStripeGateway({ ...harness.settings.stripe, now: () => Date.now() + 32 * 60_000 });
    expect(await later.enquire(order)).toMatchObject({ ok: true, value: { status: 'expired' } });
    expect((await callbacks(1)).map(typeOf)).toEqual(['checkout.session.expired']);
  });

  it('that lasts for days has a session of less than a day', async () => {
    const days = new Date(Date.now() + 5 * 24 * 60 * 60_000).toISOString();
    expect((await harness.stripe.begin(cardOrder({ deadline: days }))).ok).toBe(true);
  });

  it('is begun once under its number', async () => {
    const order = cardOrder();
    const first = await harness.stripe.begin(order);
    expect(await harness.stripe.begin(order)).toEqual(first);
    expect(await harness.stripe.begin({ ...order, amount: sen(500) })).toEqual({ ok: false, error: 'unreachable' });
  });

  it.each([
    ['another wallet', makeOrder({ method: 'wallet', provider: 'boost' })],
    ['an unknown bank', makeOrder({ method: 'fpx', provider: 'TEST0021' })],
    ['a saved card', makeOrder({ method: 'savedCard' })],
    ['less than Stripe’s least amount', cardOrder({ amount: sen(199) })],
  ])('is refused for %s', async (_name, order) => {
    expect(await harness.stripe.begin(order)).toEqual({ ok: false, error: 'refused' });
  });
});

describe('an enquiry at Stripe', () => {
  it('is repeated once if its connection is lost, and gives up in time', async () => {
    const { order } = await pay(cardOrder());
    await harness.control('faults', { call: 'stripe.sessions.retrieve', mode: 'drop-answer' });
    expect(await enquire(order)).toMatchObject({ status: 'successful' });
    await harness.control('faults', { call: 'stripe.sessions.retrieve', mode: 'timeout' });
    const hasty = createStripeGateway({ ...harness.settings.stripe, timeoutMs: 100, now: Date.now });
    expect(await hasty.enquire(order)).toEqual({ ok: false, error: 'unreachable' });
  });

  it('of another attempt’s session tells nothing', async () => {
    const one = await pay(cardOrder());
    const other = await begin(cardOrder());
    expect(await enquire({ ...other.order, paymentId: one.order.paymentId })).toBe('unreachable');
    expect(await enquire({ ...other.order, paymentId: 'cs_test_unknown' })).toBe('refused');
    expect(await enquire({ ...other.order, paymentId: '../refunds' })).toBe('unreachable');
  });

  it('with a wrong key is refused', async () => {
    const { order } = await pay(cardOrder());
    const stranger = createStripeGateway({ ...harness.settings.stripe, secretKey: 'sk_test_wrong', now: Date.now });
    expect(await stranger.enquire(order)).toEqual({ ok: false, error: 'refused' });
  });
});

describe('callbacks of Stripe', () => {
  it('have a new signature each time they are sent', async () => {
    const aged = createStripeGateway({ ...harness.settings.stripe, now: () => Date.now() + 61 * 60_000 });
    await harness.control('callbacks', { mode: 'late' });
    await pay(cardOrder());
    await harness.control('clock', { offsetMs: 61 * 60_000 });
    const [late] = await callbacks(1);
    expect(aged.verifyReport(late!)).toMatchObject({ ok: true, value: { status: 'successful' } });
    // By a clock that was not moved it is of the future; by one that is later it is old.
    const later = createStripeGateway({ ...harness.settings.stripe, now: () => Date.now() + 70 * 60_000 });
    expect(later.verifyReport(late!)).toEqual({ ok: false, error: 'unsigned' });
  });

  it('report disputes by the number of the payment’s money', async () => {
    const { order } = await pay(cardOrder());
    const report = await enquire(order);
    for (const outcome of ['opened', 'won']) {
      await harness.control('dispute', { number: order.number, outcome, reason: '10.4' });
    }
    const disputes = (await callbacks(5)).slice(1);
    expect(disputes.map(typeOf)).toEqual(
      ['created', 'funds_withdrawn', 'closed', 'funds_reinstated'].map((step) => `charge.dispute.${step}`),
    );
    const read = disputes.map((fields) => harness.stripe.verifyDispute!(fields));
    expect(read.map((dispute) => dispute?.ok && dispute.value.status)).toEqual(['opened', 'opened', 'won', 'won']);
    expect(read[0]).toMatchObject({ value: { amount: 138_78, currency: 'MYR', reasonCode: '10.4' } });
    const references = disputes.map((fields) => harness.stripe.readGatewayReference!(fields));
    expect(references).toEqual(Array(4).fill(typeof report === 'string' ? '' : report.gatewayReference));
  });
});

describe('refunds at Stripe', () => {
  let references = 0;
  async function paidRefund(asked: AttemptOrder, amount = 138_78): Promise<RefundOrder> {
    const { order } = await pay(asked);
    const report = await enquire(order);
    if (typeof report === 'string') throw new Error(report);
    return refundOf(order, report.gatewayReference, amount);
  }
  function refundOf(payment: AttemptOrder, gatewayReference: string, amount: number): RefundOrder {
    references += 1;
    return {
      reference: `refund${String(references).padStart(20, '0')}`,
      payment,
      gatewayReference,
      amount: sen(amount),
    };
  }
  function refunds() {
    const { refunds: known } = harness.stripe;
    if (known?.repeats !== 'by-reference') throw new Error('no refunds');
    return known;
  }
  const succeeded = { status: 'succeeded', gatewayReference: expect.stringMatching(/^re_/) };

  it('of FPX are pending until the bank has made them', async () => {
    const order = await paidRefund(fpxOrder());
    expect(await refunds().refund(order)).toEqual({ status: 'pending' });
    expect(await refunds().findRefund(order)).toEqual({ status: 'pending' });
    await harness.control('clock', { offsetMs: 61 * 60_000 });
    expect(await refunds().findRefund(order)).toEqual(succeeded);
  });

  it('are unknown while Stripe fails, and under a key that was used otherwise', async () => {
    const order = await paidRefund(cardOrder());
    await harness.control('faults', { call: 'stripe.refunds.create', mode: 'error' });
    expect(await refunds().refund(order)).toEqual({ status: 'unknown' });
    await harness.control('faults', { call: 'stripe.refunds.list', mode: 'error' });
    expect(await refunds().findRefund(order)).toEqual({ status: 'unknown' });
    expect(await refunds().refund({ ...order, amount: sen(100) })).toEqual(succeeded);
    expect(await refunds().refund(order)).toEqual({ status: 'unknown' });
  });

  it('of a payment that the key does not see are unknown', async () => {
    const order = refundOf(cardOrder(), 'pi_unknown', 100);
    expect(await refunds().refund(order)).toEqual({ status: 'unknown' });
    expect(await refunds().findRefund(order)).toEqual({ status: 'unknown' });
  });
});
