import type { FastifyInstance } from 'fastify';
import { inTransaction } from '../db/database';
import { reachFaultPoint, runUnitOfWork } from '../faults/fault-points';
import { bringJobForward } from '../jobs/model';
import type { Services } from '../services';

/**
 * Takes callbacks of the biller: `PUT /callbacks/biller/{its connector}`. Its content is not trusted: it brings the job forward
 * that asks the biller. Returns 404 for one that names none of our requests.
 */
export function addBillerCallbacks(app: FastifyInstance, services: Services): void {
  const { biller, clock, db } = services;
  const { readCallback } = biller;
  if (readCallback === undefined) return;
  app.put(`/callbacks/biller/${biller.name}`, async (request, reply) => {
    request.callName = 'callback';
    const { headers, query } = request;
    const isKnown = await runUnitOfWork('callback', async () => {
      const reference = await readCallback({ headers, query });
      if (reference === null) return false;
      await inTransaction(db, async (trx) => {
        const posting = await trx
          .selectFrom('postings')
          .select('id')
          .where('reference', '=', reference)
          .where('state', 'not in', ['accepted', 'refused'])
          .executeTakeFirst();
        if (posting !== undefined)
          await bringJobForward(trx, { kind: 'post-payment', subject: posting.id }, clock.now());
      });
      reachFaultPoint('before-answer');
      return true;
    });
    if (isKnown) services.wakeJobRunner();
    return reply.code(isKnown ? 204 : 404).send();
  });
}
