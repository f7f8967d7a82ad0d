import Fastify from 'fastify';
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresDialect,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import { Pool } from 'pg';
import type { Db } from '../db/database';
import type { Tables } from '../db/tables';
import { addHealth } from './health';

/** Returns no rows for every statement. */
const answering = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});
/** No server listens at this address. */
const away = new Kysely<Tables>({
  dialect: new PostgresDialect({ pool: new Pool({ connectionString: 'postgresql://127.0.0.1:1/none' }) }),
});
afterAll(() => away.destroy());

async function ask(db: Db, isLeaving: boolean): Promise<Record<string, unknown>> {
  const app = Fastify();
  addHealth(app, { db }, () => isLeaving);
  const [live, ready] = await Promise.all(['/health', '/health/ready'].map((url) => app.inject({ url })));
  return { live: live?.statusCode, ready: ready?.statusCode, ...ready?.json<object>() };
}

test('is ready while the store responds, and returns the current time', async () => {
  const { at, ...response } = await ask(answering, false);
  expect(response).toEqual({ live: 200, ready: 200, status: 'ready' });
  expect(Math.abs(Date.parse(String(at)) - Date.now())).toBeLessThan(5_000);
});

test('is live but not ready during shutdown or without its store', async () => {
  expect(await ask(answering, true)).toEqual({ live: 200, ready: 503, status: 'leaving' });
  expect(await ask(away, false)).toEqual({ live: 200, ready: 503, status: 'waiting for the database' });
});
