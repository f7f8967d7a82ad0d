import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { daySchema } from '@/lib/contract/primitives';
import { closeDay, lastWholeDay } from '../reconciliation/daily-close';
import type { Services } from '../services';

const closeQuery = z.object({ date: daySchema.optional() });

/** Adds the operator's route for the daily close: of a day in Malaysia, by default the last one that is over. */
export function addDailyCloseRoutes(app: FastifyInstance, { db, clock }: Services): void {
  app.get('/operator/close', async (request) => {
    const now = clock.now();
    const { date = lastWholeDay(now) } = closeQuery.parse(request.query);
    return closeDay(db, date, now);
  });
}
