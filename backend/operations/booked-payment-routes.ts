import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { findGateway } from '../gateways-in-use';
import { listBookedPayments } from '../ledger/booked-payments';
import type { Services } from '../services';

const gatewayParameter = z.object({ gateway: z.string().min(1).max(40) });
const spanQuery = z.object({ from: z.iso.datetime({ offset: true }), until: z.iso.datetime({ offset: true }) });
const referencesSchema = z.object({ references: z.array(z.string().min(1).max(100)).max(500) });

/** What our books say of a gateway's money, to be held against what the gateway says that it has settled. */
export function addBookedPaymentRoutes(app: FastifyInstance, { db, gateways }: Services): void {
  /** A gateway that this deployment has, or of which money is in the books. A name with a slip in it would find nothing and miss everything. */
  async function isKnown(gateway: string): Promise<boolean> {
    if (findGateway(gateways, gateway) !== null) return true;
    const always = { from: new Date(0), until: new Date('9999-12-31T00:00:00Z') };
    return (await listBookedPayments(db, gateway, always)).length > 0;
  }

  void app.register(async (scope) => {
    scope.addHook('preHandler', async (request, reply) => {
      const asked = gatewayParameter.safeParse(request.params);
      if (!asked.success || (await isKnown(asked.data.gateway))) return;
      const names = new Set(Object.values(gateways.ofMethod).map(({ name }) => name));
      const error = `no gateway is called ${asked.data.gateway}; there are ${[...names].join(', ')}`;
      return reply.code(404).send({ error });
    });

    scope.get('/operator/money/:gateway', async (request) => {
      const { gateway } = gatewayParameter.parse(request.params);
      const { from, until } = spanQuery.parse(request.query);
      return listBookedPayments(db, gateway, { from: new Date(from), until: new Date(until) });
    });

    scope.post('/operator/money/:gateway/find', async (request) => {
      const { gateway } = gatewayParameter.parse(request.params);
      return listBookedPayments(db, gateway, referencesSchema.parse(request.body));
    });
  });
}
