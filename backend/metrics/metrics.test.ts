import { calls } from '@/lib/contract/calls';
import { inTransaction } from '../db/database';
import { writeHistory } from '../payments/transitions';
import { createPayment, startTestBackend, type TestBackend } from '../test-backend.fixture';

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
