import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z, ZodError } from 'zod';
import { callNames } from '@/lib/contract/calls';
import { linkCreate, orderContentSchema, orderCreate } from '@/lib/contract/orders';
import { instantSchema } from '@/lib/contract/primitives';
import { paymentMethods } from '@/lib/domain/payment-methods';
import type { MovableClock } from '../clock';
import { setDowntime } from '../config/downtimes';
import { fpxBankNames } from '../gateways/fpx/banks';
import type { JobRunner } from '../jobs/runner';
import { readLedger } from '../ledger/model';
import { findPartner, quickPayPartner } from '../partners/model';
import { makeBillLink } from '../partners/links';
import { createPartnerOrder } from '../partners/orders';
import { wallets } from '../payments/choice';
import { instalmentPlans } from '../payments/instalments';
import { attemptUnderWay, loadPayment } from '../payments/model';
import { applyReport } from '../payments/reports';
import type { Services } from '../services';
import type { BanksControl } from './banks-control';
import type { SandboxCarrier } from './carrier';
import { moveClock, readDuration } from './clock-state';
import { faultModes, orderFault } from './faults';
import { readHistory } from './history';
import { listMessages } from './messages';
import { buildSandboxPage } from './page';
import { resetStore } from './reset';
import { createStepControl, stepsSchema } from './steps';

export interface SandboxSettings {
  readonly services: Services;
  readonly clock: MovableClock;
  readonly jobs: JobRunner;
  readonly banks: BanksControl;
  readonly carrier: SandboxCarrier;
  readonly banksOrigin: string;
}

const clockSchema = z.object({ advance: z.string().max(40) });
const downtimeSchema = z.object({
  method: z.string().min(1).max(40),
  from: instantSchema.optional(),
  until: instantSchema.nullable(),
});
const settleSchema = z.object({ refid: z.string().max(40), outcome: z.enum(['successful', 'failed']) });
const faultSchema = z.object({
  call: z.enum(callNames),
  mode: z.enum(faultModes),
  times: z.int().min(0).max(10_000).default(1),
});
const orderSchema = orderContentSchema.extend({
  partnerKey: z.string().max(40).default(quickPayPartner),
  items: orderCreate.request.shape.itemDescList,
  currency: orderCreate.request.shape.currencyCode.default('MYR'),
  charges: orderCreate.request.shape.additionalChargesList,
});
const linkSchema = linkCreate.request.omit({ partnerKey: true });
const messagesSchema = z.object({ to: z.string().max(254).optional() });
const referenceSchema = z.object({ reference: z.string().max(40) });

/** What an outage may be ordered for, each name once: methods, FPX's banks, wallets, carriers and the banks of instalment plans. */
function listDowntimeTargets(carrier: SandboxCarrier): readonly string[] {
  const banks = Object.values(fpxBankNames).flatMap((names) => Object.keys(names));
  const plans = instalmentPlans.map(({ bank }) => bank);
  return [...new Set([...paymentMethods, ...wallets, ...carrier.names, ...plans, ...banks])];
}

function refuseControl(reply: FastifyReply, status: number, why: string): FastifyReply {
  return reply.code(status).send({ error: why });
}

/** Adds the sandbox's controls: see docs. They exist only where the sandbox is on. */
export function addSandboxRoutes(app: FastifyInstance, settings: SandboxSettings): void {
  const { services, clock, jobs, banks } = settings;
  const { db } = services;
  const steps = createStepControl();

  app.addHook('onRequest', async (request) => {
    request.callName = 'sandbox';
  });
  app.setErrorHandler(async (error: unknown, _request, reply) => {
    if (error instanceof ZodError) {
      const [issue] = error.issues;
      return refuseControl(reply, 400, `${issue?.path.join('.') || 'body'}: ${issue?.message ?? 'not understood'}`);
    }
    throw error;
  });

  app.post('/sandbox/reset', async () => {
    await resetStore(db, services.sealer);
    clock.offsetMs = 0;
    services.gateways.forgetBanks();
    await banks.reset();
    return { reset: true, now: clock.now().toISOString() };
  });

  app.post('/sandbox/clock', async (request, reply) => {
    const byMs = readDuration(clockSchema.parse(request.body).advance);
    if (byMs === null) return refuseControl(reply, 400, 'advance: an ISO 8601 duration such as P5D or PT1H');
    await moveClock(db, clock, byMs);
    await banks.setClock(clock.offsetMs);
    await jobs.runDue();
    return { now: clock.now().toISOString() };
  });

  app.post('/sandbox/config', async (request) => {
    await services.config.merge(z.record(z.string(), z.unknown()).parse(request.body));
    return services.config.readWire();
  });

  app.post('/sandbox/downtime', async (request, reply) => {
    const { method, from, until } = downtimeSchema.parse(request.body);
    const known = listDowntimeTargets(settings.carrier);
    if (!known.includes(method)) return refuseControl(reply, 400, `method: one of ${known.join(', ')}`);
    const start = from === undefined ? clock.now() : new Date(from);
    if (until !== null && new Date(until) <= start) return refuseControl(reply, 400, 'until: must lie after from');
    await setDowntime(db, method, until === null ? null : { from: start, until: new Date(until) });
    return { method, from: until === null ? null : start.toISOString(), until };
  });

  app.post('/sandbox/settle', async (request, reply) => {
    const { refid, outcome } = settleSchema.parse(request.body);
    const byRefid = await loadPayment(db, { refid });
    const found = byRefid.ok ? byRefid : await loadPayment(db, { paymentId: refid });
    if (!found.ok) return refuseControl(reply, 404, 'unknown payment');
    const attempt = attemptUnderWay(found.value.attempts);
    if (attempt === null) return refuseControl(reply, 409, 'nothing is pending');
    if (attempt.gateway === settings.carrier.gateway.name) {
      const report = await settings.carrier.settle(attempt.number, outcome);
      if (report === null) return refuseControl(reply, 409, 'nothing is pending');
      await applyReport(services, attempt, report, { by: 'callback', whenUnknown: null });
    } else if (!(await banks.settle(attempt.number, outcome))) {
      return refuseControl(reply, 409, 'the bank has nothing pending');
    }
    return readHistory(db, found.value.order.refid);
  });

  app.post('/sandbox/faults', async (request) => {
    const { call, mode, times } = faultSchema.parse(request.body);
    await orderFault(db, call, mode, times);
    return { call, mode, times };
  });

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

  app.get('/sandbox/messages', async (request) => {
    await jobs.runDue();
    return listMessages(db, messagesSchema.parse(request.query).to ?? null);
  });

  app.post('/sandbox/orders', async (request, reply) => {
    const { items, charges, currency, ...order } = orderSchema.parse(request.body);
    const partner = await findPartner(db, order.partnerKey);
    if (partner === null) return refuseControl(reply, 404, 'unknown partner');
    const made = await createPartnerOrder(services, partner, {
      ...order,
      orderNumber: randomUUID(),
      itemDescList: items,
      additionalChargesList: charges,
      currencyCode: currency,
    });
    return made.ok ? made.value : refuseControl(reply, 422, made.error.code);
  });

  app.post('/sandbox/links', async (request) => {
    return makeBillLink(services, linkSchema.parse(request.body));
  });

  app.get('/sandbox', async (_request, reply) => {
    await jobs.runDue();
    const page = buildSandboxPage({
      publicOrigin: services.publicOrigin,
      banksOrigin: settings.banksOrigin,
      now: clock.now(),
      messages: await listMessages(db, null),
    });
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
      .send(page);
  });
}
