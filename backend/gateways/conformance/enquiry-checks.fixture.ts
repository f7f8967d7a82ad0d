import { sen } from '@/lib/domain/money';
import { makeOrder } from '@/sandbox/simulators/gateway-test-harness.fixture';
import type { Subject } from './adapter.fixture';
import { enquire, shortTimeoutMs, type Check } from './check.fixture';
import { faults, type Rewrite } from './faulty-connection.fixture';

/** Enquires about a paid attempt whose answer is altered on the way; its report, or the error. */
async function enquireAltered(subject: Subject, rewrite: Rewrite) {
  const { order } = await subject.pay('approve');
  return { order, report: await subject.connection.during(rewrite, () => enquire(subject, order)) };
}

export const enquiryChecks: readonly Check[] = [
  ...faults.map((fault): Check => ({
    name: `an enquiry has no report when the answer is: ${fault}; the next one has`,
    async run(subject) {
      const { order } = await subject.pay('approve');
      const hasty = subject.open({ timeoutMs: shortTimeoutMs });
      const failed = await subject.connection.during(fault, () => hasty.enquire(order));
      expect(failed).toEqual({ ok: false, error: 'unreachable' });
      expect(await enquire(subject, order)).toMatchObject({ status: 'successful', number: order.number });
    },
  })),
  {
    name: 'an enquiry takes a status that is not published for no end of a payment',
    async run(subject) {
      const { order } = await subject.pay('approve');
      const rewrite = subject.adapter.withUnpublishedStatus(subject.harness);
      const report = await subject.connection.during(rewrite, () => enquire(subject, order));
      const expected = subject.adapter.unpublishedStatus;
      if (expected === 'unreachable') expect(report).toBe(expected);
      else expect(report).toMatchObject({ status: expected, number: order.number });
    },
  },
  {
    name: 'an enquiry does not hide that another amount was paid',
    async run(subject) {
      const { order, report } = await enquireAltered(subject, ({ text }) => ({
        text: text.replaceAll('13878', '13879').replaceAll('138.78', '138.79'),
      }));
      if (typeof report !== 'string') expect(report.amount).not.toBe(order.amount);
    },
  },
  {
    name: 'an enquiry does not take the answer about another attempt',
    async run(subject) {
      const { gateway, connection } = subject;
      const { order: paid } = await subject.pay('approve');
      const { order } = await subject.begin();
      const { answers } = await connection.watch(() => gateway.enquire(paid));
      let next = 0;
      const replay: Rewrite = (answer) => {
        const { text, headers } = answers[next] ?? answer;
        next += 1;
        return { text, headers };
      };
      const swapped = await connection.during(replay, () => enquire(subject, order));
      if (typeof swapped !== 'string') expect(swapped.status).not.toBe('successful');
      if (!subject.adapter.hasPaymentId) return;
      const misled = await enquire(subject, { ...order, paymentId: paid.paymentId });
      if (typeof misled !== 'string') expect(misled.status).not.toBe('successful');
    },
  },
  {
    name: 'an enquiry with another amount than was paid does not confirm it',
    async run(subject) {
      const { order } = await subject.pay('approve');
      const asked = { ...order, amount: sen(order.amount + 1) };
      const report = await enquire(subject, asked);
      if (typeof report !== 'string' && report.status === 'successful') expect(report.amount).toBe(order.amount);
    },
  },
  {
    name: 'an enquiry about an attempt that the provider never got says that it is unknown',
    async run(subject) {
      const { adapter, connection } = subject;
      const order = makeOrder(adapter.order);
      const { value: report, requests } = await connection.watch(() => enquire(subject, order));
      expect(report).toMatchObject({ number: order.number, amount: order.amount, status: 'unknown', currency: 'MYR' });
      if (adapter.hasPaymentId) expect(requests).toBe(0);
    },
  },
  {
    name: 'asks whether its credentials are accepted, and does not guess',
    isFor: ({ operations }) => operations.checkCredentials,
    async run({ connection, gateway, open }) {
      expect(await gateway.checkCredentials?.()).toBe('accepted');
      const hasty = open({ timeoutMs: shortTimeoutMs });
      for (const fault of ['unavailable', 'slow', 'lost'] as const) {
        expect(await connection.during(fault, async () => hasty.checkCredentials?.())).toBe('unreachable');
      }
    },
  },
  {
    name: 'lists banks whatever the provider answers, and all as online before it has answered',
    isFor: ({ operations }) => operations.banks,
    async run({ connection, open }) {
      for (const fault of faults) {
        const hasty = open({ timeoutMs: shortTimeoutMs });
        const banks = await connection.during(fault, async () => hasty.banks?.listBanks('personal'));
        expect(banks).toContainEqual({ id: 'MB2U0227', name: 'Maybank2U', isOnline: true });
        expect(new Set(banks?.map(({ isOnline }) => isOnline))).toEqual(new Set([true]));
      }
    },
  },
];
