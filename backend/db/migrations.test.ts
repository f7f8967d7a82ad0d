import { sql } from 'kysely';
import { inTransaction, type Store, type Trx } from './database';
import { applyMigration, migrations } from './migrate';
import { openTestStore } from './test-store.fixture';

/*
 * While an upgrade lasts, backends of the release before work on a database that the new one has migrated, and after a way back they go on. Each
 * migration must leave them what they write and read: what the code no longer needs is taken away one release later.
 */

interface Column {
  readonly table: string;
  readonly column: string;
  readonly type: string;
  readonly isOptional: boolean;
  readonly mayBeNull: boolean;
}

/** What the current schema requires of inserts. */
interface Shape {
  readonly columns: readonly Column[];
  /** Checks, unique and foreign keys, each as `table: definition`. */
  readonly rules: readonly string[];
}

let store: Store;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

async function readShape(trx: Trx): Promise<Shape> {
  const columns = await sql<Column>`
    select table_name as table, column_name as column, data_type as type,
           (column_default is not null or is_nullable = 'YES' or is_identity = 'YES') as "isOptional",
           is_nullable = 'YES' as "mayBeNull"
    from information_schema.columns where table_schema = current_schema()`.execute(trx);
  const rules = await sql<{ table: string; rule: string }>`
    select t.relname as table, pg_get_constraintdef(c.oid) as rule
    from pg_constraint c join pg_class t on t.oid = c.conrelid join pg_namespace n on n.oid = t.relnamespace
    where n.nspname = current_schema() and c.contype in ('c', 'u', 'f', 'x')
    union all
    select tablename as table, regexp_replace(indexdef, '^.* USING ', 'unique ') as rule
    from pg_indexes where schemaname = current_schema() and indexdef like 'CREATE UNIQUE%'`.execute(trx);
  return { columns: columns.rows, rules: rules.rows.map(({ table, rule }) => `${table}: ${rule}`) };
}

/** Changes that would break the previous release, which still runs on the previous schema. */
function listIncompatibilities(before: Shape, after: Shape): string[] {
  const known = new Set(before.columns.map(({ table }) => table));
  const name = ({ table, column }: Column) => `${table}.${column}`;
  const now = new Map(after.columns.map((column) => [name(column), column]));
  const then = new Set(before.columns.map(name));
  const changed = before.columns.flatMap((column) => {
    const same = now.get(name(column));
    if (same === undefined) return [`${name(column)} is gone`];
    if (same.type !== column.type) return [`${name(column)} is ${same.type}, and was ${column.type}`];
    return column.mayBeNull && !same.mayBeNull ? [`${name(column)} may no longer be null`] : [];
  });
  const wanted = after.columns
    .filter((column) => known.has(column.table) && !then.has(name(column)) && !column.isOptional)
    .map((column) => `${name(column)} must be given`);
  const rules = after.rules
    .filter((rule) => known.has(rule.split(':')[0] ?? '') && !before.rules.includes(rule))
    .map((rule) => `a rule is new: ${rule}`);
  return [...changed, ...wanted, ...rules];
}

/** Runs work in an empty schema, which is gone afterwards. */
async function inTemporarySchema(work: (trx: Trx) => Promise<void>): Promise<void> {
  const undone = new Error('undone');
  await inTransaction(store.db, async (trx) => {
    await sql`create schema one_by_one`.execute(trx);
    await sql`set local search_path to one_by_one`.execute(trx);
    await work(trx);
    throw undone;
  }).catch((error: unknown) => {
    if (error !== undone) throw error;
  });
}

/** Applies migrations one by one in a temporary schema, and returns the changes that would break the previous release. */
async function findIncompatibilities(
  scripts: typeof migrations,
  checkedMigrations = scripts,
): Promise<Readonly<Record<string, readonly string[]>>> {
  const found: Record<string, readonly string[]> = {};
  await inTemporarySchema(async (trx) => {
    for (const migration of scripts) {
      const before = checkedMigrations.includes(migration) ? await readShape(trx) : null;
      await applyMigration(trx, migration);
      const incompatibilities = before === null ? [] : listIncompatibilities(before, await readShape(trx));
      if (incompatibilities.length > 0) found[migration.name] = incompatibilities;
    }
  });
  return found;
}

/** The same of one more migration. */
async function checkNext(script: string): Promise<readonly string[] | undefined> {
  const next = { name: 'next', sql: script };
  return (await findIncompatibilities([...migrations, next], [next]))['next'];
}

/** Written before the first release. */
const beforeAnyRelease = ['0005-auto-debit'];

/**
 * Rules of 0056 that the previous release does not break: a credit of it has the position 1, so that they are as strict as the
 * constraints that they replace, and an order of it pays one account.
 */
const rulesOfOrderAccounts = [
  "a rule is new: orders: CHECK (((account_count = 1) OR (state <> 'paid'::text) OR (credited_accounts = account_count))) NOT VALID",
  'a rule is new: credits: UNIQUE (attempt_id, "position")',
  'a rule is new: credits: UNIQUE (gateway, gateway_reference, "position")',
  'a rule is new: credits: UNIQUE (order_refid, "position")',
  'a rule is new: credits: unique btree (attempt_id, "position")',
  'a rule is new: credits: unique btree (gateway, gateway_reference, "position")',
  'a rule is new: credits: unique btree (order_refid, "position")',
];

test('the previous release works on the schema of each migration', async () => {
  const { '0056-order-accounts': orderAccounts = [], ...others } = await findIncompatibilities(migrations);
  expect(Object.keys(others)).toEqual(beforeAnyRelease);
  expect(orderAccounts.toSorted()).toEqual(rulesOfOrderAccounts.toSorted());
});

