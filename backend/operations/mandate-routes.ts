import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { accountNumberSchema } from '@/lib/contract/primitives';
import { mandateStates } from '@/lib/domain/payment/mandate-states';
import { beginExport, listExports } from '../billers/exports';
import { cancelRegistration } from '../mandates/cancellation';
import { confirmMandates } from '../mandates/confirmations';
import { mandatesQuery, type MandateRequest } from '../mandates/model';
import type { Services } from '../services';
import { printable } from './printable-text';

/** Bytes of one part of a file. */
const bodyLimit = 1024 * 1024;

const listSchema = z.object({
  state: z.enum(mandateStates).optional(),
  account: accountNumberSchema.optional(),
});
const pageSchema = z.object({ after: z.coerce.number<string>().int().min(0).default(0) });
const exportParameter = z.object({ id: z.coerce.number<string>().int().min(1) });
const referenceSchema = z.string().min(1).max(100);
const answerSchema = z.discriminatedUnion('status', [
  z.object({ status: z.literal('accepted') }),
  z.object({ status: z.literal('refused'), reason: printable(200) }),
]);
const confirmSchema = z.object({
  isDryRun: z.boolean(),
  confirmations: z.array(z.object({ reference: referenceSchema, answer: answerSchema })).max(500),
});
const cancelSchema = z.object({ reference: referenceSchema });

/** A mandate for its operator. */
function describeMandate({ createdAt, sentAt, ...mandate }: MandateRequest) {
  return { ...mandate, createdAt: createdAt.toISOString(), sentAt: sentAt?.toISOString() ?? null };
}

/** The latest mandates that a list shows. */
const listed = 100;
/** Mandates of one part of a file. */
const pageSize = 2_000;

/** Adds the operator's routes for mandates: see docs/operate.md. */
export function addMandateRoutes(app: FastifyInstance, services: Services): void {
  const { db, clock, biller } = services;

  app.get('/operator/mandates', async (request) => {
    const { state, account } = listSchema.parse(request.query);
    const ofState = state === undefined ? mandatesQuery(db) : mandatesQuery(db).where('mandates.state', '=', state);
    // An account has few, and is found by its index: an order would have all mandates read by theirs.
    const found =
      account === undefined
        ? await ofState.orderBy('mandates.id', 'desc').limit(listed).execute()
        : await ofState.where('mandates.account_number', '=', account).execute();
    const mandates = found.toSorted((one, other) => other.id - one.id).slice(0, listed);
    const exports = await listExports(db, 'mandates');
    return {
      mandates: mandates.map(describeMandate),
      exports: exports.map(({ count, ...one }) => ({ ...one, mandates: count })),
    };
  });

  app.post('/operator/mandates/exports', async (_request, reply) => {
    if (biller.mandates !== 'files') {
      const does = biller.mandates === null ? 'takes no mandates' : 'is given mandates by calls';
      return reply.code(409).send({ error: `the connector ${biller.name} ${does}` });
    }
    const begun = await beginExport(db, 'mandates', biller.name, clock.now());
    if (begun === null) return reply.code(404).send({ error: 'no mandate is queued: all were exported before' });
    return { id: begun.id, mandates: begun.count };
  });

  app.get('/operator/mandates/exports/:id', async (request) => {
    const { id } = exportParameter.parse(request.params);
    const { after } = pageSchema.parse(request.query);
    const rows = await mandatesQuery(db)
      .where('mandates.export_id', '=', id)
      .where('mandates.id', '>', after)
      .orderBy('mandates.id')
      .limit(pageSize)
      .execute();
    return rows.map(describeMandate);
  });

  app.post('/operator/mandates/confirmations', { bodyLimit }, async (request) => {
    const { isDryRun, confirmations } = confirmSchema.parse(request.body);
    return confirmMandates(db, confirmations, { isDryRun, at: clock.now(), by: request.operator });
  });

  app.post('/operator/mandates/cancellations', async (request, reply) => {
    const { reference } = cancelSchema.parse(request.body);
    switch (await cancelRegistration(services, reference, 'operator')) {
      case 'cancelled':
        return { cancelled: reference };
      case 'cancelled-before':
        return reply.code(409).send({ error: 'this mandate is cancelled already' });
      case 'unknown-mandate':
        return reply.code(404).send({ error: 'there is no mandate with this reference' });
    }
  });
}
