import type { PostgresPool } from 'kysely';
import type { Pool, PoolClient } from 'pg';

/** Statements that a connection keeps prepared. Beyond that, one is planned each time: no list of ours makes as many. */
const maxPreparedStatements = 500;
const statementNames = new Map<string, string>();

/**
 * Gives the name under which a statement stays prepared; undefined where it does not. One that reads `*` would fail from the moment at which a
 * newer release adds a column: it is planned each time.
 */
function statementNameOf(text: string): string | undefined {
  const known = statementNames.get(text);
  if (known !== undefined || text.includes('*') || statementNames.size >= maxPreparedStatements) return known;
  const name = `statement-${statementNames.size}`;
  statementNames.set(text, name);
  return name;
}

/** Keeps statements prepared, and sends the beginning of a transaction in one message with its first statement. */
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

/** Gives Kysely the connections of a pool, which is to send statements as they come (`pipeline`). */
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
