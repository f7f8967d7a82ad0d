import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Services } from '../services';
import { closeReview, listReview } from './review-queue';

const entryParameter = z.object({ id: z.string().max(64) });
const closingSchema = z.object({ note: z.string().trim().min(1).max(1000) });

/** Adds the routes that list and close entries of the review queue. */
export function addReviewRoutes(app: FastifyInstance, services: Services): void {
  app.get('/operator/review', async () => listReview(services));

  app.post('/operator/review/:id/close', async (request, reply) => {
    const { id } = entryParameter.parse(request.params);
    const { note } = closingSchema.parse(request.body);
    if (await closeReview(services, id, note)) return { closed: id };
    return reply.code(404).send({ error: 'no such entry waits' });
  });
}
