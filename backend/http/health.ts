import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Db } from '../db/database';

/**
 * Adds the health checks. `/health` (liveness) does not depend on the store, since a restart would not fix the store. `/health/ready`
 * (readiness) returns whether the process can serve requests now, with the current time, ISO 8601.
 */
export function addHealth(app: FastifyInstance, { db }: { readonly db: Db }, isDraining: () => boolean): void {
  app.get('/health', () => ({ status: 'ok' }));
  app.get('/health/ready', async (_request, reply) => {
    if (isDraining()) return reply.code(503).send({ status: 'leaving' });
    try {
      await sql`select 1`.execute(db);
    } catch {
      return reply.code(503).send({ status: 'waiting for the database' });
    }
    return { status: 'ready', at: new Date().toISOString() };
  });
}