describe('indexes of 0056 that were built before the upgrade', () => {
  const number = migrations.findIndex(({ name }) => name === '0056-order-accounts');
  const built = [
    'create unique index credits_by_order on credits (order_refid, position)',
    'create unique index credits_by_attempt on credits (attempt_id, position)',
    'create unique index credits_by_reference on credits (gateway, gateway_reference, position)',
  ];

  /** Applies the migrations up to 0056 in a temporary schema where the indexes are built before it, and `prepare` has run. */
  const upgrade = (prepare: string, read?: (trx: Trx) => Promise<void>) =>
    inTemporarySchema(async (trx) => {
      for (const migration of migrations.slice(0, number)) await applyMigration(trx, migration);
      await sql`alter table credits add column position smallint not null default 1`.execute(trx);
      for (const statement of built) await sql.raw(statement).execute(trx);
      await sql.raw(prepare).execute(trx);
      for (const migration of migrations.slice(number, number + 1)) await applyMigration(trx, migration);
      await read?.(trx);
    });

  test('become its constraints', async () => {
    const names: string[] = [];
    await upgrade('select 1', async (trx) => {
      const { rows } = await sql<{ name: string }>`select conname as name from pg_constraint
        where conrelid = 'credits'::regclass and contype = 'u' order by conname`.execute(trx);
      names.push(...rows.map(({ name }) => name));
    });
    expect(names).toEqual(['credits_by_attempt', 'credits_by_order', 'credits_by_reference']);
  });

  // What an interrupted "create index concurrently" leaves: it is kept up to date as far as it goes, and refuses no second credit of before.
  test.each(['credits_by_order', 'credits_by_attempt', 'credits_by_reference'])(
    'are refused where %s is not valid',
    async (name) => {
      const interrupt = `update pg_index set indisvalid = false where indexrelid = '${name}'::regclass`;
      await expect(upgrade(interrupt)).rejects.toThrow(`index "${name}" is not valid`);
    },
  );
});

test.each([
  ['alter table bill_links drop column order_refid', 'bill_links.order_refid is gone'],
  ['alter table bill_links rename column amount to sen', 'bill_links.amount is gone'],
  ['alter table bill_links alter column amount type text', 'bill_links.amount is text, and was bigint'],
  ['alter table bill_links alter column order_refid set not null', 'bill_links.order_refid may no longer be null'],
  ['alter table bill_links add column source text not null', 'bill_links.source must be given'],
  ['alter table bill_links add check (amount > 0)', 'a rule is new: bill_links: CHECK ((amount > 0))'],
  [
    'create unique index once on bill_links (account_number)',
    'a rule is new: bill_links: unique btree (account_number)',
  ],
])('%s is detected', async (script, incompatibility) => {
  expect(await checkNext(script)).toContain(incompatibility);
});

test('allows additions', async () => {
  const script = `
alter table bill_links add column source text;
alter table bill_links add column tries integer not null default 0;
create table new_things (name text primary key, many integer not null unique);
create index bill_links_by_source on bill_links (source);
`;
  expect(await checkNext(script)).toBeUndefined();
});

test('a payer’s language can be any that the code supports', async () => {
  const shape = await inTransaction(store.db, readShape);
  expect(shape.rules.filter((rule) => rule.includes('payer_language'))).toEqual([]);
});

test('an order is held for review no longer whose entries an earlier release has closed', async () => {
  const named = (name: string) => migrations.findIndex((migration) => migration.name === name);
  const held: Record<string, boolean> = {};
  await inTemporarySchema(async (trx) => {
    const number = named('0029-reviews-and-chargebacks');
    for (const migration of migrations.slice(0, number)) await applyMigration(trx, migration);
    const orders = ['closed', 'open', 'half-closed', 'of-another-order', 'never-held'];
    await sql`insert into partners values ('P', 'P', '#000000', '', '[]', '', '', 'accountid', false, null, null, null, 1, 2, false, '{}')`.execute(
      trx,
    );
    for (const refid of orders) {
      await sql`insert into orders (refid, payment_id, partner_key, product_name, items, charges, total, is_epp, is_bill, customer_check, state,
        held_for_review, created_at, deadline) values (${refid}, ${refid}, 'P', '', '[]', '[]', 1, false, false, 'not-needed', 'open',
        ${refid !== 'never-held'}, now(), now())`.execute(trx);
    }
    await sql`insert into attempts (order_refid, number, gateway, method, amount, state, result_route, payer_address, payer_email, payer_language,
      is_auto_debit, created_at, deadline) values ('closed', 'n', 'fpx', 'fpx', 1, 'failed', '/', '', '', 'en', false, now(), now())`.execute(
      trx,
    );
    const reviews = ['closed', 'open', 'half-closed', 'half-closed'];
    for (const [index, refid] of reviews.entries()) {
      await sql`insert into reviews (order_refid, attempt_id, reason, amount, gateway, gateway_reference, at)
        values (${refid}, (select id from attempts), 'attempt-ended', 1, 'fpx', ${String(index)}, now())`.execute(trx);
    }
    await sql`insert into review_closings (entry, note, closed_at)
      select 'money-' || min(id), 'refunded', now() from reviews where order_refid in ('closed', 'half-closed') group by order_refid`.execute(
      trx,
    );
    for (const migration of migrations.slice(number)) await applyMigration(trx, migration);
    const { rows } = await sql<{
      refid: string;
      held: boolean;
    }>`select refid, held_for_review as held from orders`.execute(trx);
    for (const row of rows) held[row.refid] = row.held;
  });
  expect(held).toEqual({
    ...{ closed: false, open: true, 'half-closed': true, 'never-held': false },
    // Nobody knows which entry this one has.
    'of-another-order': true,
  });
});
