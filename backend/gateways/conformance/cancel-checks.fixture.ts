import { makeOrder } from '@/sandbox/simulators/gateway-test-harness.fixture';
import type { Adapter, Subject } from './adapter.fixture';
import { enquire, shortTimeoutMs, type Check } from './check.fixture';
import { faults } from './faulty-connection.fixture';

const withdraws = ({ operations }: Adapter) => operations.withdraw;
const voids = ({ operations }: Adapter) => operations.voidPayment;

type Cancellation = 'withdraw' | 'voidPayment';
function cancel(gateway: Subject['gateway'], by: Cancellation, ...[order]: Parameters<Subject['gateway']['enquire']>) {
  const report = gateway[by]?.(order);
  if (report === undefined) throw new Error(`no ${by}`);
  return report;
}

export const cancelChecks: readonly Check[] = [
  {
    name: 'withdraws what nobody has paid, which then cannot be paid unnoticed',
    isFor: withdraws,
    async run(subject) {
      const { adapter, gateway } = subject;
      const begun = await subject.begin();
      const page = begun.start.kind === 'redirect' ? await subject.harness.follow(begun.start) : null;
      const { number } = begun.order;
      const cancelled = { ok: true, value: { status: 'cancelled', number } };
      expect(await cancel(gateway, 'withdraw', begun.order)).toMatchObject(cancelled);
      expect(await cancel(gateway, 'withdraw', begun.order)).toMatchObject(cancelled);
      await subject.press(begun, 'approve', page);
      const after = adapter.paysAfterWithdrawal === true ? 'successful' : 'cancelled';
      expect(await enquire(subject, begun.order)).toMatchObject({ status: after, number });
    },
  },
  ...(['approve', 'decline', 'leave-pending'] as const).map((button): Check => ({
    name: `tells by a withdrawal what the payer did before: ${button}`,
    isFor: (adapter) => withdraws(adapter) && Object.hasOwn(adapter.enquired, button),
    async run(subject) {
      const { order } = await subject.pay(button);
      const status = { approve: 'successful', decline: 'failed', 'leave-pending': 'pending' }[button];
      const told = await cancel(subject.gateway, 'withdraw', order);
      expect(told).toMatchObject({ ok: true, value: { status, number: order.number } });
      expect(await enquire(subject, order)).toMatchObject({ status });
    },
  })),
  {
    name: 'withdraws nothing of an attempt that the provider never got',
    isFor: withdraws,
    async run({ adapter, gateway }) {
      const order = makeOrder(adapter.order);
      const told = await cancel(gateway, 'withdraw', order);
      expect(told).toMatchObject({ ok: true, value: { status: 'unknown', number: order.number } });
    },
  },
  ...faults.map((fault): Check => ({
    name: `does not take a payment for withdrawn when the answer is: ${fault}`,
    isFor: withdraws,
    async run(subject) {
      const { connection } = subject;
      const begun = await subject.begin();
      const hasty = subject.open({ timeoutMs: shortTimeoutMs });
      const told = await connection.during(fault, () => cancel(hasty, 'withdraw', begun.order));
      expect(told).toEqual({ ok: false, error: 'unreachable' });
      // Whatever the provider did, the next withdrawal tells it.
      const again = await cancel(subject.gateway, 'withdraw', begun.order);
      expect(again).toMatchObject({ ok: true, value: { status: 'cancelled' } });
    },
  })),
  {
    name: 'voids what was paid, once',
    isFor: voids,
    async run(subject) {
      const { order } = await subject.pay('callback-first');
      const voided = { ok: true, value: { status: 'cancelled', number: order.number } };
      expect(await cancel(subject.gateway, 'voidPayment', order)).toMatchObject(voided);
      expect(await cancel(subject.gateway, 'voidPayment', order)).toMatchObject(voided);
      const unknown = await cancel(subject.gateway, 'voidPayment', makeOrder(subject.adapter.order));
      expect(unknown).toMatchObject({ ok: true, value: { status: 'unknown' } });
    },
  },
  ...faults.map((fault): Check => ({
    name: `does not take a payment for voided when the answer is: ${fault}`,
    isFor: voids,
    async run(subject) {
      const { order } = await subject.pay('callback-first');
      const hasty = subject.open({ timeoutMs: shortTimeoutMs });
      const told = await subject.connection.during(fault, () => cancel(hasty, 'voidPayment', order));
      expect(told).toEqual({ ok: false, error: 'unreachable' });
      const again = await cancel(subject.gateway, 'voidPayment', order);
      expect(again).toMatchObject({ ok: true, value: { status: 'cancelled' } });
    },
  })),
];
