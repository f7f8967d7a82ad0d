import { sql } from 'kysely';
import { calls } from '@/lib/contract/calls';
import { addChargeback, recordEvidence } from '../chargebacks/service';
import { addMilliseconds, dayMs } from '../clock';
import { inTransaction } from '../db/database';
import { writeHistory } from '../payments/transitions';
import { createPayment, payByFpx, sandboxControl, startTestBackend, type TestBackend } from '../test-backend.fixture';
import { findRefundableCredit } from '../refunds/refundable-credit.fixture';
import { requestRefund } from '../refunds/service';

let backend: TestBackend;
beforeAll(async () => {
  backend = await startTestBackend({ isMeasured: true });
});
afterAll(() => backend.close());

const read = async () => (await backend.metrics?.registry.metrics()) ?? '';

test('measures calls, committed states, due jobs and the review queue, without personal data', async () => {
  const refid = await createPayment(backend);
  const text = await read();
  expect(text).toMatch(/ebill_backend_call_seconds_count\{call="transaction.create",status="200"\} 1/);
  expect(text).toContain('ebill_backend_job_oldest_seconds{kind="enquire-attempt"} 0');
  expect(text).toContain('ebill_backend_reviews_waiting{kind="money"} 0');
  expect(text).not.toContain(refid);
  for (const [, label] of text.matchAll(/call="([^"]+)"/g)) {
    expect([...Object.keys(calls), 'callback', 'operator', 'none']).toContain(label);
  }
});

test('counts a state only once it is committed', async () => {
  const refid = await createPayment(backend);
  const count = async () => /moves_total\{of="order",state="tested"\} (\d+)/.exec(await read())?.[1];
  const write = (isCommitted: boolean) =>
    inTransaction(backend.store.db, async (trx) => {
      await writeHistory(trx, { refid, attemptId: null, state: 'tested', by: 'backend', at: new Date() });
      if (!isCommitted) throw new Error('rolled back');
    });
  await expect(write(false)).rejects.toThrow('rolled back');
  expect(await count()).toBeUndefined();
  await write(true);
  expect(await count()).toBe('1');
});

describe('money that waits', () => {
  const valueOf = async (metric: string) => {
    const line = (await read()).split('\n').find((one) => one.startsWith(`${metric} `));
    return line?.slice(metric.length + 1);
  };
  const aisyah = { isNamed: true, name: 'aisyah' } as const;

  test('a refund: how long it is in its state', async () => {
    const refid = await payByFpx(backend);
    const credit = await findRefundableCredit(backend.store.db, refid);
    const source = { kind: 'credit', id: credit?.id ?? 0 } as const;
    const request = { source, amount: 5_000, reason: 'paid twice', byTransfer: true, requestedBy: aisyah };
    expect((await requestRefund(backend.services, request)).ok).toBe(true);
    await sandboxControl(backend, 'clock', { advance: 'P2D' });
    const seconds = Number(await valueOf('ebill_backend_refund_oldest_seconds{state="manual"}'));
    expect(Math.round(seconds / 86_400)).toBe(2);
    expect(await valueOf('ebill_backend_refund_oldest_seconds{state="sent"}')).toBe('0');
  });

  test('a chargeback: the time until its deadline, until it is answered', async () => {
    const metric = 'ebill_backend_chargeback_deadline_seconds';
    expect(await valueOf(metric)).toBeUndefined();
    await payByFpx(backend);
    const number = backend.fpx.begun.at(-1)?.order.number ?? '';
    const respondBy = addMilliseconds(backend.clock.now(), 10 * dayMs);
    const chargeback = { number, dispute: 'D-1', amount: 13_878, reasonCode: '10.4', respondBy };
    const by = { operator: aisyah, reason: 'portal' };
    const added = await addChargeback(backend.services, chargeback, by);
    if (!added.ok) throw new Error(added.error);
    await sandboxControl(backend, 'clock', { advance: 'P11D' });
    expect(Math.round(Number(await valueOf(metric)) / 86_400)).toBe(-1);
    await recordEvidence(backend.services, added.value.id, { operator: aisyah, note: 'receipt' });
    expect(await valueOf(metric)).toBeUndefined();
  });

  test('the journal: the errors of the last check', async () => {
    const metric = 'ebill_backend_journal_errors';
    expect(await valueOf(metric)).toBeUndefined();
    await backend.metrics?.checkJournal();
    expect(await valueOf(metric)).toBe('0');
    // A credit without its entry in the journal.
    await sql`update credits set amount = amount + 1`.execute(backend.store.db);
    await backend.metrics?.checkJournal();
    expect(Number(await valueOf(metric))).toBeGreaterThan(0);
  });
});

test.each(['chargeback', 'money', 'reversal', 'difference'])(
  'the review queue: the age and number of entries of the kind %s are there for its alert',
  async (kind) => {
    const text = await read();
    expect(text).toContain(`ebill_backend_reviews_waiting{kind="${kind}"} `);
    expect(text).toContain(`ebill_backend_review_oldest_seconds{kind="${kind}"} `);
  },
);
