import { sen } from '@/lib/domain/money';
import type { AttemptOrder, GatewayStart, RefundOrder } from '../../../backend/gateways/gateway';
import { createChipGateway } from '../../../backend/gateways/chip/gateway';
import {
  makeOrder,
  openGatewayTestHarness,
  readReturnForm,
  type GatewayTestHarness,
  type ReceivedRequest,
} from '../gateway-test-harness.fixture';

/* Our gateway against the simulator of CHIP, which share no code. */

let harness: GatewayTestHarness;
beforeAll(async () => {
  harness = await openGatewayTestHarness();
});
afterAll(() => harness.close());
beforeEach(async () => {
  await harness.control('reset', {});
  harness.received.length = 0;
  harness.merchant.answers = [];
});

type Choice = Pick<AttemptOrder, 'method' | 'provider' | 'resultRoute'>;
const bank: Choice = { method: 'fpx', provider: 'MB2U0227', resultRoute: '/bankResultFPX' };
const choices: readonly (readonly [string, Choice, string])[] = [
  ['FPX', bank, 'Maybank2u'],
  ['FPX for companies', { method: 'fpxCorporate', provider: 'MBB0228', resultRoute: '/bankResultFPX' }, 'Maybank2E'],
  ['DuitNow QR', { method: 'duitnowQr', provider: null, resultRoute: '/ewallet/view/bankResult' }, 'DuitNow QR'],
  ['Touch ’n Go', { method: 'wallet', provider: 'touchngo', resultRoute: '/bankResultEGHL' }, 'Touch ’n Go eWallet'],
  ['GrabPay', { method: 'wallet', provider: 'grabpay', resultRoute: '/bankResultEGHL' }, 'GrabPay'],
  ['ShopeePay', { method: 'wallet', provider: 'shopeepay', resultRoute: '/bankResultEGHL' }, 'ShopeePay'],
];

const setFault = (call: string, mode: string, times = 1) =>
  harness.control('faults', { call: `chip.${call}`, mode, times });

/** Begins an attempt: its order as the backend keeps it. */
async function begin(changed: Partial<AttemptOrder> = {}) {
  const order = makeOrder({ ...bank, ...changed });
  const begun = await harness.chip.begin(order);
  if (!begun.ok || begun.value.kind !== 'redirect') throw new Error('not begun');
  const start: GatewayStart = begun.value;
  return { start, order: { ...order, paymentId: begun.value.paymentId ?? null } };
}

async function pay(button = 'approve', changed: Partial<AttemptOrder> = {}) {
  const { start, order } = await begin(changed);
  return { order, back: await harness.press(await harness.follow(start), button) };
}

async function enquire(order: AttemptOrder, gateway = harness.chip) {
  const report = await gateway.enquire(order);
  return report.ok ? report.value : report.error;
}

/** The callbacks of an attempt as the backend reads them: `event` is CHIP's. */
function callbacksOf({ number }: AttemptOrder) {
  return harness.received
    .filter(({ path }) => path === '/callbacks/chip')
    .map(({ body, headers }: ReceivedRequest) => ({ body, signature: String(headers['x-signature']) }))
    .filter((fields) => harness.chip.readNumber(fields) === number);
}
const eventOf = ({ body }: { readonly body: string }) =>
  String((JSON.parse(body) as Record<string, unknown>)['event_type']);

/** Waits until `count` callbacks of an event have arrived. */
async function waitForEvent(order: AttemptOrder, event: string, count = 1) {
  for (;;) {
    const found = callbacksOf(order).filter((fields) => eventOf(fields) === event);
    if (found.length >= count) return found;
    await harness.waitFor(harness.received.length + 1);
  }
}

