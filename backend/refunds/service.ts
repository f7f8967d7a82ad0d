import { toMalaysiaDay } from '@/lib/domain/malaysia-time';
import { failure, success, type Result } from '@/lib/domain/result';
import { sumChargedBackOf } from '../chargebacks/model';
import { afterCommit, inTransaction, type Trx } from '../db/database';
import type { RefundEvidence } from '../db/tables';
import { findGateway } from '../gateways-in-use';
import { lockUnclaimedJob, scheduleJob } from '../jobs/model';
import { recordAction } from '../operators/actions';
import { areTwoNamedPersons, type Operator } from '../operators/model';
import { lockPayment } from '../payments/model';
import { currency } from '../payments/reports';
import { writeHistory } from '../payments/transitions';
import { createRefundReference } from '../random-ids';
import type { Services } from '../services';
import { completeRefund, failRefund } from './completion';
import {
  findRefund,
  readLeftOfCredit,
  readRefunding,
  refundsOverdueSince,
  sumRefunding,
  type Refund,
  type RefundSource,
} from './model';
import { transitionRefund } from './transitions';

/** A refund that an operator requests. */
export interface RefundRequest {
  readonly source: RefundSource;
  /** Sen. */
  readonly amount: number;
  readonly reason: string;
  readonly requestedBy: Operator;
  /** Returned by bank transfer, also where the gateway could return it: for a refund that the gateway has refused. */
  readonly byTransfer?: boolean;
}

export type RefundRequestError =
  | { readonly code: 'unknown-source' }
  /** Held money of another currency than ringgit, which a person returns. */
  | { readonly code: 'other-currency' }
  /** `left`: sen that can be refunded still. */
  | { readonly code: 'too-much'; readonly left: number }
  /** Above the limit the operator must be a named one. */
  | { readonly code: 'name-required' };

interface SourceMoney {
  readonly refid: string;
  readonly attemptId: number;
  /** In sen of the currency. */
  readonly amount: number;
  readonly currency: string;
}

async function findSource(trx: Trx, { kind, id }: RefundSource): Promise<SourceMoney | null> {
  const columns = ['order_refid as refid', 'attempt_id as attemptId', 'amount'] as const;
  if (kind === 'review') {
    const review = trx
      .selectFrom('reviews')
      .select([...columns, 'currency'])
      .where('id', '=', id);
    return (await review.executeTakeFirst()) ?? null;
  }
  const credit = await trx.selectFrom('credits').select(columns).where('id', '=', id).executeTakeFirst();
  return credit === undefined ? null : { ...credit, currency };
}

/** Reads the payment that a source's money is of: all credits of its attempt, or the held money itself. */
async function readPayment(trx: Trx, source: RefundSource, { attemptId, amount }: SourceMoney) {
  if (source.kind === 'credit') return readRefunding(trx, attemptId);
  return { amount, refunding: await sumRefunding(trx, source) };
}

/** Reads what of a source's money can be refunded still, in sen. */
async function readLeft(trx: Trx, source: RefundSource, money: SourceMoney): Promise<number> {
  const { attemptId, amount } = money;
  if (source.kind === 'credit') return readLeftOfCredit(trx, { id: source.id, amount, attemptId });
  const chargedBack = await sumChargedBackOf(trx, 'review', attemptId);
  return Math.max(amount - (await sumRefunding(trx, source)) - chargedBack, 0);
}

/**
 * Requests a refund. Up to `refundApprovalAbove` sen of one payment in all, it is approved with the request; above, a second named operator
 * approves it. `trx`: the SQL transaction of the caller, which holds the order's lock or takes it here. For money held for review the caller
 * makes sure that it is held still.
 */
export async function requestRefund(
  services: Services,
  request: RefundRequest,
  trx?: Trx,
): Promise<Result<Refund, RefundRequestError>> {
  return trx === undefined
    ? inTransaction(services.db, (own) => requestRefundIn(services, own, request))
    : requestRefundIn(services, trx, request);
}

