import { calls } from '@/lib/contract/calls';
import { toMalaysiaDay } from '@/lib/domain/malaysia-time';
import { addMilliseconds, dayMs } from '../clock';
import type { GatewayRefunds } from '../gateways/gateway';
import { findJournalErrors } from '../ledger/journal-check';
import { sharedKey, type Operator } from '../operators/model';
import { createPartnerClient } from '../partners/partner-client.fixture';
import {
  freshAccount,
  payByFpx,
  redirectToBank,
  sandboxControl,
  setUpTestBackend,
  statusOf,
  succeed,
  testOperatorKey,
} from '../test-backend.fixture';
import { FakeRefunds } from './fake-refunds.fixture';
import { findRefund, listRefundsOfOrder } from './model';
import { findRefundableCredit } from './refundable-credit.fixture';
import { approveRefund, rejectRefund, requestRefund, settleRefund } from './service';

const backend = setUpTestBackend();

/* A fresh account owes RM138.78; the tests' limit is RM500. */
const paid = 13_878;
const aisyah: Operator = { isNamed: true, name: 'aisyah' };
const tan: Operator = { isNamed: true, name: 'tan' };

let refunds: FakeRefunds;

/** Lets the gateway of FPX refund, as another network does. */
function refundBy(kind: GatewayRefunds): void {
  backend.fpx.refunds = kind;
}

beforeEach(() => {
  refunds = new FakeRefunds();
});

async function creditOf(refid: string) {
  const credit = await findRefundableCredit(backend.store.db, refid);
  if (credit === null) throw new Error('not credited');
  return credit;
}

async function request(refid: string, amount: number, by: Operator = aisyah, byTransfer = false) {
  const source = { kind: 'credit', id: (await creditOf(refid)).id } as const;
  return requestRefund(backend.services, { source, amount, reason: 'paid twice', requestedBy: by, byTransfer });
}

async function requestOk(...parameters: Parameters<typeof request>): Promise<string> {
  const requested = await request(...parameters);
  if (!requested.ok) throw new Error(requested.error.code);
  return requested.value.reference;
}

const stateOf = async (reference: string) => (await findRefund(backend.store.db, { reference }))?.state;
const statesOf = async (refid: string) =>
  (await listRefundsOfOrder(backend.store.db, refid)).map(({ amount, state }) => ({ amount, state }));
const advance = (duration: string) => sandboxControl(backend, 'clock', { advance: duration });
const atBiller = (accountNumber: string) => sandboxControl(backend, `biller/${accountNumber}`);
const ledger = () => sandboxControl(backend, 'ledger');
const numberOf = async (refid: string): Promise<string> =>
  (await ledger()).payments.find((one: { refid: string }) => one.refid === refid).number;

async function operate(method: 'GET' | 'POST', path: string, body?: object, key = testOperatorKey) {
  const response = await backend.app.inject({
    method,
    url: `/operator${path}`,
    headers: { authorization: `Bearer ${key}` },
    ...(body !== undefined && { payload: body }),
  });
  return { status: response.statusCode, body: response.json() };
}
const reviewEntries = async () =>
  (await operate('GET', '/review')).body.filter(({ id }: { id: string }) => /^(refund|reversal)-/.test(id));

