import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { accountNumberSchema } from '@/lib/contract/primitives';
import { chargeStates } from '@/lib/domain/auto-debit-charge';
import { listCharges } from '../auto-debit/charges/list';
import type { Services } from '../services';

const listSchema = z.object({ state: z.enum(chargeStates).optional(), account: accountNumberSchema.optional() });

/** Adds the operator's route for charges of auto debit: see docs/operate.md. */
export function addChargeRoutes(app: FastifyInstance, { db }: Services): void {
  app.get('/operator/charges', (request) => listCharges(db, listSchema.parse(request.query)));
}