describe('a payment', () => {
  it.each(choices)('by %s begins straight there, and returns to its result route', async (_name, choice, heading) => {
    const { start, order } = await begin(choice);
    const page = await harness.follow(start);
    expect(page.text).toContain(heading);
    expect(readReturnForm(await harness.press(page, 'approve'))).toEqual({
      action: `${harness.settings.chip.siteOrigin}${choice.resultRoute}`,
      fields: { chip_reference: order.number },
    });
    expect(await enquire(order)).toMatchObject({ status: 'successful', gatewayReference: order.paymentId });
  });

  it('by card is begun on CHIP’s own page of cards', async () => {
    const { start, order } = await begin({ method: 'newCard', provider: null, resultRoute: '/bankResultMBB' });
    const page = await harness.follow(start);
    expect(page.text).toContain('Card');
    expect(page.text).not.toContain('FPX');
    const card = { cardholder_name: 'Siti', card_number: '4444333322221111', expires: '12/39', cvc: '123' };
    const paid = await fetch(`${page.url.split('?')[0]}card`, {
      ...{ method: 'POST', redirect: 'manual' as const, body: new URLSearchParams(card) },
    });
    const back = new URL(paid.headers.get('location') ?? 'none:');
    expect(`${back.pathname}${back.search}`).toBe(`/bankResultMBB?chip_reference=${order.number}`);
    expect(await enquire(order)).toMatchObject({ status: 'successful', bankName: 'Visa' });
  });

  it('is never begun with a card of ours, nor at a bank or wallet that CHIP does not have', async () => {
    const card = { number: '4242424242424242', expiry: '12/39', cvv: '123', name: 'TEST' };
    expect(await harness.chip.begin(makeOrder({ method: 'newCard' }), card)).toEqual({ ok: false, error: 'refused' });
    for (const changed of [{ provider: 'none' }, { method: 'wallet', provider: 'boost' }, { method: 'epp' }] as const) {
      expect(await harness.chip.begin(makeOrder({ ...bank, ...changed }))).toEqual({ ok: false, error: 'refused' });
    }
    expect(harness.received).toEqual([]);
  });

  it('is refused where the key is wrong or FPX is down', async () => {
    const wrong = createChipGateway({ ...harness.settings.chip, apiKey: 'wrong' }, Date.now);
    expect(await wrong.begin(makeOrder(bank))).toEqual({ ok: false, error: 'refused' });
    await harness.control('banks', { bankId: 'fpx', online: false });
    expect(await harness.chip.begin(makeOrder(bank))).toEqual({ ok: false, error: 'refused' });
  });

  it('is begun after an answer was lost', async () => {
    await setFault('purchases.create', 'drop-answer');
    const { order } = await pay();
    expect(await enquire(order)).toMatchObject({ status: 'successful' });
  });

  it('fails once: what was declined cannot be paid on the same page', async () => {
    const { start, order } = await begin();
    await harness.press(await harness.follow(start), 'decline');
    expect(await enquire(order)).toMatchObject({ status: 'failed', reasonCode: 'payment_rejected_other_reason' });
    expect((await harness.follow(start)).text).not.toContain('Approve');
  });

  it('cannot be paid after its deadline', async () => {
    const { start, order } = await begin();
    const page = await harness.follow(start);
    await harness.control('clock', { offsetMs: 16 * 60_000 });
    await harness.press(page, 'approve');
    expect(await enquire(order)).toMatchObject({ status: 'expired' });
  });

  it('that is pending is settled later, and reported', async () => {
    const { order } = await pay('leave-pending');
    expect(await enquire(order)).toMatchObject({ status: 'pending', reasonCode: 'pending_execute' });
    await harness.control('settle', { number: order.number, outcome: 'successful' });
    const [fields] = await waitForEvent(order, 'purchase.paid');
    expect(harness.chip.verifyReport(fields ?? {})).toMatchObject({
      value: { status: 'successful', number: order.number },
    });
  });
});

describe('an enquiry', () => {
  it('about a purchase that CHIP does not have has no report', async () => {
    expect(await enquire(makeOrder({ ...bank, paymentId: '00000000-0000-4000-8000-000000000000' }))).toBe('refused');
  });
});

describe('a withdrawal', () => {
  it('whose answer was lost tells what became of it', async () => {
    const { order } = await begin();
    await setFault('purchases.cancel', 'drop-answer', 2);
    expect(await harness.chip.withdraw?.(order)).toMatchObject({ value: { status: 'cancelled' } });
  });

  it('that CHIP does not answer changes nothing', async () => {
    const { order } = await begin();
    await setFault('purchases.cancel', 'error');
    expect(await harness.chip.withdraw?.(order)).toEqual({ ok: false, error: 'unreachable' });
    await setFault('purchases.cancel', 'error');
    await setFault('purchases.retrieve', 'error');
    expect(await harness.chip.withdraw?.(order)).toEqual({ ok: false, error: 'unreachable' });
  });
});

describe('a callback', () => {
  it('of a page that was only opened has no effect', async () => {
    const { order } = await pay('cancel');
    for (const event of ['purchase.created', 'purchase.viewed']) {
      const [fields] = await waitForEvent(order, event);
      expect(harness.chip.isWithoutEffect?.(fields ?? {})).toBe(true);
    }
  });

  it('of success verifies by the company’s key where there is no webhook', async () => {
    const alone = createChipGateway({ ...harness.settings.chip, publicKey: null }, Date.now);
    const begun = await alone.begin(makeOrder(bank));
    if (!begun.ok || begun.value.kind !== 'redirect') throw new Error('not begun');
    await harness.press(await harness.follow(begun.value), 'callback-first');
    const paid = harness.received
      .filter(({ path, body }) => path === '/callbacks/chip' && body.includes('"purchase.paid"'))
      .map(({ body, headers }) => ({ body, signature: String(headers['x-signature']) }));
    expect(paid.map((fields) => alone.verifyReport(fields).ok).sort()).toEqual([false, true]);
  });
});

describe('a dispute', () => {
  it('is opened and won', async () => {
    const { order } = await pay('callback-first');
    for (const [outcome, event] of [
      ['opened', 'payment.charged_back'],
      ['won', 'payment.chargeback_reversed'],
    ] as const) {
      await harness.control('dispute', { number: order.number, outcome, reason: 'fraud' });
      const [fields] = await waitForEvent(order, event);
      expect(harness.chip.verifyDispute?.(fields ?? {})).toEqual({
        ok: true,
        value: {
          ...{ dispute: order.paymentId, number: order.number, status: outcome, amount: 138_78, currency: 'MYR' },
          ...{ reasonCode: event, respondBy: null },
        },
      });
    }
    const [paid] = await waitForEvent(order, 'purchase.paid');
    expect(harness.chip.verifyDispute?.(paid ?? {})).toBeNull();
  });
});

