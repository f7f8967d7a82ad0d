import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { reasonSchema } from '../operators/reason';
import type { Services } from '../services';
import { closeReview, listReview } from './review-queue';

const entryParameter = z.object({ id: z.string().max(64) });
const closingSchema = z.object({ note: reasonSchema });

/** Adds the routes that list and close entries of the review queue. */
export function addReviewRoutes(app: FastifyInstance, services: Services): void {
  app.get('/operator/review', async () => listReview(services));

  app.post('/operator/review/:id/close', async (request, reply) => {
    const { id } = entryParameter.parse(request.params);
    const { note } = closingSchema.parse(request.body);
    switch (await closeReview(services, id, { note, by: request.operator })) {
      case 'closed':
        return { closed: id };
      case 'unknown':
        return reply.code(404).send({ error: 'no such entry waits' });
      case 'unanswered':
        return reply.code(409).send({
          error: id.startsWith('attempt-')
            ? 'the gateway has not told the outcome: the entry closes itself once it is known'
            : id.startsWith('refund-')
              ? 'this refund has not ended: use refund approve, reject or settle'
              : 'the biller has not answered: use postings confirm, or mandates confirm',
        });
    }
  });
}
