import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { accountNumberSchema, positiveSenSchema } from '@/lib/contract/primitives';
import { formatPlainRinggit, sen } from '@/lib/domain/money';
import { refundStates } from '@/lib/domain/payment/refund-states';
import type { Result } from '@/lib/domain/result';
import { reasonSchema } from '../operators/reason';
import {
  findRefidOf,
  findRefund,
  listRefundableCredits,
  refundsQuery,
  type Refund,
  type RefundableCredit,
} from '../refunds/model';
import {
  approveRefund,
  rejectRefund,
  requestRefund,
  settleRefund,
  type RefundDecisionError,
  type RefundRequestError,
  type SettlementError,
} from '../refunds/service';
import type { Services } from '../services';
import { printable } from './printable-text';

const referenceSchema = z.string().min(1).max(64);
const referenceParameter = z.object({ reference: referenceSchema });
const requestSchema = z.object({
  /** The payment's reference or payment id. */
  payment: referenceSchema,
  /** Of a payment of several accounts: whose credit is returned. */
  account: accountNumberSchema.optional(),
  /** Sen; absent: all that is left. */
  amount: positiveSenSchema.optional(),
  reason: reasonSchema,
  byTransfer: z.boolean().default(false),
});
const rejectionSchema = z.object({ reason: reasonSchema });
const settlementSchema = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('succeeded'),
    evidence: z.object({ reference: printable(100), date: z.iso.date(), note: reasonSchema }),
  }),
  z.object({ outcome: z.literal('failed'), reason: reasonSchema }),
]);
const listSchema = z.object({ state: z.enum(refundStates).optional(), payment: referenceSchema.optional() });

/** The latest refunds that a list shows. */
const listed = 100;

/** A refund for its operator; amounts are sen, times ISO 8601. */
function describeRefund({ requestedAt, decidedAt, sentAt, endedAt, ...refund }: Refund) {
  const { id: _id, attemptId: _attemptId, creditId: _creditId, method: _method, reviewId, ...shown } = refund;
  return {
    ...shown,
    isHeldMoney: reviewId !== null,
    requestedAt: requestedAt.toISOString(),
    decidedAt: decidedAt?.toISOString() ?? null,
    sentAt: sentAt?.toISOString() ?? null,
    endedAt: endedAt?.toISOString() ?? null,
  };
}

const nameRequired =
  'this needs an operator’s own key: the shared OPERATOR_KEY tells nobody’s name (npm run ops -- operator add)';

const decisionErrors = {
  'unknown-refund': { status: 404, error: 'there is no refund with this reference' },
  'decided-already': { status: 409, error: 'this refund does not wait for an approval' },
  'name-required': { status: 403, error: nameRequired },
  'same-person': { status: 403, error: 'another operator than its requester approves a refund' },
  'charged-back': { status: 409, error: 'the payment was charged back meanwhile: reject this refund' },
  'future-date': {
    status: 409,
    error: 'the date of the transfer is in the future: record the transfer once it is made',
  },
  'not-open': { status: 409, error: 'this refund waits for no person: see its state' },
  'not-sent': {
    status: 409,
    error:
      'this refund was not sent yet: to return its money otherwise, settle it as failed and request a bank transfer',
  },
  'being-asked': { status: 409, error: 'the gateway is asked about this refund right now: try again in two minutes' },
  'not-overdue': { status: 409, error: 'the gateway still has time to answer: a day after the refund was sent' },
} as const satisfies Record<RefundDecisionError | SettlementError, { readonly status: number; readonly error: string }>;

/** The payment has several credits, and the request does not say of which account. */
interface AccountNeeded {
  readonly code: 'account-needed';
  readonly accounts: readonly RefundableCredit[];
}