describe('a refund by a gateway with an idempotency key', () => {
  beforeEach(() => refundBy(refunds.byReference()));

  test('returns all of a payment, takes its posting back, and tells its payer', async () => {
    const account = freshAccount();
    const refid = await payByFpx(backend, account);
    await backend.jobs.runDue();
    expect((await atBiller(account)).balance).toBe(0);
    const reference = await requestOk(refid, paid);
    await backend.jobs.runDue();
    expect(refunds.asked).toMatchObject([
      { reference, amount: paid, gatewayReference: `ref-${await numberOf(refid)}` },
    ]);
    expect(await findRefund(backend.store.db, { reference })).toMatchObject({
      ...{ state: 'succeeded', gatewayReference: `rf-${reference}`, requestedBy: 'aisyah', decidedBy: 'aisyah' },
      ...{ endedBy: null, evidence: null },
    });
    expect(await atBiller(account)).toMatchObject({
      balance: paid,
      postings: [
        { amount: paid, status: 'accepted' },
        { amount: -paid, status: 'accepted' },
      ],
    });
    expect(await succeed(backend, calls['payment.result'], { refid })).toMatchObject({
      status: 'successful',
      refunds: [{ status: 'succeeded', amount: paid, destination: 'account' }],
    });
    const messages = await sandboxControl(backend, 'messages?to=payer@example.com');
    expect(messages.filter(({ kind }: { kind: string }) => kind === 'refund')).toMatchObject([
      { text: expect.stringContaining('RM138.78') },
    ]);
    const { balanced, refunds: listed, reversals } = await ledger();
    expect({ balanced, listed, reversals }).toMatchObject({
      balanced: true,
      listed: [{ reference, refid, amount: paid, status: 'succeeded' }],
      reversals: [{ refid, amount: paid, status: 'accepted' }],
    });
  });

  test('returns parts of a payment until nothing is left', async () => {
    const account = freshAccount();
    const refid = await payByFpx(backend, account);
    await backend.jobs.runDue();
    for (const amount of [10_000, 3_000]) await requestOk(refid, amount);
    await backend.jobs.runDue();
    // RM138.78 less RM130.00.
    expect(await request(refid, 879)).toEqual({ ok: false, error: { code: 'too-much', left: 878 } });
    await requestOk(refid, 878);
    await backend.jobs.runDue();
    expect(await request(refid, 1)).toEqual({ ok: false, error: { code: 'too-much', left: 0 } });
    expect(refunds.sumOf(await numberOf(refid))).toBe(paid);
    expect((await atBiller(account)).balance).toBe(paid);
    expect((await ledger()).balanced).toBe(true);
  });

  test('of two at once that are more than the payment, only one is requested', async () => {
    const refid = await payByFpx(backend);
    const both = await Promise.all([request(refid, 10_000), request(refid, 10_000)]);
    expect(both.map(({ ok }) => ok).sort()).toEqual([false, true]);
    expect(await statesOf(refid)).toHaveLength(1);
  });

  test.each(['lost', 'down', 'dies'] as const)('is made once when its answer is lost: %s', async (outcome) => {
    const refid = await payByFpx(backend);
    refunds.outcomes.push(outcome);
    const reference = await requestOk(refid, 5_000);
    await backend.jobs.runDue();
    expect(await stateOf(reference)).toBe('sent');
    await advance('PT1H');
    expect(await stateOf(reference)).toBe('succeeded');
    expect(refunds.made).toHaveLength(1);
    expect(refunds.asked).toHaveLength(outcome === 'down' ? 2 : 1);
  });

  test('is asked for until the gateway has decided', async () => {
    const refid = await payByFpx(backend);
    refunds.outcomes.push('pending');
    const reference = await requestOk(refid, 5_000);
    await advance('PT12H');
    expect(await stateOf(reference)).toBe('sent');
    const shown = await succeed(backend, calls['payment.result'], { refid });
    expect(shown.refunds).toMatchObject([{ status: 'sent' }]);
    for (const made of refunds.made) made.isPending = false;
    await advance('PT2H');
    expect(await stateOf(reference)).toBe('succeeded');
    expect(refunds.asked).toHaveLength(1);
  });

  test('that the gateway refuses returns nothing, and can be requested again as a bank transfer', async () => {
    const account = freshAccount();
    const refid = await payByFpx(backend, account);
    await backend.jobs.runDue();
    refunds.outcomes.push('failed');
    const reference = await requestOk(refid, paid);
    await backend.jobs.runDue();
    expect(await findRefund(backend.store.db, { reference })).toMatchObject({
      ...{ state: 'failed', cause: 'issuer-declined' },
    });
    expect((await atBiller(account)).postings).toHaveLength(1);
    expect(await reviewEntries()).toMatchObject([
      { reason: 'failed: issuer-declined', reference, refid, amount: paid },
    ]);
    const again = await requestOk(refid, paid, aisyah, true);
    expect(await stateOf(again)).toBe('manual');
    expect(refunds.made).toEqual([]);
  });

  test('tells the partner of its order', async () => {
    const partner = createPartnerClient(backend);
    const { paymentId } = await partner.place({
      billAccount: freshAccount(),
      webhookURL: 'http://127.0.0.1:9/webhooks',
    });
    const { refid } = await succeed(backend, calls['payment.page'], { paymentId });
    const { number } = await redirectToBank(backend, refid);
    backend.fpx.setStatus(number, 'successful');
    expect(await statusOf(backend, refid)).toBe('successful');
    const reference = await requestOk(refid, 5_000);
    await backend.jobs.runDue();
    const events = await backend.store.db
      .selectFrom('webhooks')
      .select(['event', 'body'])
      .where('order_refid', '=', refid)
      .orderBy('id')
      .execute();
    expect(events.map(({ event }) => event)).toEqual(['order.paid', 'order.refunded']);
    expect(JSON.parse(events[1]?.body ?? '')).toMatchObject({
      ...{ event: 'order.refunded', orderState: 'paid', status: 'successful', refundedAmount: 5_000 },
      refund: { reference, amount: 5_000 },
    });
  });
});

