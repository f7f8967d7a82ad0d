import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { listBookedMoney } from '../ledger/booked-money';
import type { Services } from '../services';

const gatewayParameter = z.object({ gateway: z.string().min(1).max(40) });
const spanQuery = z.object({ from: z.iso.datetime({ offset: true }), until: z.iso.datetime({ offset: true }) });
const referencesSchema = z.object({ references: z.array(z.string().min(1).max(100)).max(500) });

/** What our books say of a gateway's money, to be held against what the gateway says that it has settled. */
export function addMoneyOperations(app: FastifyInstance, { db }: Services): void {
  app.get('/operator/money/:gateway', async (request) => {
    const { gateway } = gatewayParameter.parse(request.params);
    const { from, until } = spanQuery.parse(request.query);
    return listBookedMoney(db, gateway, { from: new Date(from), until: new Date(until) });
  });

  app.post('/operator/money/:gateway/find', async (request) => {
    const { gateway } = gatewayParameter.parse(request.params);
    return listBookedMoney(db, gateway, referencesSchema.parse(request.body));
  });
}
