import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import { Pool, TypeOverrides } from 'pg';
import { traceSpan } from '@/lib/telemetry/tracing/spans';
import { reachFaultPoint } from '../faults/fault-points';
import { lockFolder } from './folder-lock';
import { migrate } from './migrate';
import { createPGliteDialect } from './pglite-dialect';
import { createServerPool } from './server-pool';
import type { Tables } from './tables';

/** The store, outside and inside a SQL transaction. A function that must be atomic with others takes a `Trx`. */
export type Db = Kysely<Tables>;
export type Trx = Transaction<Tables>;

export interface Store {
  readonly db: Db;
  /** Returns a consistent compressed archive of an embedded store. PostgreSQL has its own tools. */
  dump?(): Promise<Blob>;
  close(): Promise<void>;
}

const int8 = 20;

/** Amounts and ids are safe integers; a larger value is a bug. */
function parseWholeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`not a safe integer: ${text}`);
  return value;
}

/**
 * Restores an archive of `dump` into a folder without a store. Throws FolderInUse, and an Error if there is a store or the archive is
 * invalid.
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

/**
 * Releases all claims of an embedded store when it is opened: no other process uses the folder, so every claim belongs to a dead process.
 */
export async function releaseAllClaims(db: Db): Promise<void> {
  await db.updateTable('jobs').set({ claimed_until: null }).where('claimed_until', 'is not', null).execute();
  await db
    .updateTable('idempotency_keys')
    .set({ claimed_until: new Date(0) })
    .where('answer', 'is', null)
    .execute();
}

async function openEmbeddedStore(dataDir: string | null): Promise<Store> {
  const folder = dataDir === null ? null : path.join(dataDir, 'pglite');
  const release = dataDir === null ? () => {} : lockFolder(dataDir);
  try {
    const pglite = await PGlite.create({
      ...(folder !== null && { dataDir: folder }),
      parsers: { [int8]: parseWholeNumber },
    });
    const store = await migrateStore(new Kysely<Tables>({ dialect: createPGliteDialect(pglite) }), release);
    await releaseAllClaims(store.db);
    return {
      ...store,
      dump: () =>
        // Holding the only connection excludes every transaction.
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

/** Server-side timeouts, ms; migrations disable them for themselves. */
const serverTimeouts = {
  lock_timeout: 10_000,
  statement_timeout: 30_000,
  idle_in_transaction_session_timeout: 30_000,
} as const;

/** Connection settings of every backend process. */
export const poolSettings = {
  max: 20,
  connectionTimeoutMillis: 10_000,
  ...serverTimeouts,
  types: parsersOfPg,
} as const;

async function openServerStore(databaseUrl: string): Promise<Store> {
  const pool = new Pool({ ...poolSettings, pipeline: true, connectionString: databaseUrl });
  // When the server closes a connection, the pool replaces it and the statement in progress fails. Without a listener Node would end the
  // process; the pool itself listens to idle connections only.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return migrateStore(new Kysely<Tables>({ dialect: new PostgresDialect({ pool: createServerPool(pool) }) }), () => {});
}

async function migrateStore(db: Db, release: () => void): Promise<Store> {
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
 * Opens and migrates the store: PostgreSQL if `databaseUrl` is given, else the embedded one in `dataDir`, or in memory if that is null too.
 * Throws FolderInUse if another process uses the folder.
 */
export async function openStore(at: {
  readonly databaseUrl: string | null;
  readonly dataDir: string | null;
}): Promise<Store> {
  return at.databaseUrl === null ? openEmbeddedStore(at.dataDir) : openServerStore(at.databaseUrl);
}

const commitCallbacks = new WeakMap<Trx, (() => void)[]>();

/** Runs a callback after the SQL transaction commits, never after a rollback. It must not throw. */
export function afterCommit(trx: Trx, callback: () => void): void {
  commitCallbacks.get(trx)?.push(callback);
}

const storeSpan = { kind: 'client', attributes: { 'db.system.name': 'postgresql' } } as const;
const statementSpan = { name: 'statement', ...storeSpan };
const transactionSpan = { name: 'transaction', ...storeSpan };

/** Runs one statement as its own SQL transaction. */
export async function inOneStatement<Value>(run: () => Promise<Value>): Promise<Value> {
  reachFaultPoint('before-commit');
  const value = await traceSpan(statementSpan, run);
  reachFaultPoint('committed');
  return value;
}

/** Runs a SQL transaction that reads or writes a whole table: its statements may take as long as they need. */
export async function inLongTransaction<Value>(db: Db, callback: (trx: Trx) => Promise<Value>): Promise<Value> {
  return inTransaction(db, async (trx) => {
    await sql`set local statement_timeout = 0`.execute(trx);
    return callback(trx);
  });
}

/** Runs a SQL transaction; it is rolled back if `callback` throws. Never call a gateway in it. */
export async function inTransaction<Value>(db: Db, callback: (trx: Trx) => Promise<Value>): Promise<Value> {
  const callbacks: (() => void)[] = [];
  const value = await traceSpan(transactionSpan, () =>
    db.transaction().execute(async (trx) => {
      commitCallbacks.set(trx, callbacks);
      const result = await callback(trx);
      reachFaultPoint('before-commit');
      return result;
    }),
  );
  reachFaultPoint('committed');
  for (const callback of callbacks) callback();
  return value;
}
