import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { accountNumberSchema, instantSchema } from '@/lib/contract/primitives';
import { postingStates } from '@/lib/domain/payment/posting-states';
import { beginExport, listExports } from '../billers/exports';
import { confirmPostings, type Confirmation } from '../postings/confirmations';
import { listExported } from '../postings/exports';
import { listExportedReversals } from '../reversals/exports';
import type { Reversal } from '../reversals/model';
import { postingsQuery, type Posting } from '../postings/model';
import type { Services } from '../services';
import { printable } from './printable-text';

/** Bytes of one part of a file. */
const bodyLimit = 1024 * 1024;

const listSchema = z.object({
  state: z.enum(postingStates).optional(),
  account: accountNumberSchema.optional(),
});
const pageSchema = z.object({ after: z.coerce.number<string>().int().min(0).default(0) });
const exportParameter = z.object({ id: z.coerce.number<string>().int().min(1) });
const spanSchema = pageSchema.extend({ from: instantSchema, until: instantSchema });

const answerSchema = z.discriminatedUnion('status', [
  z.object({
    status: z.literal('accepted'),
    receiptNumber: printable(100),
    postedAt: instantSchema,
  }),
  z.object({ status: z.literal('refused'), reason: printable(200) }),
]);
const confirmSchema = z.object({
  isDryRun: z.boolean(),
  confirmations: z.array(z.object({ reference: z.string().min(1).max(100), answer: answerSchema })).max(500),
});

type SentConfirmation = z.output<typeof confirmSchema>['confirmations'][number];

function toConfirmation({ reference, answer }: SentConfirmation): Confirmation {
  if (answer.status === 'refused') return { reference, answer };
  const { postedAt, ...accepted } = answer;
  return { reference, answer: { ...accepted, postedAt: new Date(postedAt) } };
}

/** A posting for its operator; amounts are sen. */
function describePosting({ paidAt, sentAt, ...posting }: Posting) {
  return { ...posting, paidAt: paidAt.toISOString(), sentAt: sentAt?.toISOString() ?? null };
}

/** A reversal as its line of a file of payments: the amount is negative, and the time that of the refund. */
function describeReversal({ amount, createdAt, posting, sentAt, ...reversal }: Reversal) {
  const { postingState: _state, postingAnsweredAt: _answeredAt, ...line } = reversal;
  return {
    ...line,
    amount: -amount,
    paidAt: createdAt.toISOString(),
    sentAt: sentAt?.toISOString() ?? null,
    reverses: posting,
  };
}

/** The latest postings that a list shows. */
const listed = 100;

/** Adds the operator's routes for postings: see docs/operate.md. */
export function addPostingRoutes(app: FastifyInstance, services: Services): void {
  const { db, clock, biller } = services;

  app.get('/operator/postings', async (request) => {
    const { state, account } = listSchema.parse(request.query);
    const ofState = state === undefined ? postingsQuery(db) : postingsQuery(db).where('postings.state', '=', state);
    // An account has few postings, found by its index: with an `order by` the planner would scan the index of all postings.
    const found =
      account === undefined
        ? await ofState.orderBy('postings.id', 'desc').limit(listed).execute()
        : await ofState.where('credits.account_number', '=', account).execute();
    const postings = found.toSorted((one, other) => other.id - one.id).slice(0, listed);
    const exports = await listExports(db, 'postings');
    return {
      postings: postings.map(describePosting),
      exports: exports.map(({ count, ...one }) => ({ ...one, postings: count })),
    };
  });

  app.post('/operator/postings/exports', async (_request, reply) => {
    if (biller.postings !== null) {
      const error = `the connector ${biller.name} posts payments itself; a file can be written by date`;
      return reply.code(409).send({ error });
    }
    const begun = await beginExport(db, 'postings', biller.name, clock.now());
    if (begun === null) return reply.code(404).send({ error: 'no payment is queued: all were exported before' });
    return { id: begun.id, postings: begun.count, reversals: begun.reversals };
  });

  app.get('/operator/postings/exports/:id', async (request) => {
    const { id: exportId } = exportParameter.parse(request.params);
    const { after } = pageSchema.parse(request.query);
    return (await listExported(db, { exportId }, after)).map(describePosting);
  });

  app.get('/operator/postings/exports/:id/reversals', async (request) => {
    const { id: exportId } = exportParameter.parse(request.params);
    const { after } = pageSchema.parse(request.query);
    return (await listExportedReversals(db, exportId, after)).map(describeReversal);
  });

  app.get('/operator/postings/paid', async (request) => {
    const { from, until, after } = spanSchema.parse(request.query);
    const span = { from: new Date(from), until: new Date(until) };
    return (await listExported(db, span, after)).map(describePosting);
  });

  app.post('/operator/postings/confirmations', { bodyLimit }, async (request) => {
    const { isDryRun, confirmations } = confirmSchema.parse(request.body);
    return confirmPostings(db, confirmations.map(toConfirmation), { isDryRun, at: clock.now(), by: request.operator });
  });
}
