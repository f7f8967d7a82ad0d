import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { callNames } from '@/lib/contract/calls';
import { linkCreate, orderContentSchema, orderCreate } from '@/lib/contract/orders';
import { accountNumberSchema, instantSchema, positiveSenSchema } from '@/lib/contract/primitives';
import { toMalaysiaDay } from '@/lib/domain/malaysia-time';
import { providerConditions } from '@/lib/domain/payment/provider-health';
import { quickPayPartnerKey } from '@/lib/domain/quick-pay-partner';
import { failure, success, type Result } from '@/lib/domain/result';
import type { MovableClock } from '../../backend/clock';
import { downtimeMessageSchema, listDowntimes, listDowntimeTargets, setDowntime } from '../../backend/config/downtimes';
import { lookAtBillNow } from '../../backend/auto-debit/charges/model';
import { lookAtRemindedBillNow } from '../../backend/bill-reminders/model';
import { findGatewayOfMethod, forgetBanks, listBanks, listWallets } from '../../backend/gateways-in-use';
import type { JobRunner } from '../../backend/jobs/runner';
import { findPartner } from '../../backend/partners/model';
import { resendWebhook } from '../../backend/partners/webhook-delivery';
import { makeBillLink } from '../../backend/partners/links';
import { createPartnerOrder } from '../../backend/partners/orders';
import { findActiveAttempt } from '../../backend/payments/model';
import { applyReport } from '../../backend/payments/reports';
import { listRefundableCredits } from '../../backend/refunds/model';
import { approveRefund, requestRefund, settleRefund } from '../../backend/refunds/service';
import type { Services } from '../../backend/services';
import type { SimulatorsClient } from './simulators-client';
import { bankButtons } from '../scenarios/bank-buttons';
import { callbackModes } from '../scenarios/callbacks';
import { chargeModes } from '../scenarios/cards';
import { billerModes, type SandboxBiller } from '../services/biller';
import type { SandboxCarrier } from '../services/carrier';
import { moveClock, readDuration } from './clock';
import { faultModes, listFaults, setFault } from '../services/faults';
import { findPayment, readHistory } from './payment-history';
import { readSetModes } from './set-modes';
import { makeProviderPayments } from './provider-payments';
import { resetStore } from './reset';

export interface ControlSettings {
  readonly services: Services;
  readonly clock: MovableClock;
  readonly jobs: JobRunner;
  readonly simulators: SimulatorsClient;
  readonly carrier: SandboxCarrier;
  readonly biller: SandboxBiller;
  readonly banksOrigin: string;
}

/** Why a control is refused: the HTTP status, and the wrong field if it is one field. */
export interface ControlRefusal {
  readonly status: 400 | 404 | 409 | 422;
  readonly field: string | null;
  readonly why: string;
}

