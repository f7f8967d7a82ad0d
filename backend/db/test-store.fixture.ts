import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { Client } from 'pg';
import { openStore, type Store } from './database';
import { checkStatementPlans, recordStatements } from './query-plans.fixture';

/** True if tests run on a PostgreSQL server: only there can connections race. */
export const testsRunOnPostgres = process.env.TEST_DATABASE_URL !== undefined && process.env.TEST_DATABASE_URL !== '';

async function runAsSuperuser(statement: string): Promise<void> {
  const client = new Client({ connectionString: process.env.TEST_DATABASE_URL });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Creates an empty database on `TEST_DATABASE_URL`. */
export async function openTestDatabase(): Promise<{ readonly url: string; drop(): Promise<void> }> {
  const name = `ebill_test_${randomBytes(6).toString('hex')}`;
  await runAsSuperuser(`create database ${name}`);
  const url = new URL(process.env.TEST_DATABASE_URL ?? '');
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => runAsSuperuser(`drop database ${name} with (force)`) };
}

/** Query plans depend on table statistics: autovacuum must not record how few rows the tables have during tests. */
const disableAutovacuum = `do $$ declare t text; begin
  for t in select tablename from pg_tables where schemaname = 'public' loop
    execute format('alter table %I set (autovacuum_enabled = false)', t);
  end loop;
end $$`;

let statements: ReturnType<typeof recordStatements> | undefined;

/**
 * A new, migrated store for one test file: embedded and in memory, or a database on `TEST_DATABASE_URL`, whose `close` throws if a
 * statement scanned a whole table.
 */
export async function openTestStore(): Promise<Store> {
  if (!testsRunOnPostgres) return openStore({ databaseUrl: null, dataDir: null });
  statements ??= recordStatements();
  const watched = statements;
  const database = await openTestDatabase();
  const store = await openStore({ databaseUrl: database.url, dataDir: null });
  await sql.raw(disableAutovacuum).execute(store.db);
  return {
    db: store.db,
    async close() {
      try {
        await checkStatementPlans(store.db, watched);
      } finally {
        await store.close();
        await database.drop();
      }
    },
  };
}
