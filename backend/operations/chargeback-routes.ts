import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { instantSchema, senSchema } from '@/lib/contract/primitives';
import { chargebackOutcomes } from '@/lib/domain/payment/chargeback-states';
import { listChargebacks, type Chargeback } from '../chargebacks/model';
import {
  addChargeback,
  closeChargeback,
  recordEvidence,
  type AddRefusal,
  type ChangeRefusal,
} from '../chargebacks/service';
import { namedOperatorOnly } from '../operators/model';
import { reasonSchema } from '../operators/reason';
import type { Services } from '../services';
import { printable } from './printable-text';

const listQuery = z.object({ all: z.stringbool().default(false) });
const idParameter = z.object({ id: z.coerce.number<string>().int().min(1) });
const addSchema = z.strictObject({
  number: z.string().min(1).max(40),
  dispute: printable(64),
  amount: senSchema.min(1),
  reasonCode: printable(64),
  respondBy: instantSchema.nullable().default(null),
  reason: reasonSchema,
});
const evidenceSchema = z.strictObject({ note: reasonSchema });
const closeSchema = z.strictObject({ outcome: z.enum(chargebackOutcomes), reason: reasonSchema });

const addRefusals = {
  'unknown-attempt': { status: 404, error: 'there is no attempt with this number' },
  'no-money': { status: 409, error: 'this attempt has no money' },
  'too-much': { status: 409, error: 'this is more than was paid and is not charged back already' },
  'known-dispute': { status: 409, error: 'this dispute of the gateway is recorded already: see chargeback list --all' },
} as const satisfies Record<AddRefusal, { readonly status: number; readonly error: string }>;
const changeRefusals = {
  'unknown-chargeback': { status: 404, error: 'there is no such chargeback' },
  'closed-already': { status: 409, error: 'this chargeback is closed already' },
} as const satisfies Record<ChangeRefusal, { readonly status: number; readonly error: string }>;

/** A chargeback for an operator; amounts are sen, times ISO 8601. */
function describeChargeback(row: Chargeback) {
  return {
    id: row.id,
    state: row.state,
    gateway: row.gateway,
    dispute: row.dispute,
    refid: row.order_refid,
    amount: row.amount,
    reasonCode: row.reason_code,
    openedBy: row.opened_by,
    openedAt: row.opened_at.toISOString(),
    respondBy: row.respond_by?.toISOString() ?? null,
    evidence: row.evidence,
    evidenceAt: row.evidence_at?.toISOString() ?? null,
    contradictedBy: row.contradicted_by,
  };
}

/** Adds the routes for chargebacks: see docs/operate.md. */
export function addChargebackRoutes(app: FastifyInstance, services: Services): void {
  app.get('/operator/chargebacks', async (request) => {
    const { all } = listQuery.parse(request.query);
    return (await listChargebacks(services.db, { isOpen: !all })).map(describeChargeback);
  });

  app.post('/operator/chargebacks', async (request, reply) => {
    const { reason, respondBy, ...chargeback } = addSchema.parse(request.body);
    const { operator } = request;
    if (!operator.isNamed) return reply.code(403).send({ error: namedOperatorOnly });
    const deadline = respondBy === null ? null : new Date(respondBy);
    const added = await addChargeback(services, { ...chargeback, respondBy: deadline }, { operator, reason });
    if (added.ok) return describeChargeback(added.value);
    const { status, error } = addRefusals[added.error];
    return reply.code(status).send({ error });
  });

  app.post('/operator/chargebacks/:id/evidence', async (request, reply) => {
    const { id } = idParameter.parse(request.params);
    const { note } = evidenceSchema.parse(request.body);
    const { operator } = request;
    if (!operator.isNamed) return reply.code(403).send({ error: namedOperatorOnly });
    const result = await recordEvidence(services, id, { operator, note });
    if (result.ok) return { id, evidence: note };
    const { status, error } = changeRefusals[result.error];
    return reply.code(status).send({ error });
  });

  app.post('/operator/chargebacks/:id/close', async (request, reply) => {
    const { id } = idParameter.parse(request.params);
    const { outcome, reason } = closeSchema.parse(request.body);
    const { operator } = request;
    if (!operator.isNamed) return reply.code(403).send({ error: namedOperatorOnly });
    const result = await closeChargeback(services, id, { operator, outcome, reason });
    if (result.ok) return { id, outcome };
    const { status, error } = changeRefusals[result.error];
    return reply.code(status).send({ error });
  });
}