const clockSchema = z.object({ advance: z.string().max(40) });
const downtimeSchema = z.object({
  method: z.string().min(1).max(40),
  from: instantSchema.optional(),
  until: instantSchema.nullable(),
  message: downtimeMessageSchema,
});
const settleSchema = z.object({ refid: z.string().max(40), outcome: z.enum(['successful', 'failed']) });
const chargebackSchema = z.object({
  refid: z.string().max(40),
  reason: z.string().min(1).max(64),
  outcome: z.enum(['opened', 'won', 'lost']).default('opened'),
});
const faultSchema = z.object({
  call: z.enum(callNames),
  mode: z.enum(faultModes),
  times: z.int().min(0).max(10_000).default(1),
});
/** What an order of the control has. */
export const orderSchema = orderContentSchema.extend({
  partnerKey: z.string().max(40).default(quickPayPartnerKey),
  items: orderCreate.request.shape.itemDescList,
  currency: orderCreate.request.shape.currencyCode.default('MYR'),
  charges: orderCreate.request.shape.additionalChargesList,
});
/** The simulators' mode of each outcome. */
const refundModes = {
  succeeded: 'refunded',
  failed: 'refused',
  pending: 'pending',
  lost: 'lost',
  down: 'down',
} as const;
const refundSchema = z.object({
  refid: z.string().max(40),
  /** Of a payment of several accounts: whose credit is refunded. */
  account: accountNumberSchema.optional(),
  amount: positiveSenSchema,
  reason: z.string().trim().min(1).max(1000),
  outcome: z.enum(['succeeded', 'failed', 'pending', 'lost', 'down']).optional(),
});
const refundSettlementSchema = z.object({ refund: z.string().max(40), outcome: z.enum(['succeeded', 'failed']) });
/** Requests, approves and settles the refunds of the controls. */
const [refundRequester, refundApprover] = [
  { isNamed: true, name: 'sandbox.requester' },
  { isNamed: true, name: 'sandbox.approver' },
] as const;
const billerSchema = z.object({ mode: z.enum(billerModes), times: z.int().min(0).max(10_000).default(1) });
const billSchema = z.object({
  accountNumber: accountNumberSchema,
  amount: positiveSenSchema,
  dueDate: z.iso.date(),
});
const chargeSchema = z.object({ mode: z.enum(chargeModes), times: z.int().min(0).max(10_000).default(1) });
const callbackSchema = z.object({ mode: z.enum(callbackModes), times: z.int().min(0).max(10_000).default(1) });
const decisionSchema = z.object({
  button: z.enum(bankButtons.map(({ value }) => value)),
  times: z.int().min(0).max(10_000).default(1),
});
const providerHealthSchema = z.object({
  method: z.enum(['fpx', 'fpxCorporate', 'm2u', 'wallet', 'duitnowQr']),
  provider: z.string().min(1).max(40).nullable().default(null),
  condition: z.enum(providerConditions),
});
const resendSchema = z.object({ partnerKey: z.string().max(40), eventId: z.string().max(40) });
/** The partner whose orders the control of providers makes. */
const payingPartnerKey = 'DEMO-SHOP';
const linkSchema = linkCreate.request.omit({ partnerKey: true });

function refuse(status: ControlRefusal['status'], why: string, field: string | null = null) {
  return failure<ControlRefusal>({ status, field, why });
}

async function listProviders(
  { gateways }: Pick<Services, 'gateways'>,
  method: z.output<typeof providerHealthSchema>['method'],
): Promise<readonly (string | null)[]> {
  if (method === 'wallet') return listWallets(gateways);
  if (method === 'm2u' || method === 'duitnowQr') return [null];
  return (await listBanks(gateways, method === 'fpx' ? 'personal' : 'corporate')).map(({ id }) => id);
}

/**
 * The sandbox's controls, used by the JSON routes and the console's forms. Each takes the request's body, and throws a ZodError if that is
 * not as documented in docs/sandbox.md.
 */
