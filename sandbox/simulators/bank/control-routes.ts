import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { billerModes, type BillerStore } from '../gsma/biller-store';
import type { BillerCallbacks } from '../gsma/callbacks';
import { faultModes, type CallFaults } from '../providers/call-faults';
import type { Provider } from '../providers/provider';
import { bankButtons } from '../../scenarios/bank-buttons';
import { callbackModes } from '../../scenarios/callbacks';
import { chargeModes } from '../../scenarios/cards';
import { refundModes, type BankStore } from './bank-store';
import { isUndecided, refundStateAt, stateAt, type RailName } from './bank-payment';
import type { CallbackSender } from './callback-sender';
import type { GatewayProtocol } from './gateway-protocol';

export interface ControlRoutesSettings {
  readonly bankStore: BankStore;
  readonly biller: BillerStore;
  readonly billerCallbacks: BillerCallbacks;
  readonly callbacks: CallbackSender;
  readonly protocols: Readonly<Record<RailName, GatewayProtocol>>;
  /** The payment providers, which keep their payments themselves. */
  readonly providers: readonly Provider[];
  readonly faults: CallFaults;
}

const clockSchema = z.union([z.object({ offsetMs: z.int() }), z.object({ now: z.iso.datetime({ offset: true }) })]);
const settleSchema = z.object({ number: z.string(), outcome: z.enum(['successful', 'failed']) });
const disputeSchema = z.object({
  number: z.string(),
  outcome: z.enum(['opened', 'won', 'lost']).default('opened'),
  reason: z.string().min(1).max(64),
  amount: z.int().min(1).optional(),
});
const refundSchema = z.object({ mode: z.enum(refundModes), times: z.int().min(0).max(1_000_000).default(1) });
const chargeSchema = z.object({ mode: z.enum(chargeModes), times: z.int().min(0).max(1_000_000).default(1) });
const bankSchema = z.object({ bankId: z.string().min(1).max(40), online: z.boolean() });
const billerSchema = z.object({ mode: z.enum(billerModes), times: z.int().min(0).max(1_000_000).default(1) });
const accountSchema = z.object({ accountNumber: z.string() });
const faultSchema = z.object({
  call: z.string().min(1).max(60),
  mode: z.enum(faultModes),
  times: z.int().min(0).max(1_000_000).default(1),
});
const callbackSchema = z.object({ mode: z.enum(callbackModes), times: z.int().min(0).max(1_000_000).default(1) });
const decisionSchema = z.object({
  button: z.enum(bankButtons.map(({ value }) => value)),
  times: z.int().min(0).max(1_000_000).default(1),
});
const numberSchema = z.object({ number: z.string() });

