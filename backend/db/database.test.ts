import { sql } from 'kysely';
import { listDowntimes } from '../config/downtimes';
import { createIdempotencyKeys } from '../http/idempotency-keys';
import { claimDueJobs, scheduleJob } from '../jobs/model';
import { createDeliveryJob } from '../outbox/delivery';
import { findAttempt, loadPayment, lockPayment } from '../payments/model';
import { releaseAllClaims, inTransaction, type Store, type Trx } from './database';
import { migrate } from './migrate';
import { openTestStore, testsRunOnPostgres } from './test-store.fixture';

let store: Store;

beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

test('a second migration applies nothing', async () => {
  expect(await migrate(store.db)).toEqual([]);
});

test('returns integers as numbers and times as dates', async () => {
  await store.db
    .insertInto('bill_links')
    .values({
      refid: 'a',
      account_number: '1234567801',
      amount: 99_999_999_999,
      order_refid: null,
      created_at: new Date(5),
    })
    .execute();
  const row = await store.db.selectFrom('bill_links').selectAll().where('refid', '=', 'a').executeTakeFirst();
  expect(row).toMatchObject({ amount: 99_999_999_999, created_at: new Date(5) });
});

test('rolls back a SQL transaction that throws', async () => {
  const work = inTransaction(store.db, async (trx) => {
    await trx.insertInto('sandbox_state').values({ id: 1, clock_offset_ms: 1 }).execute();
    throw new Error('stopped half-way');
  });
  await expect(work).rejects.toThrow('stopped half-way');
  expect(await store.db.selectFrom('sandbox_state').selectAll().execute()).toEqual([]);
});

test('concurrent SQL transactions do not interleave', async () => {
  await store.db.insertInto('sandbox_state').values({ id: 1, clock_offset_ms: 0 }).execute();
  const addOne = () =>
    inTransaction(store.db, async (trx) => {
      const { clock_offset_ms } = await trx
        .selectFrom('sandbox_state')
        .select('clock_offset_ms')
        .forUpdate()
        .executeTakeFirstOrThrow();
      await trx
        .updateTable('sandbox_state')
        .set({ clock_offset_ms: clock_offset_ms + 1 })
        .execute();
    });
  await Promise.all(Array.from({ length: 20 }, addOne));
  const { clock_offset_ms } = await store.db.selectFrom('sandbox_state').selectAll().executeTakeFirstOrThrow();
  expect(clock_offset_ms).toBe(20);
});

test('a SQL transaction whose first statement fails ends, and the next one works', async () => {
  await store.db.deleteFrom('sandbox_state').execute();
  const write = (trx: Trx) => trx.insertInto('sandbox_state').values({ id: 1, clock_offset_ms: 7 }).execute();
  for (let time = 0; time < 30; time += 1) {
    await expect(inTransaction(store.db, (trx) => sql`select 1 / 0`.execute(trx))).rejects.toThrow('division by zero');
  }
  await inTransaction(store.db, async () => {});
  const undone = inTransaction(store.db, async (trx) => {
    await write(trx);
    await write(trx);
  });
  await expect(undone).rejects.toThrow('duplicate key');
  expect(await store.db.selectFrom('sandbox_state').selectAll().execute()).toEqual([]);
  await inTransaction(store.db, write);
  expect(await store.db.selectFrom('sandbox_state').selectAll().execute()).toHaveLength(1);
});

test('statements of this release work when a newer one adds columns', async () => {
  const tables = ['orders', 'attempts', 'outbox', 'downtimes', 'saved_cards'] as const;
  const read = async () => {
    await loadPayment(store.db, { refid: 'none' });
    await findAttempt(store.db, { number: 'none' });
    await inTransaction(store.db, (trx) => lockPayment(trx, 'none'));
    await listDowntimes(store.db, new Date());
    await store.db.selectFrom('saved_cards').selectAll().where('owner', '=', 'none').execute();
    await createDeliveryJob(store.db, { now: () => new Date() }, { mail: null, texts: null }, async () => null)(job);
  };
  const job = {
    id: 0,
    kind: 'deliver-message',
    subject: '0',
    lane: '',
    dueAt: new Date(),
    tries: 0,
    claimedUntil: new Date(),
    refid: null,
  } as const;
  await read();
  for (const table of tables) await sql`alter table ${sql.table(table)} add column of_newer text`.execute(store.db);
  await read();
  for (const table of tables) await sql`alter table ${sql.table(table)} drop column of_newer`.execute(store.db);
  await read();
});

test('a server connection has time-outs', async () => {
  const read = async (name: string) =>
    (await sql<{ value: string }>`select current_setting(${name}) as value`.execute(store.db)).rows[0]?.value;
  const waits = [await read('lock_timeout'), await read('statement_timeout')];
  expect([...waits, await read('idle_in_transaction_session_timeout')]).toEqual(
    testsRunOnPostgres ? ['10s', '30s', '30s'] : ['0', '0', '0'],
  );
});

/** As a restart of the server does: it ends the connection between two of our statements. The embedded store has no server that could. */
async function loseConnection(trx: Trx): Promise<void> {
  if (!testsRunOnPostgres) throw new Error('Connection terminated');
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
  const pid = rows[0]!.pid;
  await sql`select pg_terminate_backend(${pid})`.execute(store.db);
  const isThere = async () => (await sql`select 1 from pg_stat_activity where pid = ${pid}`.execute(store.db)).rows[0];
  while ((await isThere()) !== undefined);
  await sql`select 1`.execute(trx);
}

test('a connection lost while in use fails its statement, not the process', async () => {
  const losses: unknown[] = [];
  const noteLoss = (error: unknown) => losses.push(error);
  process.on('uncaughtException', noteLoss);
  // Whether the connection's end or its reset is seen first is up to the network.
  await expect(inTransaction(store.db, loseConnection)).rejects.toThrow(/connection|ECONNRESET/i);
  process.off('uncaughtException', noteLoss);
  expect(losses).toEqual([]);
  expect(await migrate(store.db)).toEqual([]);
});

test('opening an embedded store releases a dead process’s claims', async () => {
  const limits = { limit: 10, perLane: 1, running: [] };
  const claimAll = async () => {
    const { kind } = await createIdempotencyKeys(store.db).claim(
      { owner: 'site', call: 'payment.init', key: 'key-of-a-form-1234' },
      { parsed: 'body', sent: null },
    );
    return [kind, (await claimDueJobs(store.db, ['expire-order'], new Date(), limits)).length];
  };
  await inTransaction(store.db, (trx) => scheduleJob(trx, 'expire-order', 'a', new Date(0)));
  expect(await claimAll()).toEqual(['claimed', 1]);
  expect(await claimAll()).toEqual(['in-flight', 0]);
  await releaseAllClaims(store.db);
  expect(await claimAll()).toEqual(['claimed', 1]);
});