describe('a refund by a gateway without an idempotency key', () => {
  beforeEach(() => refundBy(refunds.once('sum')));

  test.each(['lost', 'dies'] as const)('whose answer is lost is known by what was refunded: %s', async (outcome) => {
    const refid = await payByFpx(backend);
    refunds.outcomes.push(outcome);
    const reference = await requestOk(refid, 5_000);
    await backend.jobs.runDue();
    expect(await stateOf(reference)).toBe('sent');
    await advance('PT1H');
    expect(await stateOf(reference)).toBe('succeeded');
    expect(refunds.asked).toHaveLength(1);
  });

  test('that was not made is never repeated: a person finds out after a day', async () => {
    const refid = await payByFpx(backend);
    refunds.outcomes.push('down');
    const reference = await requestOk(refid, 5_000);
    await backend.jobs.runDue();
    await advance('PT23H');
    expect(await stateOf(reference)).toBe('sent');
    expect(await reviewEntries()).toEqual([]);
    const evidence = { reference: 'X-1', date: '2025-11-30', note: 'seen in the back office of the gateway' };
    const early = await settleRefund(backend.services, reference, { outcome: 'succeeded', evidence }, tan);
    expect(early).toEqual({ ok: false, error: 'not-overdue' });
    await advance('PT2H');
    expect(await reviewEntries()).toMatchObject([{ reason: 'sent', reference }]);
    const [{ id }] = await reviewEntries();
    expect((await operate('POST', `/review/${id}/close`, { note: 'never mind' })).status).toBe(409);
    const settled = await settleRefund(backend.services, reference, { outcome: 'failed', reason: 'never made' }, tan);
    expect(settled).toMatchObject({ ok: true, value: { state: 'failed', endedBy: 'tan' } });
    expect(refunds.asked).toHaveLength(1);
    expect((await creditOf(refid)).left).toBe(paid);
  });

  test('is sent alone: another one of the payment waits for its answer', async () => {
    const refid = await payByFpx(backend);
    refunds.outcomes.push('lost');
    const first = await requestOk(refid, 5_000);
    await backend.jobs.runDue();
    const second = await requestOk(refid, 4_000);
    await backend.jobs.runDue();
    expect(await Promise.all([stateOf(first), stateOf(second)])).toEqual(['sent', 'approved']);
    await advance('PT2H');
    await advance('PT2H');
    expect(await Promise.all([stateOf(first), stateOf(second)])).toEqual(['succeeded', 'succeeded']);
    expect(refunds.made.map(({ amount }) => amount)).toEqual([5_000, 4_000]);
  });

  test('of a payment that was refunded elsewhere is left to a person, unsent', async () => {
    const refid = await payByFpx(backend);
    const number = await numberOf(refid);
    refunds.made.push({ reference: 'by hand', number, amount: 2_000, isPending: false });
    const reference = await requestOk(refid, 5_000);
    await backend.jobs.runDue();
    expect(await findRefund(backend.store.db, { reference })).toMatchObject({
      ...{ state: 'manual', cause: 'refunded-elsewhere' },
    });
    expect(refunds.asked).toEqual([]);
  });

  test('is not sent while the gateway does not tell what was refunded', async () => {
    const refid = await payByFpx(backend);
    refunds.isReadable = false;
    const reference = await requestOk(refid, 5_000);
    await backend.jobs.runDue();
    expect(await stateOf(reference)).toBe('approved');
    refunds.isReadable = true;
    await advance('PT1H');
    expect(await stateOf(reference)).toBe('succeeded');
  });

  describe('whose gateway does not tell what was refunded', () => {
    const giveUp = { outcome: 'failed', reason: 'the gateway is closed for good' } as const;

    test('is ended by a named operator: nothing was sent, and its money can be refunded otherwise', async () => {
      const refid = await payByFpx(backend);
      refunds.isReadable = false;
      const reference = await requestOk(refid, 5_000);
      await backend.jobs.runDue();
      await advance('P2D');
      expect(await reviewEntries()).toMatchObject([{ reason: 'approved', reference }]);
      expect(await settleRefund(backend.services, reference, giveUp, sharedKey)).toEqual({
        ...{ ok: false, error: 'name-required' },
      });
      const ended = await settleRefund(backend.services, reference, giveUp, tan);
      expect(ended).toMatchObject({
        value: { state: 'failed', endedBy: 'tan', cause: 'the gateway is closed for good', sentAt: null },
      });
      expect((await operate('GET', `/actions?subject=${reference}`)).body[0]).toMatchObject({
        ...{ operator: 'tan', action: 'refund-settled', reason: 'the gateway is closed for good' },
      });
      expect(await reviewEntries()).toEqual([]);
      refunds.isReadable = true;
      await advance('P1D');
      expect(refunds.asked).toEqual([]);
      expect((await creditOf(refid)).left).toBe(paid);
      expect((await ledger()).balanced).toBe(true);
      expect(await findJournalErrors(backend.store.db)).toEqual([]);
    });

    test('is not recorded as returned before it was sent', async () => {
      const refid = await payByFpx(backend);
      refunds.isReadable = false;
      const reference = await requestOk(refid, 5_000);
      const evidence = { reference: 'X-1', date: '2025-11-30', note: 'by bank transfer' };
      expect(await settleRefund(backend.services, reference, { outcome: 'succeeded', evidence }, tan)).toEqual({
        ...{ ok: false, error: 'not-sent' },
      });
    });

    test('is either ended or sent, not both at once', async () => {
      const refid = await payByFpx(backend);
      const reference = await requestOk(refid, 5_000);
      const [ended] = await Promise.all([
        settleRefund(backend.services, reference, giveUp, tan),
        backend.jobs.runDue(),
      ]);
      expect(refunds.asked).toHaveLength(ended.ok ? 0 : 1);
    });
  });

  test('that tells only whether all was refunded leaves a lost part to a person, and knows a lost whole', async () => {
    refundBy(refunds.once('whether'));
    const [part, whole] = [await payByFpx(backend), await payByFpx(backend)];
    refunds.outcomes.push('lost', 'lost');
    const [first, second] = [await requestOk(part, 5_000), await requestOk(whole, paid)];
    await backend.jobs.runDue();
    await advance('P2D');
    expect(await Promise.all([stateOf(first), stateOf(second)])).toEqual(['sent', 'succeeded']);
    expect(refunds.asked).toHaveLength(2);
    expect(await reviewEntries()).toMatchObject([{ reference: first }]);
  });
});

