import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { containsCardNumber } from '@/lib/domain/card/detect-card-number';
import { instantSchema } from '@/lib/contract/primitives';
import type { Result } from '@/lib/domain/result';
import {
  assignDifference,
  closeDifference,
  listDifferences,
  type DifferenceError,
} from '../reconciliation/differences';
import { settlementLineKinds } from '../reconciliation/model';
import { addLines, beginRun, completeRun, listRuns, type CompletionError } from '../reconciliation/runs';
import { reasonSchema } from '../operators/reason';
import type { Services } from '../services';
import { printable } from './printable-text';

/** Bytes of one part of a file. */
const bodyLimit = 1024 * 1024;

/** What is kept of a file or of an operator, and shown to others. Security, row 39. */
const keptText = (longest: number) =>
  printable(longest).refine((text) => !containsCardNumber(text), { message: 'a card number is not kept' });

const gatewaySchema = z.string().min(1).max(40);
const rateSchema = z.strictObject({ percent: z.number().min(0).max(100), fixed: z.int().min(0).max(1_000_000) });
const startSchema = z
  .strictObject({
    profile: keptText(200),
    fileName: keptText(200),
    digest: z.string().regex(/^[0-9a-f]{64}$/),
    gateways: z.array(gatewaySchema).min(1).max(20),
    referenceOf: z.enum(['gateway', 'attempt']),
    feeRates: z.record(gatewaySchema, rateSchema),
    from: instantSchema,
    until: instantSchema,
    batch: z.union([z.literal(''), keptText(60)]),
    ignoredLines: z.int().min(0),
  })
  .refine(({ from, until }) => new Date(from) < new Date(until), { path: ['until'], message: 'must come after from' });

const amountSchema = z.int().min(-99_999_999_999).max(99_999_999_999);
const lineSchema = z
  .strictObject({
    line: z.int().min(1),
    kind: z.enum(settlementLineKinds),
    type: keptText(100).nullable(),
    gateway: gatewaySchema.nullable(),
    reference: z.string().max(100),
    currency: z.string().regex(/^[A-Z]{3}$/),
    gross: amountSchema,
    fee: amountSchema,
  })
  .refine(({ kind, gateway, reference }) => kind !== 'payment' || (gateway !== null && reference !== ''), {
    message: 'a payment has a gateway and a reference',
  });
const linesSchema = z.object({ lines: z.array(lineSchema).max(500) });
const completionSchema = z.object({ lines: z.int().min(0), replaces: z.boolean() });

const numberParameter = z.object({ id: z.coerce.number<string>().int().min(1) });
const differencesQuery = z.object({
  which: z.enum(['open', 'all']).default('open'),
  run: z.coerce.number<string>().int().min(1).optional(),
  after: z.coerce.number<string>().int().min(0).default(0),
});
const assignmentSchema = z.object({ owner: keptText(60) });
const closingSchema = z.object({ reason: reasonSchema });

function describeCompletionError(error: CompletionError): string {
  switch (error.code) {
    case 'unknown-run':
      return 'there is no run with this number';
    case 'lines-missing':
      return 'lines of the file are missing: send it again';
    case 'settled-lines-gone':
      return `${error.count} lines that run ${error.run} (${error.fileName}) has settled are not in this file, or have other amounts. If it replaces that file, add --replace; if it is another part of the settlement, add --batch NAME`;
  }
}

/** Sends a changed difference, or why it was not changed. */
async function sendChanged<Changed>(reply: FastifyReply, changed: Result<Changed, DifferenceError>) {
  if (changed.ok) return changed.value;
  return changed.error === 'unknown'
    ? reply.code(404).send({ error: 'there is no difference with this number' })
    : reply.code(409).send({ error: 'this difference is closed' });
}

/** Adds the operator's routes for reconciliation: docs/operate.md. */
export function addReconciliationRoutes(app: FastifyInstance, services: Services): void {
  const { db, clock, gateways } = services;

  app.get('/operator/reconciliation/runs', () => listRuns(db));

  app.post('/operator/reconciliation/runs', async (request, reply) => {
    const { from, until, ...start } = startSchema.parse(request.body);
    const begun = await beginRun(
      services,
      { ...start, from: new Date(from), until: new Date(until) },
      request.operator,
    );
    if (begun.ok) return { run: begun.value };
    const names = new Set(gateways.all.map(({ name }) => name));
    const error = `no gateway is called ${start.gateways.join(' or ')}; there are ${[...names].join(', ')}`;
    return reply.code(404).send({ error });
  });

  app.post('/operator/reconciliation/runs/:id/lines', { bodyLimit }, async (request, reply) => {
    const { id } = numberParameter.parse(request.params);
    const { lines } = linesSchema.parse(request.body);
    const added = await addLines(db, id, lines);
    if (added.ok) return { lines: lines.length };
    return added.error === 'unknown-run'
      ? reply.code(404).send({ error: 'there is no run with this number' })
      : reply.code(409).send({ error: 'this run is complete' });
  });

  app.post('/operator/reconciliation/runs/:id/complete', async (request, reply) => {
    const { id } = numberParameter.parse(request.params);
    const completed = await completeRun(services, id, {
      ...completionSchema.parse(request.body),
      by: request.operator,
    });
    if (completed.ok) return completed.value;
    const status = completed.error.code === 'unknown-run' ? 404 : 409;
    return reply.code(status).send({ error: describeCompletionError(completed.error) });
  });

  app.get('/operator/reconciliation/differences', async (request) => {
    const { which, run, after } = differencesQuery.parse(request.query);
    return listDifferences(db, run === undefined ? which : { run }, clock.now(), after);
  });

  app.post('/operator/reconciliation/differences/:id/assign', async (request, reply) => {
    const { id } = numberParameter.parse(request.params);
    const { owner } = assignmentSchema.parse(request.body);
    return sendChanged(reply, await assignDifference(db, id, { owner, by: request.operator }, clock.now()));
  });

  app.post('/operator/reconciliation/differences/:id/close', async (request, reply) => {
    const { id } = numberParameter.parse(request.params);
    const { reason } = closingSchema.parse(request.body);
    return sendChanged(reply, await closeDifference(db, id, { reason, by: request.operator }, clock.now()));
  });
}
