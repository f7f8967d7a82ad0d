import type { PostgresPool } from 'kysely';
import type { Pool, PoolClient } from 'pg';

/** The maximum number of prepared statements of a connection. Further statements are not prepared. */
const maxPreparedStatements = 500;
const statementNames = new Map<string, string>();

/**
 * Returns the name of a prepared statement; undefined if it is not prepared. A prepared `select *` would fail as soon as a newer release
 * adds a column, so it is not prepared.
 */
function statementNameOf(text: string): string | undefined {
  const known = statementNames.get(text);
  if (known !== undefined || text.includes('*') || statementNames.size >= maxPreparedStatements) return known;
  const name = `statement-${statementNames.size}`;
  statementNames.set(text, name);
  return name;
}

/** Prepares statements, and sends `begin` in one message with a transaction's first statement. */
function withPreparedStatements(client: PoolClient): PoolClient {
  let isToBegin = false;

  function send(text: string, parameters: readonly unknown[]) {
    const name = statementNameOf(text);
    return client.query({ text, values: [...parameters], ...(name !== undefined && { name }) });
  }

  async function query(text: string, parameters: readonly unknown[]) {
    if (text === 'begin') {
      isToBegin = true;
      return { command: 'BEGIN', rowCount: null, rows: [] };
    }
    if (!isToBegin) return send(text, parameters);
    isToBegin = false;
    const { stream } = client.connection;
    stream.cork();
    const both = Promise.all([client.query('begin'), send(text, parameters)]);
    stream.uncork();
    return (await both)[1];
  }

  return new Proxy(client, {
    get(target, name): unknown {
      if (name === 'query') return query;
      const value: unknown = Reflect.get(target, name);
      return name === 'release' && typeof value === 'function'
        ? (): unknown => Reflect.apply(value, target, [])
        : value;
    },
  });
}

/** Adapts a pool for Kysely. The pool must send statements without waiting for results (`pipeline`). */
export function createServerPool(pool: Pool): PostgresPool {
  const prepared = new WeakMap<PoolClient, PoolClient>();
  return {
    async connect() {
      const client = await pool.connect();
      const known = prepared.get(client) ?? withPreparedStatements(client);
      prepared.set(client, known);
      return known;
    },
    end: () => pool.end(),
  };
}
