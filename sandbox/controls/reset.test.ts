import { inTransaction } from '../../backend/db/database';
import { sandboxControl, createPayment, setUpTestBackend } from '../../backend/test-backend.fixture';

const backend = setUpTestBackend();

test('a reset waits for open transactions, without a deadlock', async () => {
  const refid = await createPayment(backend);
  let reset: Promise<{ readonly reset?: boolean }> | undefined;
  await inTransaction(backend.store.db, async (trx) => {
    await trx.updateTable('orders').set({ email: null }).where('refid', '=', refid).execute();
    reset = sandboxControl(backend, 'reset', {});
    // Long enough for the reset to reach the tables that this transaction has not touched yet.
    for (let turn = 0; turn < 50; turn += 1) await trx.selectFrom('orders').select('refid').execute();
    await trx.insertInto('review_closings').values({ entry: 'money-1', note: 'done', closed_at: new Date() }).execute();
  });
  expect(await reset).toMatchObject({ reset: true });
  expect(await backend.store.db.selectFrom('review_closings').selectAll().execute()).toEqual([]);
  expect(await backend.store.db.selectFrom('orders').selectAll().execute()).toEqual([]);
});
