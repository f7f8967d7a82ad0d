import { openGatewayTestHarness, type GatewayTestHarness } from '@/sandbox/simulators/gateway-test-harness.fixture';
import { sen } from '@/lib/domain/money';
import { success } from '@/lib/domain/result';
import type { Gateway, GatewayReport } from '../gateway';
import { connectAdapter, type Adapter } from './adapter.fixture';
import { adapters } from './adapters.fixture';
import { faults, openFaultyConnection, type FaultyConnection } from './faulty-connection.fixture';
import { conformanceSuite } from './suite.fixture';

/* Every adapter against its simulator, with which it shares no code. */

let connection: FaultyConnection;
let harness: GatewayTestHarness;
beforeAll(async () => {
  connection = await openFaultyConnection();
  harness = await openGatewayTestHarness([5, 5, 5], { connection });
});
afterAll(async () => {
  await harness.close();
  await connection.close();
});
beforeEach(async () => {
  await harness.control('reset', {});
  await harness.control('clock', { offsetMs: 0 });
  harness.received.length = 0;
  harness.merchant.answers = [];
});

function isDeclaredAbsent({ operations }: Adapter, member: keyof Gateway): boolean {
  return Object.entries(operations).some(([name, declared]) => name === member && declared === false);
}

describe.each(adapters.map((adapter) => [adapter.name, adapter] as const))('%s', (_adapter, adapter) => {
  describe.each(conformanceSuite)('$name', ({ checks, members }) => {
    for (const check of checks.filter(({ isFor }) => isFor?.(adapter) ?? true)) {
      test(check.name, () => check.run(connectAdapter(adapter, harness, connection)));
    }
    for (const member of members.filter((optional) => isDeclaredAbsent(adapter, optional))) {
      test(`has no ${member}`, () => expect(adapter.open(harness)[member]).toBeUndefined());
    }
  });
});

const approvedReturn = (number: string): GatewayReport => ({
  ...{ number, status: 'successful', amount: sen(138_78), currency: 'MYR' },
  ...{ gatewayReference: 'reference', reasonCode: '', bankName: null },
});

/** Adapters with a fault each, and the rules that must notice it. */
const faultyAdapters: readonly {
  readonly fault: string;
  readonly of: string;
  readonly plant: (gateway: Gateway) => Gateway;
  readonly brokenRules: readonly string[];
}[] = [
  {
    fault: 'believes an unsigned return',
    of: 'chip',
    plant: (gateway) => ({
      ...gateway,
      verifyReport(fields) {
        const number = fields['body'] === undefined ? gateway.readNumber(fields) : null;
        return number === null ? gateway.verifyReport(fields) : success(approvedReturn(number));
      },
    }),
    brokenRules: [
      'reports what the payer did: approve',
      'altered: does not believe a payment of another amount',
      'forged: rejects a message without its signature, and with another’s',
    ],
  },
  {
    fault: 'does not check what the signature covers',
    of: 'fpx',
    plant: (gateway) => ({
      ...gateway,
      verifyReport: (fields) => success(approvedReturn(gateway.readNumber(fields) ?? '')),
    }),
    brokenRules: [
      'forged: rejects a message without its signature, and with another’s',
      'altered: no change of a signed message changes what it says',
      'swapped: a message with the number of another attempt does not pay it',
    ],
  },
  {
    fault: 'takes a lost answer for a failed payment',
    of: 'stripe',
    plant: (gateway) => ({
      ...gateway,
      async enquire(order) {
        const report = await gateway.enquire(order);
        return report.ok ? report : success({ ...approvedReturn(order.number), status: 'failed' });
      },
    }),
    brokenRules: faults.map((fault) => `an enquiry has no report when the answer is: ${fault}; the next one has`),
  },
  {
    fault: 'confirms the amount that it is asked for',
    of: 'acquirer',
    plant: (gateway) => ({
      ...gateway,
      async enquire(order) {
        const report = await gateway.enquire({ ...order, amount: sen(138_78) });
        return report.ok ? success({ ...report.value, amount: order.amount }) : report;
      },
    }),
    brokenRules: ['an enquiry with another amount than was paid does not confirm it'],
  },
  {
    fault: 'repeats a refund without an answer',
    of: 'eghl',
    plant: ({ refunds, ...gateway }) => ({
      ...gateway,
      ...(refunds && {
        refunds: {
          ...refunds,
          async refund(order) {
            const answer = await refunds.refund(order);
            return answer.status === 'unknown' ? refunds.refund(order) : answer;
          },
        },
      }),
    }),
    brokenRules: ['lost', 'garbage'].map((fault) => `makes one refund when the answer is: ${fault}`),
  },
  {
    fault: 'repeats a charge without an answer',
    of: 'chip',
    plant: ({ tokens, ...gateway }) => ({
      ...gateway,
      ...(tokens && {
        tokens: {
          ...tokens,
          async charge(order, token) {
            const answer = await tokens.charge(order, token);
            return answer.ok ? answer : tokens.charge(order, token);
          },
        },
      }),
    }),
    brokenRules: ['lost', 'error'].map(
      (fault) => `does not guess what became of a charge when the answer is: ${fault}; what is asked then is true`,
    ),
  },
  {
    fault: 'takes every withdrawal for done',
    of: 'duitnow',
    plant: (gateway) => ({
      ...gateway,
      withdraw: async ({ number }) => success({ ...approvedReturn(number), status: 'cancelled' }),
    }),
    brokenRules: [
      'withdraws what nobody has paid, which then cannot be paid unnoticed',
      'tells by a withdrawal what the payer did before: approve',
      ...faults.map((fault) => `does not take a payment for withdrawn when the answer is: ${fault}`),
    ],
  },
  {
    fault: 'has refunds that nobody expects',
    of: 'billplz',
    plant: (gateway) => ({
      ...gateway,
      refunds: {
        repeats: 'by-reference',
        refund: async () => ({ status: 'pending' }),
        findRefund: async () => ({ status: 'pending' }),
      },
    }),
    brokenRules: ['has the operations that it declares, and no others'],
  },
];

describe.each(faultyAdapters)('the suite notices an adapter that $fault', ({ of, plant, brokenRules }) => {
  test.each(brokenRules)('%s', async (rule) => {
    const adapter = adapters.find(({ name }) => name === of);
    const check = conformanceSuite.flatMap(({ checks }) => checks).find(({ name }) => name === rule);
    if (adapter === undefined || check === undefined) throw new Error('no such adapter or rule');
    const subject = connectAdapter(adapter, harness, connection, plant);
    await expect(check.run(subject)).rejects.toMatchObject({ matcherResult: { pass: expect.any(Boolean) } });
  });
});
