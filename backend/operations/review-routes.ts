import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { namedOperatorOnly } from '../operators/model';
import { reasonSchema } from '../operators/reason';
import type { Services } from '../services';
import { applyHeldMoney, type ApplyRefusal } from '../reviews/apply';
import { returnHeldMoney, type ReturnRefusal } from '../reviews/return';
import { endSameMovement, type SameMovementRefusal } from '../reviews/same-movement';
import { closeReview, listReview } from './review-queue';

const entryParameter = z.object({ id: z.string().max(64) });
const decisionSchema = z.object({ reason: reasonSchema });
const returnSchema = decisionSchema.extend({ evidence: reasonSchema.optional() });
const closingSchema = z.object({ note: reasonSchema });

const chargedBack = {
  status: 409,
  error: 'the gateway has taken this money back for a dispute: wait for its end; once it is lost, close this entry',
} as const;

const applyRefusals = {
  'unknown-entry': { status: 404, error: 'there is no such entry of money' },
  decided: { status: 409, error: 'this money was applied or returned already' },
  'order-paid': { status: 409, error: 'the order is paid: this money can be returned' },
  'amount-differs': { status: 409, error: 'the amount is not that of the order: this money can be returned' },
  'currency-differs': { status: 409, error: 'the currency is not that of the order: this money can be returned' },
  'reference-credited': {
    status: 409,
    error:
      'this money, by its gateway’s reference, was credited to another order: use review same, or review return with --evidence',
  },
  'charged-back': chargedBack,
} as const satisfies Record<ApplyRefusal, { readonly status: number; readonly error: string }>;

const returnRefusals = {
  'unknown-entry': { status: 404, error: 'there is no such entry of money' },
  decided: { status: 409, error: 'this money was applied or returned already' },
  'refunded-already': { status: 409, error: 'this money was refunded already, all or part of it' },
  'name-required': { status: 403, error: namedOperatorOnly },
  'evidence-required': {
    status: 409,
    error:
      'this money, by its gateway’s reference, was credited already: use review same, or --evidence that it is another payment',
  },
  'charged-back': chargedBack,
  'other-currency': {
    status: 409,
    error: 'money of another currency is not returned here: return it at the gateway, and close the entry',
  },
} as const satisfies Record<ReturnRefusal, { readonly status: number; readonly error: string }>;

const sameMovementRefusals = {
  'unknown-entry': { status: 404, error: 'there is no such entry of money' },
  decided: { status: 409, error: 'this money was applied, returned or ended already' },
  'own-reference': { status: 409, error: 'no other money has the reference of this one: apply or return it' },
  'refunded-already': { status: 409, error: 'this money was refunded already, all or part of it' },
  settled: { status: 409, error: 'a settlement file has this money besides the other: it is another payment' },
  'charged-back': chargedBack,
} as const satisfies Record<SameMovementRefusal, { readonly status: number; readonly error: string }>;

/** Why an entry is not closed with a note. */
function whyUnanswered(id: string): string {
  if (id.startsWith('attempt-')) {
    return 'the gateway has not told the outcome: the entry closes itself once it is known, or use pending settle';
  }
  if (id.startsWith('chargeback-'))
    return 'the chargeback is not decided: use chargeback evidence, or chargeback close';
  if (id.startsWith('refund-')) return 'this refund has not ended: use refund approve, reject or settle';
  return 'the biller has not answered: use postings confirm, or mandates confirm';
}

/** Adds the routes that list and close entries of the review queue. */
export function addReviewRoutes(app: FastifyInstance, services: Services): void {
  app.get('/operator/review', async () => listReview(services));

  app.post('/operator/review/:id/apply', async (request, reply) => {
    const { id } = entryParameter.parse(request.params);
    const { reason } = decisionSchema.parse(request.body);
    if (!request.operator.isNamed) return reply.code(403).send({ error: namedOperatorOnly });
    const applied = await applyHeldMoney(services, id, { operator: request.operator, reason });
    if (applied.ok) return { applied: id };
    const { status, error } = applyRefusals[applied.error];
    return reply.code(status).send({ error });
  });

  app.post('/operator/review/:id/return', async (request, reply) => {
    const { id } = entryParameter.parse(request.params);
    const decision = returnSchema.parse(request.body);
    if (!request.operator.isNamed) return reply.code(403).send({ error: namedOperatorOnly });
    const refund = await returnHeldMoney(services, id, { operator: request.operator, ...decision });
    if (refund.ok) return { returning: id, refund: refund.value.reference, state: refund.value.state };
    const { status, error } = returnRefusals[refund.error];
    return reply.code(status).send({ error });
  });

  app.post('/operator/review/:id/same', async (request, reply) => {
    const { id } = entryParameter.parse(request.params);
    const { reason } = decisionSchema.parse(request.body);
    if (!request.operator.isNamed) return reply.code(403).send({ error: namedOperatorOnly });
    const ended = await endSameMovement(services, id, { operator: request.operator, reason });
    if (ended.ok) return { ended: id };
    const { status, error } = sameMovementRefusals[ended.error];
    return reply.code(status).send({ error });
  });

  app.post('/operator/review/:id/close', async (request, reply) => {
    const { id } = entryParameter.parse(request.params);
    const { note } = closingSchema.parse(request.body);
    switch (await closeReview(services, id, { note, by: request.operator })) {
      case 'closed':
        return { closed: id };
      case 'unknown':
        return reply.code(404).send({ error: 'no such entry waits' });
      case 'money':
        return reply.code(409).send({ error: 'money is not closed with a note: use review apply, or review return' });
      case 'unanswered':
        return reply.code(409).send({
          error: whyUnanswered(id),
        });
    }
  });
}
