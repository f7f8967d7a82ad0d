import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import { Pool, TypeOverrides } from 'pg';
import { traceSpan } from '@/lib/telemetry/tracing/spans';
import { pass } from '../faults/fault-points';
import { lockFolder } from './folder-lock';
import { migrate } from './migrate';
import { createPGliteDialect } from './pglite-dialect';
import { createServerPool } from './server-pool';
import type { Tables } from './tables';

/** The store outside of, and inside a SQL transaction. What must happen together asks for a `Trx`. */
export type Db = Kysely<Tables>;
export type Trx = Transaction<Tables>;

export interface Store {
  readonly db: Db;
  /** Gives all of an embedded store as a packed archive, as it is between two SQL transactions. A PostgreSQL has tools of its own. */
  dump?(): Promise<Blob>;
  close(): Promise<void>;
}

const int8 = 20;

/** Amounts and ids are whole numbers that JavaScript holds exactly; one that it cannot hold is a bug. */
function parseWholeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`a number too large to be exact: ${text}`);
  return value;
}

/**
 * Makes an embedded store of what `dump` gave, in a folder that has none. Throws FolderInUse, and an Error when there is one or the archive
 * holds none.
 */
export async function restoreStore(dataDir: string, archive: Blob): Promise<void> {
  const release = lockFolder(dataDir);
  const folder = path.join(dataDir, 'pglite');
  try {
    if (existsSync(folder)) throw new Error(`There is a database in ${folder} already.`);
    try {
      const pglite = await PGlite.create({ dataDir: folder, loadDataDir: archive });
      await pglite.query('select name from schema_migrations');
      await pglite.close();
    } catch (error) {
      rmSync(folder, { recursive: true, force: true });
      throw error;
    }
  } finally {
    release();
  }
}

/** Whatever is claimed in an embedded store is a dead process's: no other has the folder, and nobody need wait until its claims lapse. */
export async function dropClaims(db: Db): Promise<void> {
  await db.updateTable('jobs').set({ claimed_until: null }).where('claimed_until', 'is not', null).execute();
  await db
    .updateTable('idempotency_keys')
    .set({ claimed_until: new Date(0) })
    .where('answer', 'is', null)
    .execute();
}

async function embeddedStore(dataDir: string | null): Promise<Store> {
  const folder = dataDir === null ? null : path.join(dataDir, 'pglite');
  const release = dataDir === null ? () => {} : lockFolder(dataDir);
  try {
    const pglite = await PGlite.create({
      ...(folder !== null && { dataDir: folder }),
      parsers: { [int8]: parseWholeNumber },
    });
    const store = await readyStore(new Kysely<Tables>({ dialect: createPGliteDialect(pglite) }), release);
    await dropClaims(store.db);
    return {
      ...store,
      dump: () =>
        // Whoever holds the one connection keeps every transaction out.
        store.db.connection().execute(async (connection) => {
          await sql`checkpoint`.execute(connection);
          return pglite.dumpDataDir('gzip');
        }),
    };
  } catch (error) {
    release();
    throw error;
  }
}

const parsersOfPg = new TypeOverrides();
parsersOfPg.setTypeParser(int8, parseWholeNumber);

/** How long the server lets one of us wait or hold others up, ms; migrations lift it for themselves. */
const waits = {
  lock_timeout: 10_000,
  statement_timeout: 30_000,
  idle_in_transaction_session_timeout: 30_000,
} as const;

/** How every process of the backend connects to a PostgreSQL. */
export const poolSettings = {
  max: 20,
  connectionTimeoutMillis: 10_000,
  ...waits,
  types: parsersOfPg,
} as const;

async function serverStore(databaseUrl: string): Promise<Store> {
  const pool = new Pool({ ...poolSettings, pipeline: true, connectionString: databaseUrl });
  // A connection that the server ends is replaced by the pool, and the work on it fails by its own statement; without a listener Node would
  // end the process. The pool listens to idle ones, and to none that is in use.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return readyStore(new Kysely<Tables>({ dialect: new PostgresDialect({ pool: createServerPool(pool) }) }), () => {});
}

async function readyStore(db: Db, release: () => void): Promise<Store> {
  await migrate(db);
  return {
    db,
    async close() {
      await db.destroy();
      release();
    },
  };
}

/**
 * Opens and migrates the store: PostgreSQL when `databaseUrl` is given, else the embedded one in `dataDir`, or in memory where that is null
 * too. Throws FolderInUse when another process has the folder.
 */
export async function openStore(at: {
  readonly databaseUrl: string | null;
  readonly dataDir: string | null;
}): Promise<Store> {
  return at.databaseUrl === null ? embeddedStore(at.dataDir) : serverStore(at.databaseUrl);
}

const afterwards = new WeakMap<Trx, (() => void)[]>();

/** Does something once a SQL transaction is committed, and never when it is not. It must not throw. */
export function afterCommit(trx: Trx, act: () => void): void {
  afterwards.get(trx)?.push(act);
}

const ofTheStore = { kind: 'client', attributes: { 'db.system.name': 'postgresql' } } as const;
const statementSpan = { name: 'statement', ...ofTheStore };
const transactionSpan = { name: 'transaction', ...ofTheStore };

/** Runs one statement that is a SQL transaction of its own. */
export async function inOneStatement<Value>(run: () => Promise<Value>): Promise<Value> {
  pass('before-commit');
  const value = await traceSpan(statementSpan, run);
  pass('committed');
  return value;
}

/** Runs one SQL transaction: all of it, or nothing when it throws. Never call a gateway in here. */
export async function inTransaction<Value>(db: Db, work: (trx: Trx) => Promise<Value>): Promise<Value> {
  const acts: (() => void)[] = [];
  const value = await traceSpan(transactionSpan, () =>
    db.transaction().execute(async (trx) => {
      afterwards.set(trx, acts);
      const done = await work(trx);
      pass('before-commit');
      return done;
    }),
  );
  pass('committed');
  for (const act of acts) act();
  return value;
}