describe('a refund', () => {
  const refundOf = (payment: AttemptOrder, amount = 138_78): RefundOrder => ({
    ...{ reference: 'abcdefghijklmnopqrst234567', payment, amount: sen(amount) },
    gatewayReference: payment.paymentId ?? '',
  });
  const setMode = (mode: string) => harness.control('refunds', { mode, times: 1 });
  const { refund, readRefunded } = {
    refund: (order: RefundOrder) => {
      if (harness.chip.refunds?.repeats !== 'never') throw new Error('another kind of refunds');
      return harness.chip.refunds.refund(order);
    },
    readRefunded: async (payment: AttemptOrder) => {
      if (harness.chip.refunds?.repeats !== 'never') throw new Error('another kind of refunds');
      const told = await harness.chip.refunds.readRefunded(payment);
      return told.ok ? told.value : told.error;
    },
  };
  const madeOf = async ({ number }: AttemptOrder) => (await harness.control(`payments/${number}`)).body['refunds'];

  it('is of all of a payment', async () => {
    const { order } = await pay('callback-first');
    expect(await readRefunded(order)).toEqual({ amount: 0 });
    const answer = await refund(refundOf(order));
    expect(answer).toMatchObject({ status: 'succeeded', gatewayReference: expect.stringMatching(/^[0-9a-f-]{36}$/) });
    expect(await readRefunded(order)).toEqual({ amount: 138_78 });
    expect(await refund(refundOf(order))).toMatchObject({ status: 'failed' });
    expect(await madeOf(order)).toHaveLength(1);
    const [fields] = await waitForEvent(order, 'payment.refunded');
    expect(harness.chip.isWithoutEffect?.(fields ?? {})).toBe(true);
  });

  it('that is pending is known an hour later', async () => {
    const { order } = await pay('callback-first');
    await setMode('pending');
    expect(await refund(refundOf(order, 50_00))).toEqual({ status: 'pending' });
    expect(await readRefunded(order)).toBe('unreachable');
    await harness.control('clock', { offsetMs: 61 * 60_000 });
    expect(await readRefunded(order)).toEqual({ amount: 50_00 });
  });

  it('that the acquirer declines tells its reason', async () => {
    const { order } = await pay('callback-first');
    await setMode('refused');
    expect(await refund(refundOf(order))).toEqual({ status: 'failed', reason: 'payment_rejected_other_reason' });
    expect(await readRefunded(order)).toEqual({ amount: 0 });
  });

  it('of what is not paid is refused, and not told of', async () => {
    const { order } = await begin();
    expect(await refund(refundOf(order))).toMatchObject({ status: 'failed' });
    expect(await readRefunded(order)).toBe('unreachable');
    expect(await refund(refundOf({ ...order, paymentId: null }))).toMatchObject({ status: 'failed' });
  });
});

describe('the banks', () => {
  const clock = { now: 0 };
  const open = (changed = {}) => createChipGateway({ ...harness.settings.chip, ...changed }, () => clock.now);
  const listOnline = async (gateway: ReturnType<typeof open>, kind: 'personal' | 'corporate' = 'personal') =>
    (await gateway.banks?.listBanks(kind))?.map(({ isOnline }) => isOnline);

  it('are those of FPX, of either kind, while CHIP has it', async () => {
    const gateway = open();
    const banks = await gateway.banks?.listBanks('personal');
    expect(banks).toContainEqual({ id: 'MB2U0227', name: 'Maybank2U', isOnline: true });
    expect(await gateway.banks?.listBanks('corporate')).toContainEqual({
      id: 'BNP003',
      name: 'BNP Paribas',
      isOnline: true,
    });
    await harness.control('banks', { bankId: 'fpx', online: false });
    // Known for 3 minutes.
    expect(new Set(await listOnline(gateway))).toEqual(new Set([true]));
    clock.now += 3 * 60_000;
    expect(new Set(await listOnline(gateway))).toEqual(new Set([false]));
    expect(new Set(await listOnline(gateway, 'corporate'))).toEqual(new Set([true]));
    await harness.control('banks', { bankId: 'fpx', online: true });
    gateway.banks?.clearCache();
    expect(new Set(await listOnline(gateway))).toEqual(new Set([true]));
  });

  it('are all online when there is no answer in time, and are as they were when there was one', async () => {
    const gateway = open({ bankListTimeoutMs: 200 });
    await harness.control('banks', { bankId: 'fpx', online: false });
    expect(new Set(await listOnline(gateway))).toEqual(new Set([false]));
    clock.now += 3 * 60_000;
    await setFault('payment_methods', 'timeout', 2);
    expect(new Set(await listOnline(gateway))).toEqual(new Set([false]));
    expect(new Set(await listOnline(open({ bankListTimeoutMs: 200 })))).toEqual(new Set([true]));
  });
});