export function createControls(settings: ControlSettings) {
  const { services, clock, jobs, simulators: banks, carrier, biller } = settings;
  const { db } = services;
  const setPostingMode = (mode: (typeof billerModes)[number], times: number) =>
    services.biller.name === 'gsma' ? banks.setBillerMode(mode, times) : biller.setMode(mode, times);
  return {
    async reset() {
      await resetStore(db, services.encryption);
      clock.offsetMs = 0;
      forgetBanks(services.gateways);
      services.providerHealth.clear();
      await banks.reset();
      return { reset: true, now: clock.now().toISOString() };
    },

    async moveClock(sent: unknown): Promise<Result<{ now: string }, ControlRefusal>> {
      const byMs = readDuration(clockSchema.parse(sent).advance);
      if (byMs === null) return refuse(400, 'an ISO 8601 duration such as P5D or PT1H', 'advance');
      await moveClock(db, clock, byMs);
      await banks.setClock(clock.offsetMs);
      await jobs.runDue();
      await services.providerHealth.refresh();
      return success({ now: clock.now().toISOString() });
    },

    async changeConfig(sent: unknown) {
      await services.config.merge(z.record(z.string(), z.unknown()).parse(sent));
      return services.config.readWire();
    },

    restoreConfig: () => services.config.restoreDefaults(),

    async setDowntime(sent: unknown) {
      const { method, from, until, message } = downtimeSchema.parse(sent);
      const known = await listDowntimeTargets(services);
      if (!known.includes(method)) return refuse(400, `one of ${known.join(', ')}`, 'method');
      const start = from === undefined ? clock.now() : new Date(from);
      if (until !== null && new Date(until) <= start) return refuse(400, 'must lie after from', 'until');
      await setDowntime(services, method, until === null ? null : { from: start, until: new Date(until), message });
      return success({ method, from: until === null ? null : start.toISOString(), until });
    },

    async setProviderHealth(sent: unknown) {
      const { method, provider, condition } = providerHealthSchema.parse(sent);
      const gateway = findGatewayOfMethod(services.gateways, method);
      const partner = await findPartner(db, payingPartnerKey);
      if (gateway === null || partner === null) return refuse(409, 'no gateway serves it', 'method');
      const known = await listProviders(services, method);
      if (!known.includes(provider)) return refuse(400, `one of ${known.map(String).join(', ')}`, 'provider');
      await makeProviderPayments(services, { partner, gateway, method, provider }, condition);
      services.providerHealth.clear();
      await services.providerHealth.refresh();
      return success({ method, provider, condition });
    },

    async settle(sent: unknown) {
      const { refid, outcome } = settleSchema.parse(sent);
      const found = await findPayment(db, refid);
      if (found === null) return refuse(404, 'unknown payment');
      const attempt = findActiveAttempt(found.attempts);
      if (attempt === null) return refuse(409, 'nothing is pending');
      if (attempt.gateway === carrier.gateway.name) {
        const report = await carrier.settle(attempt.number, outcome);
        if (report === null) return refuse(409, 'nothing is pending');
        await applyReport(services, attempt, report, { by: 'callback', whenUnknown: null });
      } else if (!(await banks.settle(attempt.number, outcome))) {
        return refuse(409, 'the bank has nothing pending');
      }
      return success(await readHistory(db, found.order.refid));
    },

    async chargeBack(sent: unknown) {
      const { refid, ...dispute } = chargebackSchema.parse(sent);
      const found = await findPayment(db, refid);
      if (found === null) return refuse(404, 'unknown payment');
      const paid = found.attempts.find(({ state }) => state === 'successful');
      if (paid === undefined) return refuse(409, 'nothing is paid');
      if (!(await banks.dispute(paid.number, dispute)))
        return refuse(409, 'its gateway reports no such step of a chargeback');
      return success(await readHistory(db, found.order.refid));
    },

    async refund(sent: unknown) {
      const { refid, account, amount, reason, outcome } = refundSchema.parse(sent);
      const [credit, ...others] = await listRefundableCredits(db, refid, account ?? null);
      if (credit === undefined) return refuse(404, 'no credited payment');
      if (others.length > 0) return refuse(422, 'the payment is of several accounts', 'account');
      const source = { kind: 'credit', id: credit.id } as const;
      if (outcome !== undefined) await banks.setRefundMode(refundModes[outcome], 1);
      const requested = await requestRefund(services, { source, amount, reason, requestedBy: refundRequester });
      if (!requested.ok) return refuse(422, `at most ${credit.left} can be refunded`, 'amount');
      const { reference, state } = requested.value;
      if (state === 'requested') await approveRefund(services, reference, refundApprover);
      await jobs.runDue();
      return success({ refund: reference });
    },

    /** Ends a refund that waits for a person, as an operator would who has made the bank transfer, or could not. */
    async settleRefund(sent: unknown) {
      const { refund, outcome } = refundSettlementSchema.parse(sent);
      const note = 'settled in the sandbox';
      const evidence = { reference: `TRANSFER-${refund}`, date: toMalaysiaDay(clock.now().toISOString()), note };
      const settled = await settleRefund(
        services,
        refund,
        outcome === 'succeeded' ? { outcome, evidence } : { outcome, reason: note },
        refundApprover,
      );
      if (!settled.ok) {
        const { error } = settled;
        return error === 'unknown-refund'
          ? refuse(404, 'unknown refund')
          : refuse(409, 'the refund waits for no person');
      }
      await jobs.runDue();
      return success({ refund, state: settled.value.state });
    },

    async setFault(sent: unknown) {
      const { call, mode, times } = faultSchema.parse(sent);
      await setFault(db, call, mode, times);
      return { call, mode, times };
    },

    async setBillerMode(sent: unknown) {
      const { mode, times } = billerSchema.parse(sent);
      await setPostingMode(mode, times);
      return { mode, times };
    },

    async issueBill(sent: unknown) {
      const { accountNumber, amount, dueDate } = billSchema.parse(sent);
      if (services.biller.name !== 'sandbox') return refuse(409, 'only the connector sandbox issues bills');
      if ((await biller.describeAccount(accountNumber)) === null) return refuse(404, 'unknown account');
      await biller.issueBill(accountNumber, amount, dueDate);
      await lookAtBillNow(services, accountNumber);
      await lookAtRemindedBillNow(services, accountNumber);
      await jobs.runDue();
      return success(await biller.describeAccount(accountNumber));
    },

    async setChargeMode(sent: unknown) {
      const { mode, times } = chargeSchema.parse(sent);
      await banks.setChargeMode(mode, times);
      return { mode, times };
    },

    async setCallbackMode(sent: unknown) {
      const { mode, times } = callbackSchema.parse(sent);
      await banks.setCallbackMode(mode, times);
      return { mode, times };
    },

    async setDecision(sent: unknown) {
      const { button, times } = decisionSchema.parse(sent);
      await banks.setDecision(button, times);
      return { button, times };
    },

    async createOrder(sent: unknown) {
      const { items, charges, currency, ...order } = orderSchema.parse(sent);
      const partner = await findPartner(db, order.partnerKey);
      if (partner === null) return refuse(404, 'unknown partner');
      const request = {
        ...order,
        orderNumber: randomUUID(),
        itemDescList: items,
        additionalChargesList: charges,
        currencyCode: currency,
      };
      const made = await createPartnerOrder(services, partner, request, request);
      return made.ok ? made : refuse(422, made.error.code);
    },

    async resendWebhook(sent: unknown) {
      const { partnerKey, eventId } = resendSchema.parse(sent);
      if (!(await resendWebhook(db, partnerKey, eventId, clock.now())))
        return refuse(404, 'nothing is to be sent again');
      await jobs.runDue();
      const { lastFailure } = await db
        .selectFrom('webhooks')
        .select('last_failure as lastFailure')
        .where('event_id', '=', eventId)
        .executeTakeFirstOrThrow();
      return success({ eventId, lastFailure });
    },

    /** What is set and not used up. */
    /** Ends what was set at the controls and is in effect: outages, faults, behaviours and config; not the clock. */
    async endChanges() {
      const { gateways } = await readSetModes(settings);
      for (const { call, mode } of await listFaults(db)) await setFault(db, call, mode, 0);
      if (gateways?.decisions) await banks.setDecision(gateways.decisions.mode, 0);
      if (gateways?.callbacks) await banks.setCallbackMode(gateways.callbacks.mode, 0);
      if (gateways?.refunds) await banks.setRefundMode(gateways.refunds.mode, 0);
      if (gateways?.charges) await banks.setChargeMode(gateways.charges.mode, 0);
      await setPostingMode('accept', 0);
      for (const { target } of await listDowntimes(db, clock.now())) await setDowntime(services, target, null);
      await services.config.restoreDefaults();
    },

    readSetModes: () => readSetModes(settings),

    createLink: (sent: unknown) => makeBillLink(services, linkSchema.parse(sent)),
  };
}

export type SandboxControls = ReturnType<typeof createControls>;
