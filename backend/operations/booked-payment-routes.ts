import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { findGateway } from '../gateways-in-use';
import { listBookedPayments } from '../ledger/booked-payments';
import type { Services } from '../services';

const gatewayParameter = z.object({ gateway: z.string().min(1).max(40) });
const spanQuery = z.object({ from: z.iso.datetime({ offset: true }), until: z.iso.datetime({ offset: true }) });
const referencesSchema = z.array(z.string().min(1).max(100)).max(500);
const findSchema = z.union([
  z.strictObject({ references: referencesSchema }),
  z.strictObject({ numbers: referencesSchema }),
]);

/** Adds the routes for a gateway's booked payments, which are reconciled with the gateway's settlement file. */
export function addBookedPaymentRoutes(app: FastifyInstance, { db, gateways }: Services): void {
  /** Whether a gateway is configured, or has booked payments. A misspelt name would otherwise report every payment as missing. */
  async function isKnown(gateway: string): Promise<boolean> {
    if (findGateway(gateways, gateway) !== null) return true;
    const always = { from: new Date(0), until: new Date('9999-12-31T00:00:00Z') };
    return (await listBookedPayments(db, gateway, always)).length > 0;
  }

  void app.register(async (scope) => {
    scope.addHook('preHandler', async (request, reply) => {
      const parsed = gatewayParameter.safeParse(request.params);
      if (!parsed.success || (await isKnown(parsed.data.gateway))) return;
      const names = new Set(Object.values(gateways.ofMethod).map(({ name }) => name));
      const error = `no gateway is called ${parsed.data.gateway}; there are ${[...names].join(', ')}`;
      return reply.code(404).send({ error });
    });

    scope.get('/operator/money/:gateway', async (request) => {
      const { gateway } = gatewayParameter.parse(request.params);
      const { from, until } = spanQuery.parse(request.query);
      return listBookedPayments(db, gateway, { from: new Date(from), until: new Date(until) });
    });

    scope.post('/operator/money/:gateway/find', async (request) => {
      const { gateway } = gatewayParameter.parse(request.params);
      return listBookedPayments(db, gateway, findSchema.parse(request.body));
    });
  });
}