async function requestRefundIn(
  services: Services,
  trx: Trx,
  { source, amount, reason, requestedBy, byTransfer = false }: RefundRequest,
): Promise<Result<Refund, RefundRequestError>> {
  const money = await findSource(trx, source);
  if (money === null) return failure({ code: 'unknown-source' });
  if (money.currency !== currency) return failure({ code: 'other-currency' });
  const { refid, attemptId } = money;
  await lockPayment(trx, refid);
  const left = await readLeft(trx, source, money);
  if (amount > left) return failure({ code: 'too-much', left });
  // Of one payment in all: several small refunds need an approval as one large refund does.
  const { refunding } = await readPayment(trx, source, money);
  const needsApproval = refunding + amount > services.refundApprovalAbove;
  if (needsApproval && !requestedBy.isNamed) return failure({ code: 'name-required' });
  const at = services.clock.now();
  const reference = createRefundReference();
  await trx
    .insertInto('refunds')
    .values({
      ...{ reference, order_refid: refid, attempt_id: attemptId, amount, reason },
      state: 'requested',
      credit_id: source.kind === 'credit' ? source.id : null,
      review_id: source.kind === 'review' ? source.id : null,
      ...{ by_transfer: byTransfer, requested_by: requestedBy.name, requested_at: at },
      ...{ decided_by: null, decided_at: null, sent_at: null, ended_at: null, ended_by: null },
      ...{ gateway_reference: null, cause: null, evidence: null },
    })
    .execute();
  await writeHistory(trx, { refid, attemptId: null, state: 'refund-requested', by: 'operator', at, detail: reference });
  await recordAction(trx, { operator: requestedBy, action: 'refund-requested', subject: reference, reason, at });
  const refund = await findRefund(trx, { reference });
  if (refund === null) throw new Error('a refund that was written is not found');
  return success(needsApproval ? refund : await approve(services, trx, refund, requestedBy));
}

/** Approves a refund: it is sent to its gateway, or waits for a person's bank transfer. */
async function approve(services: Services, trx: Trx, refund: Refund, approvedBy: Operator): Promise<Refund> {
  const at = services.clock.now();
  const transition = { by: 'operator', at } as const;
  const approved = await transitionRefund(trx, refund, 'approved', transition, { decidedBy: approvedBy.name });
  const canRefund = findGateway(services.gateways, refund.gateway)?.refunds !== undefined;
  if (refund.byTransfer || !canRefund) {
    const cause = refund.byTransfer ? 'bank-transfer' : 'no-refunds-at-gateway';
    return transitionRefund(trx, approved, 'manual', { by: 'backend', at }, { cause });
  }
  await scheduleJob(trx, 'send-refund', refund.id, at, refund.gateway);
  afterCommit(trx, () => services.wakeJobRunner());
  return approved;
}

export type RefundDecisionError =
  | 'unknown-refund'
  | 'decided-already'
  | 'name-required'
  | 'same-person'
  /** The payment was charged back since the refund was requested: both together are more than was paid. */
  | 'charged-back';

/** Whether refunds and chargebacks of a refund's payment, this refund included, are more than was paid, under the order's lock. */
export async function isBeyondPayment(trx: Trx, { attemptId, creditId, reviewId }: Refund): Promise<boolean> {
  const kind = creditId === null ? 'review' : 'credit';
  const source = { kind, id: creditId ?? reviewId ?? 0 } as const;
  const money = await findSource(trx, source);
  if (money === null) throw new Error('a refund without a payment');
  const chargedBack = await sumChargedBackOf(trx, kind, attemptId);
  const { amount, refunding } = await readPayment(trx, source, money);
  return chargedBack > 0 && refunding + chargedBack > amount;
}

/** Locks a refund's order and reads the refund; null if there is none. */
async function lockRefund(trx: Trx, reference: string): Promise<Refund | null> {
  const found = await findRefund(trx, { reference });
  if (found === null) return null;
  await lockPayment(trx, found.refid);
  return findRefund(trx, { reference });
}

