import { makeOrder } from '@/sandbox/simulators/gateway-test-harness.fixture';
import { enquire, shortTimeoutMs, type Check } from './check.fixture';
import { faults } from './faulty-connection.fixture';

const unreachable = { ok: false, error: 'unreachable' };

export const beginChecks: readonly Check[] = [
  {
    name: 'has the operations that it declares, and no others',
    async run({ adapter, gateway }) {
      const { refunds, ...others } = adapter.operations;
      const present = Object.entries(others).map(([name]) => [name, Object.hasOwn(gateway, name)]);
      expect(Object.fromEntries(present)).toEqual(others);
      expect(gateway.refunds?.repeats ?? false).toBe(refunds);
    },
  },
  {
    name: 'begins as it declares, once for the same attempt, and nothing is paid yet',
    async run(subject) {
      const { adapter, connection, gateway } = subject;
      const { value: begun, requests } = await connection.watch(subject.begin);
      expect(requests > 0).toBe(adapter.beginsByCall);
      expect(begun.start.kind).toBe(adapter.start);
      expect(begun.order.paymentId !== null).toBe(adapter.hasPaymentId);
      if (begun.order.paymentId !== null) expect(begun.order.paymentId.length).toBeLessThanOrEqual(100);
      expect((await gateway.begin(begun.order, adapter.card)).ok).toBe(true);
      if (begun.start.kind === 'redirect') {
        const page = await subject.harness.follow(begun.start);
        expect([page.status, page.text]).toEqual([200, expect.stringContaining('RM138.78')]);
      }
      const { number, amount } = begun.order;
      const expected = { number, amount, currency: 'MYR', status: adapter.enquired.none };
      expect(await enquire(subject, begun.order)).toMatchObject(expected);
    },
  },
  {
    name: 'refuses a choice that it does not have, without a call',
    isFor: ({ refused }) => refused.length > 0,
    async run({ adapter, connection, gateway }) {
      const { value: results, requests } = await connection.watch(() =>
        Promise.all(
          adapter.refused.map((choice) => gateway.begin(makeOrder({ ...adapter.order, ...choice }), adapter.card)),
        ),
      );
      for (const result of results) expect(result).toEqual({ ok: false, error: 'refused' });
      expect(requests).toBe(0);
    },
  },
  ...faults.map((fault): Check => ({
    name: `does not begin, and no money has moved, when the answer is: ${fault}`,
    isFor: ({ beginsByCall }) => beginsByCall,
    async run(subject) {
      const { adapter, connection } = subject;
      const order = makeOrder(adapter.order);
      const hasty = subject.open({ timeoutMs: shortTimeoutMs });
      expect(await connection.during(fault, () => hasty.begin(order, adapter.card))).toEqual(unreachable);
      // Whether it was begun at the provider or not: nobody was sent there.
      expect(await enquire(subject, order)).toMatchObject({
        ...{ number: order.number, amount: order.amount },
        status: expect.stringMatching(/^(?:unknown|pending)$/),
      });
    },
  })),
  {
    name: 'says its keys in no request of the payer, report, error or URL',
    async run(subject) {
      const { adapter, connection, gateway, harness } = subject;
      const begun = await subject.begin();
      await subject.press(begun, 'approve');
      await subject.waitForCallback(begun.order, 'successful');
      const seen = [
        ...[begun.start, await gateway.enquire(begun.order), harness.received],
        await connection.during('error', () => gateway.enquire(begun.order)),
        await connection.during('garbage', () => gateway.enquire(begun.order)),
      ];
      for (const secret of adapter.secrets(harness)) {
        expect(secret.length).toBeGreaterThan(10);
        // Without line breaks: a key in PEM is one long word then.
        expect(JSON.stringify(seen).replaceAll(String.raw`\n`, '')).not.toContain(secret.replaceAll('\n', ''));
      }
    },
  },
];