describe('a refund of a gateway without refunds', () => {
  const evidence = { reference: 'MBB-2026-11-30-0017', date: '2025-11-30', note: 'to the account in the letter' };

  test('is a bank transfer that a named person records with evidence', async () => {
    const account = freshAccount();
    const refid = await payByFpx(backend, account);
    await backend.jobs.runDue();
    const reference = await requestOk(refid, 5_000, sharedKey);
    expect(await stateOf(reference)).toBe('manual');
    expect(await reviewEntries()).toMatchObject([{ reason: 'manual: no-refunds-at-gateway', reference }]);
    expect((await succeed(backend, calls['payment.result'], { refid })).refunds).toMatchObject([{ status: 'manual' }]);
    const settlement = { outcome: 'succeeded', evidence } as const;
    const nameless = await settleRefund(backend.services, reference, settlement, sharedKey);
    expect(nameless).toEqual({ ok: false, error: 'name-required' });
    const tomorrow = addMilliseconds(backend.services.clock.now(), dayMs).toISOString();
    const future = { outcome: 'succeeded', evidence: { ...evidence, date: toMalaysiaDay(tomorrow) } } as const;
    expect(await settleRefund(backend.services, reference, future, tan)).toEqual({ ok: false, error: 'future-date' });
    const settled = await settleRefund(backend.services, reference, settlement, tan);
    expect(settled).toMatchObject({ ok: true, value: { state: 'succeeded', evidence, endedBy: 'tan' } });
    expect(await settleRefund(backend.services, reference, settlement, tan)).toEqual({ ok: false, error: 'not-open' });
    await backend.jobs.runDue();
    expect((await atBiller(account)).balance).toBe(5_000);
    expect(await reviewEntries()).toEqual([]);
  });

  test('is recorded once by two persons at once', async () => {
    const refid = await payByFpx(backend);
    const reference = await requestOk(refid, 5_000);
    const settlement = { outcome: 'succeeded', evidence } as const;
    const both = await Promise.all([
      settleRefund(backend.services, reference, settlement, tan),
      settleRefund(backend.services, reference, settlement, aisyah),
    ]);
    expect(both.map(({ ok }) => ok).sort()).toEqual([false, true]);
  });
});

