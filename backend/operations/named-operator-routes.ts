import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { addOperator, disableOperator, listOperators } from '../operators/keys';
import { listActions } from '../operators/actions';
import { operatorNameSchema } from '../operators/model';
import type { Services } from '../services';

const nameSchema = z.object({ name: operatorNameSchema });
const actionsQuery = z.object({ subject: z.string().min(1).max(100).optional() });

/**
 * Adds the routes for named operators, and for what operators have done. Only the deployment's OPERATOR_KEY makes and disables operators: one who
 * could would be two persons.
 */
export function addNamedOperatorRoutes(app: FastifyInstance, services: Services): void {
  const error = 'only the deployment’s OPERATOR_KEY adds and disables operators';

  app.get('/operator/operators', async () => listOperators(services.db));

  app.post('/operator/operators', async (request, reply) => {
    if (request.operator.isNamed) return reply.code(403).send({ error });
    const { name } = nameSchema.parse(request.body);
    const added = await addOperator(services, name, request.operator);
    return added.ok ? added.value : reply.code(409).send({ error: `${name} is enabled: disable it first` });
  });

  app.post('/operator/operators/:name/disable', async (request, reply) => {
    if (request.operator.isNamed) return reply.code(403).send({ error });
    const { name } = nameSchema.parse(request.params);
    const isDisabled = await disableOperator(services, name, request.operator);
    return isDisabled ? { disabled: name } : reply.code(404).send({ error: 'no operator of this name is enabled' });
  });

  app.get('/operator/actions', async (request) => listActions(services.db, actionsQuery.parse(request.query).subject));
}
