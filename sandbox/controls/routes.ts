import type { FastifyInstance, FastifyReply } from 'fastify';
import { z, ZodError } from 'zod';
import type { Result } from '@/lib/domain/result';
import { readLedger } from '../../backend/ledger/model';
import { addConsole } from '../console/routes';
import { createControls, type ControlRefusal, type ControlSettings } from './controls';
import { readHistory } from './payment-history';
import { listMessages } from '../services/messages';
import { isCrossOriginPost } from './same-origin';
import { createFaultPointControl, stepsSchema } from './fault-points';

const messagesSchema = z.object({ to: z.string().max(254).optional() });
const accountSchema = z.object({ accountNumber: z.string().max(40) });
const referenceSchema = z.object({ reference: z.string().max(40) });

function refuseControl(reply: FastifyReply, status: number, why: string): FastifyReply {
  return reply.code(status).send({ error: why });
}

function answer(reply: FastifyReply, result: Result<object | null, ControlRefusal>): FastifyReply {
  if (result.ok) return reply.send(result.value);
  const { status, field, why } = result.error;
  return refuseControl(reply, status, field === null ? why : `${field}: ${why}`);
}

/** Adds the sandbox's controls and its console: see docs/sandbox.md. */
export async function addSandboxRoutes(app: FastifyInstance, settings: ControlSettings): Promise<void> {
  const { services, jobs, biller } = settings;
  const { db } = services;
  const controls = createControls(settings);
  const steps = createFaultPointControl();

  app.addHook('onRequest', async (request, reply) => {
    request.callName = 'sandbox';
    // Browsers send the origin of a request, test suites do not: pages of other sites must not use the controls.
    if (request.method === 'POST' && isCrossOriginPost(request.headers)) {
      return refuseControl(reply, 403, 'sent by a page of another site');
    }
  });
  app.setErrorHandler(async (error: unknown, _request, reply) => {
    if (error instanceof ZodError) {
      const [issue] = error.issues;
      return refuseControl(reply, 400, `${issue?.path.join('.') || 'body'}: ${issue?.message ?? 'not understood'}`);
    }
    throw error;
  });

  app.post('/sandbox/reset', () => controls.reset());
  app.post('/sandbox/clock', async (request, reply) => answer(reply, await controls.moveClock(request.body)));
  app.post('/sandbox/config', (request) => controls.changeConfig(request.body));
  app.post('/sandbox/downtime', async (request, reply) => answer(reply, await controls.setDowntime(request.body)));
  app.post('/sandbox/provider-health', async (request, reply) =>
    answer(reply, await controls.setProviderHealth(request.body)),
  );
  app.post('/sandbox/settle', async (request, reply) => answer(reply, await controls.settle(request.body)));
  app.post('/sandbox/chargebacks', async (request, reply) => answer(reply, await controls.chargeBack(request.body)));
  app.post('/sandbox/refunds', async (request, reply) => answer(reply, await controls.refund(request.body)));
  app.post('/sandbox/refunds/settle', async (request, reply) =>
    answer(reply, await controls.settleRefund(request.body)),
  );
  app.post('/sandbox/faults', (request) => controls.setFault(request.body));
  app.post('/sandbox/biller', (request) => controls.setBillerMode(request.body));
  app.post('/sandbox/bills', async (request, reply) => answer(reply, await controls.issueBill(request.body)));
  app.post('/sandbox/charges', (request) => controls.setChargeMode(request.body));
  app.post('/sandbox/callbacks', (request) => controls.setCallbackMode(request.body));
  app.post('/sandbox/decisions', (request) => controls.setDecision(request.body));
  app.post('/sandbox/orders', async (request, reply) => answer(reply, await controls.createOrder(request.body)));
  app.post('/sandbox/links', (request) => controls.createLink(request.body));

  app.post('/sandbox/steps', async (request) => {
    const { killAt } = stepsSchema.parse(request.body);
    steps.begin(killAt);
    return { killAt };
  });

  app.get('/sandbox/steps', async () => steps.list());

  app.get('/sandbox/payments/:reference', async (request, reply) => {
    const history = await readHistory(db, referenceSchema.parse(request.params).reference);
    return history ?? refuseControl(reply, 404, 'unknown payment');
  });

  app.get('/sandbox/ledger', () => readLedger(db));

  app.get('/sandbox/biller/:accountNumber', async (request, reply) => {
    await jobs.runDue();
    const { accountNumber } = accountSchema.parse(request.params);
    const account = await (services.biller.name === 'gsma'
      ? settings.simulators.describeBillerAccount(accountNumber)
      : biller.describeAccount(accountNumber));
    return account ?? refuseControl(reply, 404, 'unknown account');
  });

  app.get('/sandbox/messages', async (request) => {
    await jobs.runDue();
    return listMessages(db, messagesSchema.parse(request.query).to ?? null);
  });

  await app.register(async (scope) => addConsole(scope, settings, controls));
}
