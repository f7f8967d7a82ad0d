import type { PGlite } from '@electric-sql/pglite';
import {
  CompiledQuery,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type DatabaseConnection,
  type Dialect,
  type Driver,
} from 'kysely';

/** PGlite has one connection. Callers wait until the previous one has released it, so that transactions never interleave. */
class PGliteDriver implements Driver {
  private lastHeld: Promise<void> = Promise.resolve();
  private readonly releases = new WeakMap<DatabaseConnection, () => void>();

  constructor(private readonly pglite: PGlite) {}

  async init(): Promise<void> {
    await this.pglite.waitReady;
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const before = this.lastHeld;
    this.lastHeld = before.then(() => held);
    await before;
    const connection = connectionTo(this.pglite);
    this.releases.set(connection, release);
    return connection;
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    this.releases.get(connection)?.();
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin'));
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'));
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('rollback'));
  }

  async destroy(): Promise<void> {
    await this.lastHeld;
    await this.pglite.close();
  }
}

/** Times are passed as text: PGlite accepts a `Date` of its JavaScript realm only. */
function asText(parameter: unknown): unknown {
  return parameter instanceof Date ? parameter.toISOString() : parameter;
}

function connectionTo(pglite: PGlite): DatabaseConnection {
  return {
    async executeQuery<Row>(query: CompiledQuery) {
      const { rows, affectedRows } = await pglite.query<Row>(query.sql, query.parameters.map(asText));
      return { rows, numAffectedRows: BigInt(affectedRows ?? rows.length) };
    },
    async *streamQuery() {
      throw new Error('the embedded store does not stream');
    },
  };
}

/** Kysely on PGlite: PostgreSQL's own SQL over the embedded store. */
export function createPGliteDialect(pglite: PGlite): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new PGliteDriver(pglite),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createIntrospector: (db) => new PostgresIntrospector(db),
  };
}
