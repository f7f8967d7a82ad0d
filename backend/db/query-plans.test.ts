import { checkStatementPlans, listScans, recordStatements } from './query-plans.fixture';
import { openTestStore, testsRunOnPostgres } from './test-store.fixture';
import type { Store } from './database';

let store: Store;

beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

test.each([
  ['a column that is only second in an index', `select id from credits where gateway_reference = $1`],
  ['a condition without an index', `select refid from orders where email = $1`],
  ['a change by a condition without an index', `update attempts set state = 'failed' where deadline < $1`],
  ['one of two alternatives', `delete from outbox where delivered_at < $1 or kind = $2`],
  ['an order by an index, of what another condition finds', `select id from attempts where provider = $1 order by id`],
  [
    'the inner side of a join',
    `select credits.id from credits join attempts on attempts.gateway_reference = credits.gateway_reference where credits.order_refid = $1`,
  ],
])('%s is a scan', async (_name, statement) => {
  expect(await listScans(store.db, [statement])).toEqual([expect.stringContaining(statement)]);
});

test.each([
  ['a key', `select * from orders where refid = $1`],
  ['a key and another condition', `select * from orders where refid = $1 and email = $2`],
  ['both alternatives', `delete from outbox where delivered_at < $1 or given_up_at < $2`],
  ['null in an index', `select id from outbox where delivered_at is null`],
  ['a query without a condition', `select * from credits order by id`],
  ['the server’s own catalogue', `select tablename from pg_tables where schemaname = 'public'`],
  ['a table that stays small', `select * from partners where name = $1`],
])('%s is not a scan', async (_name, statement) => {
  expect(await listScans(store.db, [statement])).toEqual([]);
});

test('records and checks the statements that a backend sends to PostgreSQL', async () => {
  const sent = recordStatements();
  await store.db.selectFrom('orders').select('refid').where('refid', '=', 'a').where('total', '=', 1).execute();
  const [statement = 'none', ...others] = [...sent].filter((text) => text.includes('"total"'));
  expect(others).toEqual([]);
  expect(statement).toBe(
    testsRunOnPostgres ? 'select "refid" from "orders" where "refid" = $1 and "total" = $2' : 'none',
  );
  await checkStatementPlans(store.db, sent);
  await expect(checkStatementPlans(store.db, new Set(['select 1 from orders where email = $1']))).rejects.toThrow(
    'Without an index',
  );
});