/** Approves a refund that waits for it. The approver is a named operator, and another one than the requester. */
export async function approveRefund(
  services: Services,
  reference: string,
  approvedBy: Operator,
): Promise<Result<Refund, RefundDecisionError>> {
  return inTransaction(services.db, async (trx) => {
    const refund = await lockRefund(trx, reference);
    if (refund === null) return failure('unknown-refund');
    if (refund.state !== 'requested') return failure('decided-already');
    if (!approvedBy.isNamed) return failure('name-required');
    if (!areTwoNamedPersons(refund.requestedBy, approvedBy.name)) return failure('same-person');
    if (await isBeyondPayment(trx, refund)) return failure('charged-back');
    const at = services.clock.now();
    await recordAction(trx, {
      operator: approvedBy,
      action: 'refund-approved',
      subject: reference,
      reason: refund.reason,
      at,
    });
    return success(await approve(services, trx, refund, approvedBy));
  });
}

/** Rejects a refund that waits for its approval. Any operator may do so, also its requester. */
export async function rejectRefund(
  services: Services,
  reference: string,
  { rejectedBy, reason }: { readonly rejectedBy: Operator; readonly reason: string },
): Promise<Result<Refund, 'unknown-refund' | 'decided-already'>> {
  return inTransaction(services.db, async (trx) => {
    const refund = await lockRefund(trx, reference);
    if (refund === null) return failure('unknown-refund');
    if (refund.state !== 'requested') return failure('decided-already');
    const at = services.clock.now();
    await recordAction(trx, { operator: rejectedBy, action: 'refund-rejected', subject: reference, reason, at });
    const change = { decidedBy: rejectedBy.name, cause: reason };
    return success(await transitionRefund(trx, refund, 'rejected', { by: 'operator', at }, change));
  });
}

/** How a person has ended a refund. */
export type Settlement =
  | { readonly outcome: 'succeeded'; readonly evidence: RefundEvidence }
  | { readonly outcome: 'failed'; readonly reason: string };

export type SettlementError =
  'unknown-refund' | 'not-open' | 'not-sent' | 'not-overdue' | 'being-asked' | 'name-required' | 'future-date';

/**
 * Ends a refund that a person has made by bank transfer, or, once the gateway's answer is overdue, one whose outcome they have found out there. One
 * that is approved and was not sent can only fail: it is marked as sent before it is, under the order's lock, and then no more.
 * Only a named operator does.
 */
export async function settleRefund(
  services: Services,
  reference: string,
  settlement: Settlement,
  settledBy: Operator,
): Promise<Result<Refund, SettlementError>> {
  return inTransaction(services.db, async (trx) => {
    const refund = await lockRefund(trx, reference);
    if (refund === null) return failure('unknown-refund');
    if (refund.state !== 'approved' && refund.state !== 'manual' && refund.state !== 'sent') return failure('not-open');
    if (refund.state === 'approved' && settlement.outcome === 'succeeded') return failure('not-sent');
    if (!settledBy.isNamed) return failure('name-required');
    const at = services.clock.now();
    // The payer is told that the money was returned.
    if (settlement.outcome === 'succeeded' && settlement.evidence.date > toMalaysiaDay(at.toISOString())) {
      return failure('future-date');
    }
    if (refund.state === 'sent') {
      // The gateway may still be at it.
      if ((refund.sentAt ?? at) >= refundsOverdueSince(at)) return failure('not-overdue');
      // Its job may be repeating it right now, under the same reference.
      if (!(await lockUnclaimedJob(trx, { kind: 'send-refund', subject: refund.id }))) return failure('being-asked');
    }
    const by = { by: 'operator', at } as const;
    const endedBy = settledBy.name;
    await recordAction(trx, {
      operator: settledBy,
      action: 'refund-settled',
      subject: reference,
      reason: settlement.outcome === 'succeeded' ? settlement.evidence.note : settlement.reason,
      at,
    });
    if (settlement.outcome === 'failed') {
      return success(await failRefund(trx, refund, by, { cause: settlement.reason, endedBy }));
    }
    const { evidence } = settlement;
    return success(await completeRefund(services, trx, refund, by, { evidence, endedBy }));
  });
}