describe('above the limit', () => {
  beforeEach(() => refundBy(refunds.byReference()));

  /** Pays RM600.00 for a partner's order. */
  async function payOrder(): Promise<string> {
    const { paymentId } = await createPartnerClient(backend).place({
      itemDescList: [{ name: 'Decoder', amount: 60_000 }],
      additionalChargesList: [],
    });
    const { refid } = await succeed(backend, calls['payment.page'], { paymentId });
    await succeed(backend, calls['payment.init'], {
      ...{ refid, shownAmount: 60_000, visitId: 'visit-of-the-tests-0001' },
      paymentRequest: { selectedPaymentMethod: 'fpx', fpxBankID: 'MB2U0227', userEmailAddress: 'payer@example.com' },
    });
    const number = backend.fpx.begun.at(-1)?.order.number ?? '';
    backend.fpx.setStatus(number, 'successful', 60_000);
    expect(await statusOf(backend, refid)).toBe('successful');
    return refid;
  }

  test('a refund waits for another named person', async () => {
    const refid = await payOrder();
    expect(await request(refid, 50_001, sharedKey)).toEqual({ ok: false, error: { code: 'name-required' } });
    const reference = await requestOk(refid, 50_001);
    await backend.jobs.runDue();
    expect(refunds.asked).toEqual([]);
    expect(await reviewEntries()).toMatchObject([{ reason: 'requested', reference }]);
    const approve = (by: Operator) => approveRefund(backend.services, reference, by);
    expect(await approve(aisyah)).toEqual({ ok: false, error: 'same-person' });
    expect(await approve(sharedKey)).toEqual({ ok: false, error: 'name-required' });
    expect(await approve(tan)).toMatchObject({ ok: true, value: { state: 'approved', decidedBy: 'tan' } });
    expect(await approve(tan)).toEqual({ ok: false, error: 'decided-already' });
    await backend.jobs.runDue();
    expect(await stateOf(reference)).toBe('succeeded');
  });

  test('several small refunds of one payment need it, too', async () => {
    const refid = await payOrder();
    expect(await stateOf(await requestOk(refid, 50_000))).toBe('approved');
    expect(await stateOf(await requestOk(refid, 1))).toBe('requested');
  });

  test('one that is rejected returns nothing, and is not shown to the payer', async () => {
    const refid = await payOrder();
    const reference = await requestOk(refid, 60_000);
    expect((await succeed(backend, calls['payment.result'], { refid })).refunds).toMatchObject([
      { status: 'requested' },
    ]);
    const rejected = await rejectRefund(backend.services, reference, { rejectedBy: tan, reason: 'not paid twice' });
    expect(rejected).toMatchObject({ ok: true, value: { state: 'rejected', cause: 'not paid twice' } });
    await backend.jobs.runDue();
    expect(refunds.asked).toEqual([]);
    expect((await succeed(backend, calls['payment.result'], { refid })).refunds).toEqual([]);
    expect((await creditOf(refid)).left).toBe(60_000);
  });
});

