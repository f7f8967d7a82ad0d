import { sen } from '@/lib/domain/money';
import type { AttemptOrder, GatewayRefunds, RefundOrder } from '../gateway';
import type { Adapter, Subject } from './adapter.fixture';
import { enquire, shortTimeoutMs, type Check } from './check.fixture';
import { faults, type Fault } from './faulty-connection.fixture';

const hourMs = 61 * 60_000;
let references = 0;

/** A refund of a payment, under its reference. */
function refundOf(payment: AttemptOrder, gatewayReference: string, amount: number): RefundOrder {
  references += 1;
  const reference = `abcdefghijklmnopqrst${String(references).padStart(6, '2')}`;
  return { reference, payment, gatewayReference, amount: sen(amount) };
}

async function payForRefund(subject: Subject) {
  const { order } = await subject.pay('callback-first');
  const report = await enquire(subject, order);
  if (typeof report === 'string') throw new Error(report);
  return { order, refund: (amount: number = order.amount) => refundOf(order, report.gatewayReference, amount) };
}

function refundsOf({ refunds }: Subject['gateway']): GatewayRefunds {
  if (refunds === undefined) throw new Error('no refunds');
  return refunds;
}

/** The refunds that the provider has made. */
async function listMade({ harness }: Subject, { number }: AttemptOrder): Promise<readonly number[]> {
  const { refunds } = (await harness.control(`payments/${number}`)).body;
  return (refunds as { readonly amount: number; readonly state: string }[])
    .filter(({ state }) => ['refunded', 'succeeded', 'pending'].includes(state))
    .map(({ amount }) => amount);
}

const hasRefunds = ({ operations }: Adapter) => operations.refunds !== false;
const isHandled: Readonly<Record<Fault, boolean>> = {
  ...{ error: false, unavailable: false, slow: false },
  ...{ garbage: true, lost: true },
};

/** What the backend does after a refund without an answer: it asks, and repeats only what the provider has never heard of. */
async function settle({ gateway }: Subject, order: RefundOrder, madeBefore: number): Promise<void> {
  const refunds = refundsOf(gateway);
  if (refunds.repeats === 'by-reference') {
    const found = await refunds.findRefund(order);
    if (found.status === 'not-found') expect(await refunds.refund(order)).toMatchObject({ status: 'succeeded' });
    expect(await refunds.findRefund(order)).toMatchObject({ status: 'succeeded' });
    return;
  }
  const told = await refunds.readRefunded(order.payment);
  if (!told.ok) throw new Error(told.error);
  // Where a provider tells no sum, it may not tell of a part.
  if ('amount' in told.value) expect(told.value.amount).toBe(madeBefore);
}

export const refundChecks: readonly Check[] = [
  {
    name: 'refunds all of a payment, once',
    isFor: hasRefunds,
    async run(subject) {
      const refunds = refundsOf(subject.gateway);
      const { order, refund } = await payForRefund(subject);
      const asked = refund();
      if (refunds.repeats === 'by-reference') expect(await refunds.findRefund(asked)).toEqual({ status: 'not-found' });
      const first = await refunds.refund(asked);
      expect(first).toMatchObject({ status: 'succeeded', gatewayReference: expect.stringMatching(/^.{6,}$/) });
      if (refunds.repeats === 'by-reference') expect(await refunds.refund(asked)).toEqual(first);
      expect(await refunds.refund(refund())).toMatchObject({ status: 'failed' });
      expect(await listMade(subject, order)).toEqual([order.amount]);
      if (refunds.repeats === 'by-reference') expect(await refunds.findRefund(asked)).toEqual(first);
      else {
        const told = await refunds.readRefunded(order);
        const expected = [{ amount: order.amount }, { isRefunded: true }];
        expect(expected).toContainEqual(told.ok ? told.value : told.error);
      }
    },
  },
  {
    name: 'refunds in parts, and no more than was paid',
    isFor: hasRefunds,
    async run(subject) {
      const { refund: send } = refundsOf(subject.gateway);
      const { order, refund } = await payForRefund(subject);
      expect(await send(refund(5_000))).toMatchObject({ status: 'succeeded' });
      expect(await send(refund(order.amount - 4_999))).toMatchObject({ status: 'failed' });
      expect(await send(refund(order.amount - 5_000))).toMatchObject({ status: 'succeeded' });
      expect(await listMade(subject, order)).toEqual([5_000, order.amount - 5_000]);
    },
  },
  {
    name: 'refunds nothing of a payment that is not paid',
    isFor: hasRefunds,
    async run(subject) {
      const { order } = await subject.begin();
      const answer = await refundsOf(subject.gateway).refund(refundOf(order, 'pi_unknown', order.amount));
      expect(['failed', 'unknown']).toContain(answer.status);
    },
  },
  ...faults.map((fault): Check => ({
    name: `makes one refund when the answer is: ${fault}`,
    isFor: hasRefunds,
    async run(subject) {
      const { connection } = subject;
      const { order, refund } = await payForRefund(subject);
      const asked = refund(5_000);
      const hasty = refundsOf(subject.open({ timeoutMs: shortTimeoutMs }));
      const { value: answer, requests } = await connection.watch(() =>
        connection.during(fault, () => hasty.refund(asked)),
      );
      expect(answer).toEqual({ status: 'unknown' });
      if (hasty.repeats === 'never') expect(requests).toBe(1);
      const made = isHandled[fault] ? [5_000] : [];
      expect(await listMade(subject, order)).toEqual(made);
      await settle(subject, asked, made.length * 5_000);
      expect(await listMade(subject, order)).toEqual(hasty.repeats === 'never' ? made : [5_000]);
    },
  })),
  ...faults.map((fault): Check => ({
    name: `does not guess what became of a refund when the answer is: ${fault}`,
    isFor: hasRefunds,
    async run(subject) {
      const { order, refund } = await payForRefund(subject);
      const asked = refund();
      await refundsOf(subject.gateway).refund(asked);
      const hasty = refundsOf(subject.open({ timeoutMs: shortTimeoutMs }));
      const told = await subject.connection.during(fault, async () =>
        hasty.repeats === 'never' ? hasty.readRefunded(order) : hasty.findRefund(asked),
      );
      expect([{ status: 'unknown' }, { ok: false, error: 'unreachable' }]).toContainEqual(told);
    },
  })),
  {
    name: 'knows a pending refund later',
    isFor: ({ operations }) => operations.refunds === 'by-reference',
    async run(subject) {
      const refunds = refundsOf(subject.gateway);
      if (refunds.repeats !== 'by-reference') throw new Error('another kind of refunds');
      const { refund } = await payForRefund(subject);
      const asked = refund();
      await subject.harness.control('refunds', { mode: 'pending' });
      expect(await refunds.refund(asked)).toEqual({ status: 'pending' });
      expect(await refunds.findRefund(asked)).toEqual({ status: 'pending' });
      await subject.harness.control('clock', { offsetMs: hourMs });
      expect(await refunds.findRefund(asked)).toMatchObject({ status: 'succeeded' });
    },
  },
];
