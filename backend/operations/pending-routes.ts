import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { minuteMs } from '../clock';
import { namedOperatorOnly } from '../operators/model';
import { reasonSchema } from '../operators/reason';
import { listPending } from '../pending/queue';
import { approveSettlement, rejectSettlement, requestSettlement, type SettlementRefusal } from '../pending/settlement';
import type { Services } from '../services';
import { printable } from './printable-text';

const listQuery = z.object({ olderThanMinutes: z.coerce.number<string>().int().min(0).max(10_000_000).default(0) });
const numberParameter = z.object({ number: z.string().min(1).max(40) });
const evidence = { evidence: reasonSchema, reason: reasonSchema };
const settleSchema = z.discriminatedUnion('outcome', [
  z.strictObject({ outcome: z.literal('successful'), reference: printable(100), ...evidence }),
  z.strictObject({ outcome: z.literal('failed'), ...evidence }),
]);
const decisionSchema = z.strictObject({ reason: reasonSchema });

const refusals = {
  'unknown-attempt': { status: 404, error: 'there is no attempt with this number' },
  'has-outcome': { status: 409, error: 'the outcome is known: the gateway has told it' },
  'payer-may-pay': { status: 409, error: 'the payer can still pay: wait until the attempt’s deadline' },
  'requested-already': { status: 409, error: 'a settlement was requested already: approve or reject it' },
  'not-requested': { status: 409, error: 'no settlement was requested: use pending settle first' },
  'same-person': { status: 403, error: 'another named operator than the one who requested it approves a settlement' },
} as const satisfies Record<SettlementRefusal, { readonly status: number; readonly error: string }>;

/** Adds the routes for attempts without an outcome: see docs/operate.md. */
export function addPendingRoutes(app: FastifyInstance, services: Services): void {
  app.get('/operator/pending', async (request) => {
    const { olderThanMinutes } = listQuery.parse(request.query);
    return listPending(services, olderThanMinutes * minuteMs);
  });

  app.post('/operator/pending/:number/settle', async (request, reply) => {
    const { number } = numberParameter.parse(request.params);
    const settlement = settleSchema.parse(request.body);
    const { operator } = request;
    if (!operator.isNamed) return reply.code(403).send({ error: namedOperatorOnly });
    const result = await requestSettlement(services, number, { ...settlement, operator });
    if (result.ok) return { number, settlement: result.value };
    const { status, error } = refusals[result.error];
    return reply.code(status).send({ error });
  });

  app.post('/operator/pending/:number/approve', async (request, reply) => {
    const { number } = numberParameter.parse(request.params);
    const { reason } = decisionSchema.parse(request.body);
    const { operator } = request;
    if (!operator.isNamed) return reply.code(403).send({ error: namedOperatorOnly });
    const result = await approveSettlement(services, number, { operator, reason });
    if (result.ok) return { number, settlement: result.value };
    const { status, error } = refusals[result.error];
    return reply.code(status).send({ error });
  });

  app.post('/operator/pending/:number/reject', async (request, reply) => {
    const { number } = numberParameter.parse(request.params);
    const { reason } = decisionSchema.parse(request.body);
    const { operator } = request;
    if (!operator.isNamed) return reply.code(403).send({ error: namedOperatorOnly });
    const result = await rejectSettlement(services, number, { operator, reason });
    if (result.ok) return { number, settlement: result.value };
    const { status, error } = refusals[result.error];
    return reply.code(status).send({ error });
  });
}