describe('the posting of a refunded payment', () => {
  beforeEach(() => refundBy(refunds.byReference()));

  test('that was not sent is cancelled by a full refund', async () => {
    const account = freshAccount();
    await sandboxControl(backend, 'biller', { mode: 'down', times: 0 });
    const refid = await payByFpx(backend, account);
    await backend.store.db.deleteFrom('jobs').where('kind', '=', 'post-payment').execute();
    await requestOk(refid, paid);
    await backend.jobs.runDue();
    expect((await ledger()).postings).toMatchObject([{ refid, status: 'cancelled' }]);
    expect((await ledger()).reversals).toEqual([]);
    expect((await atBiller(account)).postings).toEqual([]);
    const { posting, status } = await succeed(backend, calls['payment.result'], { refid });
    expect({ posting, status }).toEqual({ posting: null, status: 'successful' });
    expect((await ledger()).balanced).toBe(true);
  });

  test('that the biller calls pending is taken back once it is accepted', async () => {
    const account = freshAccount('13');
    const refid = await payByFpx(backend, account);
    await backend.jobs.runDue();
    await requestOk(refid, 5_000);
    await backend.jobs.runDue();
    expect((await ledger()).reversals).toMatchObject([{ status: 'queued' }]);
    await advance('PT2H');
    expect((await ledger()).reversals).toMatchObject([{ status: 'accepted', amount: 5_000 }]);
    // RM138.78 less RM88.78 that stays paid.
    expect((await atBiller(account)).balance).toBe(5_000);
  });

  test('that the biller has refused has nothing to be taken back', async () => {
    const account = freshAccount('12');
    const refid = await payByFpx(backend, account);
    await requestOk(refid, paid);
    await advance('P2D');
    expect((await ledger()).reversals).toMatchObject([{ status: 'queued' }]);
    expect((await atBiller(account)).postings).toMatchObject([{ status: 'refused' }]);
    expect(await reviewEntries()).toEqual([]);
  });
});

test('the operator’s routes request, list, show and settle refunds, and record who did', async () => {
  const refid = await payByFpx(backend);
  const { key } = (await operate('POST', '/operators', { name: 'aisyah' })).body;
  const body = { payment: refid, reason: 'paid twice' };
  expect(await operate('POST', '/refunds', { ...body, payment: 'nothing' })).toMatchObject({ status: 404 });
  expect(await operate('POST', '/refunds', { ...body, amount: paid + 1 })).toMatchObject({
    status: 409,
    body: { error: 'at most RM138.78 of this payment can be refunded' },
  });
  const requested = await operate('POST', '/refunds', body);
  expect(requested).toMatchObject({
    status: 200,
    body: { refid, amount: paid, state: 'manual', requestedBy: 'shared key' },
  });
  const { reference } = requested.body;
  expect((await operate('GET', `/refunds?payment=${refid}`)).body).toMatchObject([{ reference }]);
  expect((await operate('GET', '/refunds?state=succeeded')).body).toEqual([]);
  expect((await operate('GET', `/refunds/${reference}`)).body).toMatchObject({ reference, reason: 'paid twice' });
  const settlement = { outcome: 'succeeded', evidence: { reference: 'T-1', date: '2025-11-30', note: 'sent' } };
  expect((await operate('POST', `/refunds/${reference}/settle`, settlement)).status).toBe(403);
  const settled = await operate('POST', `/refunds/${reference}/settle`, settlement, key);
  expect(settled).toMatchObject({ status: 200, body: { state: 'succeeded', endedBy: 'aisyah' } });
  expect((await operate('GET', `/actions?subject=${reference}`)).body).toMatchObject([
    { operator: 'aisyah', action: 'refund-settled' },
    { operator: 'shared key', action: 'refund-requested', reason: 'paid twice' },
  ]);
});