/** Describes why a refund was not requested; `isOfAccount`: it was to be of one account of several. */
function describeRequestError(
  error: RefundRequestError | AccountNeeded,
  isOfAccount: boolean,
): { readonly status: number; readonly error: string } {
  switch (error.code) {
    case 'account-needed': {
      const accounts = error.accounts.map(
        ({ accountNumber, left }) => `${accountNumber} (RM${formatPlainRinggit(sen(left))} left)`,
      );
      return { status: 409, error: `the payment is of several accounts; say which: ${accounts.join(', ')}` };
    }
    case 'unknown-source':
      return { status: 404, error: 'there is no credited payment of this reference and account' };
    case 'other-currency':
      return { status: 409, error: 'money of another currency is not returned here' };
    case 'too-much':
      return {
        status: 409,
        error: `at most RM${formatPlainRinggit(sen(error.left))} of this ${isOfAccount ? 'account’s part of the ' : ''}payment can be refunded`,
      };
    case 'name-required':
      return { status: 403, error: nameRequired };
  }
}

/** Adds the operator's routes for refunds: see docs/operate.md. */
export function addRefundRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services;

  function answer(reply: FastifyReply, result: Result<Refund, keyof typeof decisionErrors>) {
    if (result.ok) return describeRefund(result.value);
    const { status, error } = decisionErrors[result.error];
    return reply.code(status).send({ error });
  }
  function refuse(reply: FastifyReply, refusal: RefundRequestError | AccountNeeded, isOfAccount = false) {
    const { status, error } = describeRequestError(refusal, isOfAccount);
    return reply.code(status).send({ error });
  }

  app.get('/operator/refunds', async (request) => {
    const { state, payment } = listSchema.parse(request.query);
    const query = refundsQuery(db).orderBy('refunds.id', 'desc').limit(listed);
    const ofState = state === undefined ? query : query.where('refunds.state', '=', state);
    if (payment === undefined) return (await ofState.execute()).map(describeRefund);
    const refid = await findRefidOf(db, payment);
    if (refid === null) return [];
    return (await ofState.where('refunds.order_refid', '=', refid).execute()).map(describeRefund);
  });

  app.get('/operator/refunds/:reference', async (request, reply) => {
    const refund = await findRefund(db, referenceParameter.parse(request.params));
    return refund === null
      ? reply.code(404).send({ error: 'there is no refund with this reference' })
      : describeRefund(refund);
  });

  app.post('/operator/refunds', async (request, reply) => {
    const { payment, account, amount, reason, byTransfer } = requestSchema.parse(request.body);
    const credits = await listRefundableCredits(db, payment, null);
    const isOfSeveral = credits.length > 1;
    if (isOfSeveral && account === undefined) return refuse(reply, { code: 'account-needed', accounts: credits });
    const credit = credits.find(({ accountNumber }) => account === undefined || accountNumber === account);
    if (credit === undefined) return refuse(reply, { code: 'unknown-source' });
    if (amount === undefined && credit.left === 0) return refuse(reply, { code: 'too-much', left: 0 }, isOfSeveral);
    const requested = await requestRefund(services, {
      source: { kind: 'credit', id: credit.id },
      amount: amount ?? credit.left,
      ...{ reason, byTransfer, requestedBy: request.operator },
    });
    return requested.ok ? describeRefund(requested.value) : refuse(reply, requested.error, isOfSeveral);
  });

  app.post('/operator/refunds/:reference/approve', async (request, reply) => {
    const { reference } = referenceParameter.parse(request.params);
    return answer(reply, await approveRefund(services, reference, request.operator));
  });

  app.post('/operator/refunds/:reference/reject', async (request, reply) => {
    const { reference } = referenceParameter.parse(request.params);
    const { reason } = rejectionSchema.parse(request.body);
    return answer(reply, await rejectRefund(services, reference, { rejectedBy: request.operator, reason }));
  });

  app.post('/operator/refunds/:reference/settle', async (request, reply) => {
    const { reference } = referenceParameter.parse(request.params);
    const settlement = settlementSchema.parse(request.body);
    return answer(reply, await settleRefund(services, reference, settlement, request.operator));
  });
}