/** The controls that the backend's sandbox uses. */
export function registerControlRoutes(
  app: FastifyInstance,
  { bankStore, biller, billerCallbacks, callbacks, protocols, providers, faults }: ControlRoutesSettings,
): void {
  // Browsers send the origin of a request, the backend does not: pages must not use the controls.
  app.addHook('onRequest', async (request, reply) => {
    if (!request.url.startsWith('/control/')) return;
    const comesFromPage = request.headers['sec-fetch-site'] !== undefined || request.headers.origin !== undefined;
    if (comesFromPage) return reply.code(403).send({ error: 'not-for-pages' });
  });

  app.post('/control/reset', () => {
    callbacks.cancelAll();
    billerCallbacks.cancelAll();
    for (const provider of providers) provider.stop();
    bankStore.reset();
    biller.reset();
    faults.reset();
    for (const provider of providers) provider.reset();
    return { reset: true };
  });

  /** The first answer of a provider that has the payment; null if none has it. */
  async function askProviders<Value>(ask: (provider: Provider) => Promise<Value | null>): Promise<Value | null> {
    for (const provider of providers) {
      const answer = await ask(provider);
      if (answer !== null) return answer;
    }
    return null;
  }

  app.post('/control/clock', async (request, reply) => {
    const parsed = clockSchema.safeParse(request.body);
    if (!parsed.success) return reply.code(400).send({ error: 'offsetMs or now is required' });
    bankStore.moveClock('offsetMs' in parsed.data ? parsed.data.offsetMs : Date.parse(parsed.data.now) - Date.now());
    await Promise.all([callbacks, ...providers].map((sender) => sender.runDue()));
    return { now: new Date(bankStore.now()).toISOString() };
  });

  app.post('/control/settle', async (request, reply) => {
    const parsed = settleSchema.safeParse(request.body);
    if (!parsed.success) return reply.code(400).send({ error: 'number and outcome are required' });
    const payment = bankStore.find(parsed.data.number);
    if (!payment) {
      const { number, outcome } = parsed.data;
      const isSettled = await askProviders((provider) => provider.settle(number, outcome));
      if (isSettled === null) return reply.code(404).send({ error: 'unknown' });
      return isSettled ? { number, outcome } : reply.code(409).send({ error: 'ended' });
    }
    if (!isUndecided(payment)) return reply.code(409).send({ error: 'ended', state: payment.state });
    const state = parsed.data.outcome === 'successful' ? 'approved' : 'declined';
    const decided = bankStore.decide(payment, { state, reason: '', button: payment.button });
    const protocol = protocols[decided.rail];
    const delivered = await callbacks.send({
      number: decided.number,
      url: protocol.callbackUrl(decided),
      fields: protocol.signReport(decided, 'callback'),
    });
    return { number: decided.number, outcome: parsed.data.outcome, delivered };
  });

  app.post('/control/dispute', async (request, reply) => {
    const parsed = disputeSchema.safeParse(request.body);
    if (!parsed.success) return reply.code(400).send({ error: 'number and reason are required' });
    const { number, outcome, reason } = parsed.data;
    const payment = bankStore.find(number);
    if (!payment) {
      const isReported = await askProviders((provider) => provider.dispute(number, parsed.data));
      if (isReported === null) return reply.code(404).send({ error: 'unknown' });
      return isReported ? { number, outcome } : reply.code(409).send({ error: 'not-disputable' });
    }
    const protocol = protocols[payment.rail];
    const { amount = payment.amount } = parsed.data;
    const isPaid = stateAt(payment, bankStore.now()) === 'approved';
    if (!isPaid || amount > payment.amount || protocol.signDispute === undefined) {
      return reply.code(409).send({ error: 'not-disputable' });
    }
    const delivered = await callbacks.send({
      // Not in place of the payment's own callback, nor of another step of the dispute.
      number: `${number}/dispute-${outcome}`,
      url: protocol.callbackUrl(payment),
      fields: protocol.signDispute(payment, { outcome, reason, amount }),
    });
    return { number, outcome, delivered };
  });

  app.post('/control/banks', (request, reply) => {
    const parsed = bankSchema.safeParse(request.body);
    if (!parsed.success) return reply.code(400).send({ error: 'bankId and online are required' });
    bankStore.setBankOnline(parsed.data.bankId, parsed.data.online);
    return parsed.data;
  });

  app.post('/control/refunds', (request, reply) => {
    const parsed = refundSchema.safeParse(request.body);
    if (!parsed.success) return reply.code(400).send({ error: 'mode and times are required' });
    bankStore.setRefundMode(parsed.data.mode, parsed.data.times);
    return parsed.data;
  });

  app.post('/control/charges', (request, reply) => {
    const parsed = chargeSchema.safeParse(request.body);
    if (!parsed.success) return reply.code(400).send({ error: 'mode and times are required' });
    bankStore.setChargeMode(parsed.data.mode, parsed.data.times);
    return parsed.data;
  });

  app.post('/control/faults', (request, reply) => {
    const parsed = faultSchema.safeParse(request.body);
    if (!parsed.success) return reply.code(400).send({ error: 'call, mode and times are required' });
    faults.set(parsed.data.call, parsed.data.mode, parsed.data.times);
    return parsed.data;
  });

  app.post('/control/callbacks', (request, reply) => {
    const parsed = callbackSchema.safeParse(request.body);
    if (!parsed.success) return reply.code(400).send({ error: 'mode and times are required' });
    bankStore.setCallbackMode(parsed.data.mode, parsed.data.times);
    return parsed.data;
  });

  app.post('/control/decisions', (request, reply) => {
    const parsed = decisionSchema.safeParse(request.body);
    if (!parsed.success) return reply.code(400).send({ error: 'button and times are required' });
    bankStore.setDecision(parsed.data.button, parsed.data.times);
    return parsed.data;
  });

  app.get('/control/modes', () => bankStore.listModes());

  app.post('/control/biller', (request, reply) => {
    const asked = billerSchema.safeParse(request.body);
    if (!asked.success) return reply.code(400).send({ error: 'mode and times are wanted' });
    biller.setMode(asked.data.mode, asked.data.times);
    return asked.data;
  });

  app.get('/control/biller/:accountNumber', (request, reply) => {
    const asked = accountSchema.safeParse(request.params);
    const account = asked.success ? biller.describeAccount(asked.data.accountNumber) : null;
    return account ?? reply.code(404).send({ error: 'unknown' });
  });

  app.get('/control/payments/:number', async (request, reply) => {
    const parsed = numberSchema.safeParse(request.params);
    if (!parsed.success) return reply.code(404).send({ error: 'unknown' });
    const payment = bankStore.find(parsed.data.number);
    if (!payment) {
      const described = await askProviders(async (provider) => provider.describe(parsed.data.number));
      return described ?? reply.code(404).send({ error: 'unknown' });
    }
    const { number, rail, amount, currency, reference, reason, button } = payment;
    const state = stateAt(payment, bankStore.now());
    const refunds = bankStore.listRefunds(number).map((refund) => {
      return { reference: refund.reference, amount: refund.amount, state: refundStateAt(refund, bankStore.now()) };
    });
    return { number, rail, state, amount, currency, reference, reason, button, refunds };
  });
}
