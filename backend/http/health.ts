import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Db } from '../db/database';

/**
 * Adds what balancers and supervisors ask. `/health` says that the process lives, whatever its store does: starting it anew would mend
 * nothing. `/health/ready` says whether it can be sent work now, with the instant by its clock, ISO 8601.
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
