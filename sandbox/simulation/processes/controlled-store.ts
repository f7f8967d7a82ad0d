import { Kysely, PostgresDialect } from 'kysely';
import { Pool, type PoolClient } from 'pg';
import { poolSettings, type Db } from '../../../backend/db/database';
import type { Tables } from '../../../backend/db/tables';
import type { StatementChange } from '../planted-faults';
import type { StepController } from './step-controller';

class LostConnection extends Error {
  constructor() {
    super('Connection terminated unexpectedly');
  }
}

function pidOf(client: PoolClient): number {
  const pid: unknown = Reflect.get(client, 'processID');
  return typeof pid === 'number' ? pid : 0;
}

/** Closes a connection, whatever the state of its transaction. */
async function breakConnection(client: PoolClient): Promise<void> {
  const ended = new Promise((resolve) => client.once('end', resolve));
  client.release(true);
  await ended;
}

/** Real time is not simulated: a slow machine is not a fault. */
const longTimeoutMs = 300_000;
export const longTimeouts = {
  connectionTimeoutMillis: longTimeoutMs,
  lock_timeout: longTimeoutMs,
  statement_timeout: longTimeoutMs,
  idle_in_transaction_session_timeout: longTimeoutMs,
} as const;

/** The `application_name` of a process's connections. */
export function connectionsOf(pid: number): string {
  return `simulated-${pid}`;
}

/** A PostgreSQL store on which each statement of this process is a step. */
export function openControlledStore(databaseUrl: string, steps: StepController, change: StatementChange): Db {
  const settings = { ...poolSettings, ...longTimeouts, application_name: connectionsOf(process.pid) };
  const pool = new Pool({ ...settings, connectionString: databaseUrl });
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));

  const isBlocked = (pid: number) => async () => {
    const { rows } = await pool.query<{ blocked: boolean }>('select cardinality(pg_blocking_pids($1)) > 0 as blocked', [
      pid,
    ]);
    return rows[0]?.blocked === true;
  };

  function controlled(client: PoolClient): PoolClient {
    let isLost = false;
    async function query(text: string, parameters: readonly unknown[]) {
      const turn = await steps.waitForTurn(true);
      if (isLost) throw new LostConnection();
      const send = () => client.query(change(text), [...parameters]);
      if (turn === 'go') return steps.runExternal(send, isBlocked(pidOf(client)));
      isLost = true;
      if (turn === 'fail-after') await steps.runExternal(send, isBlocked(pidOf(client))).catch(() => {});
      await steps.runExternal(() => breakConnection(client));
      throw new LostConnection();
    }
    const release = () => {
      if (!isLost) client.release();
    };
    return new Proxy(client, {
      get(target, name): unknown {
        if (name === 'query') return query;
        return name === 'release' ? release : Reflect.get(target, name);
      },
    });
  }

  return new Kysely<Tables>({
    dialect: new PostgresDialect({
      pool: { connect: async () => controlled(await steps.runExternal(() => pool.connect())), end: async () => {} },
    }),
  });
}
