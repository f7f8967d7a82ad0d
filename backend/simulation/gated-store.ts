import { Kysely, PostgresDialect } from 'kysely';
import { Pool, type PoolClient } from 'pg';
import { poolSettings } from '../db/database';
import type { Tables } from '../db/tables';
import type { Db } from '../db/database';
import type { Interleaving } from './interleaving';

/** What a planted fault does to the store's statements before they are sent. */
export type StatementChange = (statement: string) => string;

/** The connections of simulated processes to one PostgreSQL: each statement is a step, and a process's connections end with it. */
export interface GatedStore {
  /** The store as one process sees it. */
  connect(process: number): Db;
  /** Breaks the connections that a process has in use, as its death would; settles when the server has let go of them. */
  breakConnections(process: number): Promise<void>;
  close(): Promise<void>;
}

class LostConnection extends Error {
  constructor() {
    super('Connection terminated unexpectedly');
  }
}

function pidOf(client: PoolClient): number {
  const pid: unknown = Reflect.get(client, 'processID');
  return typeof pid === 'number' ? pid : 0;
}

/** Lets go of a connection for good, in whatever state its transaction is. */
async function breakConnection(client: PoolClient): Promise<void> {
  const ended = new Promise((resolve) => client.once('end', resolve));
  client.release(true);
  await ended;
}

/** Real time is not simulated: that this machine is slow is none of the faults. */
const patientMs = 300_000;
const patience = {
  connectionTimeoutMillis: patientMs,
  lock_timeout: patientMs,
  statement_timeout: patientMs,
  idle_in_transaction_session_timeout: patientMs,
} as const;

export async function openGatedStore(
  databaseUrl: string,
  interleaving: Interleaving,
  change: StatementChange,
): Promise<GatedStore> {
  const pool = new Pool({ ...poolSettings, ...patience, connectionString: databaseUrl });
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const monitor = await pool.connect();
  const inUse = new Map<number, Set<PoolClient>>();

  const isBlocked = (pid: number) => async () => {
    const { rows } = await monitor.query<{ blocked: boolean }>(
      'select cardinality(pg_blocking_pids($1)) > 0 as blocked',
      [pid],
    );
    return rows[0]?.blocked === true;
  };

  function gate(client: PoolClient, mine: Set<PoolClient>): PoolClient {
    const letGo = () => mine.delete(client);
    async function query(text: string, parameters: readonly unknown[]) {
      const turn = await interleaving.awaitTurn(true);
      if (!mine.has(client)) throw new LostConnection();
      const send = () => client.query(change(text), [...parameters]);
      if (turn === 'go') return interleaving.leave(send, isBlocked(pidOf(client)));
      letGo();
      if (turn === 'fail-after') await interleaving.leave(send, isBlocked(pidOf(client))).catch(() => {});
      await interleaving.leave(() => breakConnection(client));
      throw new LostConnection();
    }
    const release = () => {
      if (letGo()) client.release();
    };
    return new Proxy(client, {
      get(target, name): unknown {
        if (name === 'query') return query;
        return name === 'release' ? release : Reflect.get(target, name);
      },
    });
  }

  return {
    connect(process) {
      const mine = new Set<PoolClient>();
      inUse.set(process, mine);
      return new Kysely<Tables>({
        dialect: new PostgresDialect({
          pool: {
            async connect() {
              const client = await interleaving.leave(() => pool.connect());
              mine.add(client);
              return gate(client, mine);
            },
            end: async () => {},
          },
        }),
      });
    },
    async breakConnections(process) {
      const mine = inUse.get(process) ?? new Set();
      const broken = [...mine];
      mine.clear();
      await Promise.all(broken.map(breakConnection));
    },
    async close() {
      monitor.release();
      await pool.end();
    },
  };
}
