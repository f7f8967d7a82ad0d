import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { ZodError } from 'zod';
import type { Store } from '../db/database';
import { recordAction } from '../operators/actions';
import { findOperatorOfKey } from '../operators/keys';
import { sharedKey, type Operator } from '../operators/model';
import type { Services } from '../services';
import { addBillRoutes } from './bill-routes';
import { addChargeRoutes } from './charge-routes';
import { addChargebackRoutes } from './chargeback-routes';
import { addDailyCloseRoutes } from './daily-close-routes';
import { addLedgerRoutes } from './ledger-routes';
import { addMandateRoutes } from './mandate-routes';
import { addNamedOperatorRoutes } from './named-operator-routes';
import { addPartnerRoutes } from './partner-routes';
import { addPayerRoutes } from './payer-routes';
import { addPendingRoutes } from './pending-routes';
import { addPostingRoutes } from './posting-routes';
import { addReconciliationRoutes } from './reconciliation-routes';
import { addRefundRoutes } from './refund-routes';
import { addReviewRoutes } from './review-routes';
import { addSettingRoutes } from './setting-routes';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who gives the command: on the routes below `/operator` only. */
    operator: Operator;
  }
}

const scheme = 'Bearer ';

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/**
 * Adds the operator's routes, below `/operator`, with `Authorization: Bearer KEY`. Commands go through the running backend because only one
 * process can use the embedded store. KEY is the deployment's OPERATOR_KEY or that of a named operator.
 */
export function addOperatorRoutes(
  app: FastifyInstance,
  services: Services,
  { operatorKey, store }: { readonly operatorKey: string; readonly store: Store },
): void {
  const expected = digestOf(`${scheme}${operatorKey}`);
  app.decorateRequest('operator');
  app.addHook('onRequest', async (request, reply) => {
    request.callName = 'operator';
    const { authorization = '' } = request.headers;
    const operator = timingSafeEqual(digestOf(authorization), expected)
      ? sharedKey
      : await findOperatorOfKey(
          services.db,
          authorization.startsWith(scheme) ? authorization.slice(scheme.length) : '',
        );
    if (operator === null) return reply.code(401).send({ error: 'this is not an operator’s key' });
    request.operator = operator;
  });
  app.setErrorHandler(async (error: unknown, _request, reply) => {
    if (!(error instanceof ZodError)) throw error;
    const [issue] = error.issues;
    return reply.code(400).send({ error: `${issue?.path.join('.') || 'body'}: ${issue?.message ?? 'not understood'}` });
  });
  addNamedOperatorRoutes(app, services);
  addPartnerRoutes(app, services);
  addReviewRoutes(app, services);
  addPendingRoutes(app, services);
  addChargebackRoutes(app, services);
  addRefundRoutes(app, services);
  addBillRoutes(app, services);
  addPostingRoutes(app, services);
  addMandateRoutes(app, services);
  addChargeRoutes(app, services);
  addLedgerRoutes(app, services);
  addPayerRoutes(app, services);
  addReconciliationRoutes(app, services);
  addDailyCloseRoutes(app, services);
  addSettingRoutes(app, services);
  app.get('/operator/backup', async ({ operator }, reply) => {
    if (store.dump === undefined) return reply.code(409).send({ error: 'the store is a PostgreSQL: use pg_dump' });
    const { db, clock } = services;
    await recordAction(db, { operator, action: 'backup-taken', subject: 'store', reason: null, at: clock.now() });
    const archive = await store.dump();
    return reply.type('application/gzip').send(Buffer.from(await archive.arrayBuffer()));
  });
}
