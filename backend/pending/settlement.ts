import { sql, type SqlBool } from 'kysely';
import { sen } from '@/lib/domain/money';
import { hasEnded } from '@/lib/domain/payment/payment-states';
import { failure, success, type Result } from '@/lib/domain/result';
import { inTransaction, type Trx } from '../db/database';
import { recordAction } from '../operators/actions';
import { areTwoNamedPersons, type Operator } from '../operators/model';
import { enquireGateway } from '../payments/enquiries';
import { findAttempt, hasCode, lockPayment, type Attempt } from '../payments/model';
import { applyReport, applyReportIn, currency } from '../payments/reports';
import { writeHistory } from '../payments/transitions';
import type { Services } from '../services';

/*
 * Settlement by hand of an attempt whose gateway does not tell its outcome: what an operator says, with evidence such as the gateway's portal or a
 * bank statement, is applied as a gateway's report is. A success needs a second person. design.md, section 7.
 */

/** What an operator says of an attempt. `reference` is the gateway's. */
export type SettlementRequest = { readonly evidence: string; readonly reason: string; readonly operator: Operator } & (
  { readonly outcome: 'successful'; readonly reference: string } | { readonly outcome: 'failed' }
);

/** A second person's decision on a request. */
export interface SettlementDecision {
  readonly reason: string;
  readonly operator: Operator;
}

export type SettlementRefusal =
  | 'unknown-attempt'
  /** The attempt has an outcome; or the gateway has told it just now, and it is applied. */
  | 'has-outcome'
  /** The payer is at the bank, or has a code, and can still pay. */
  | 'payer-may-pay'
  | 'requested-already'
  | 'not-requested'
  | 'same-person';

/** The code of a history entry, and of an attempt that was settled by hand. */
const settledByOperator = 'settled-by-operator';

/** The predicate of the index that allows one request of an attempt: with a parameter PostgreSQL would not find the index. */
const isRequested = sql<SqlBool>`state = 'requested'`;

/** Whether the payer can still pay, so that no outcome can be known. */
function mayStillPay(attempt: Attempt, now: Date): boolean {
  const isShown = ['created', 'initiated', 'redirected'].includes(attempt.state) || hasCode(attempt);
  return isShown && now < attempt.deadline;
}

/**
 * Asks the gateway once more. What it tells conclusively is applied: an outcome that is known is never settled by hand. A gateway that does not
 * know the attempt, calls it pending or cannot be reached tells no outcome.
 */
async function findAttemptToSettle(
  services: Services,
  number: string,
): Promise<Result<Attempt, 'unknown-attempt' | 'has-outcome' | 'payer-may-pay'>> {
  const attempt = await findAttempt(services.db, { number });
  if (attempt === null) return failure('unknown-attempt');
  if (hasEnded(attempt.state)) return failure('has-outcome');
  if (mayStillPay(attempt, services.clock.now())) return failure('payer-may-pay');
  const report = await enquireGateway(services, attempt);
  const isConclusive = report.ok && ['successful', 'failed', 'cancelled', 'expired'].includes(report.value.status);
  if (!isConclusive) return success(attempt);
  await applyReport(services, attempt, report.value, { by: 'operator', whenUnknown: null });
  return failure('has-outcome');
}

/** Locks the attempt's order, and reads the attempt again: it may have got its outcome meanwhile. */
async function lockAttempt(trx: Trx, attempt: Attempt): Promise<Attempt | null> {
  const payment = await lockPayment(trx, attempt.order_refid);
  const current = payment?.attempts.find(({ id }) => id === attempt.id);
  return current === undefined || hasEnded(current.state) ? null : current;
}

/**
 * Settles an attempt as failed, or requests to settle it as successful, which a second person approves: the money is then credited, or held for
 * review, as if the gateway had reported it. Money that arrives for an attempt that was settled as failed is late money.
 */
export async function requestSettlement(
  services: Services,
  number: string,
  request: SettlementRequest,
): Promise<Result<'settled' | 'requested', SettlementRefusal>> {
  const found = await findAttemptToSettle(services, number);
  if (!found.ok) return found;
  const at = services.clock.now();
  const { operator, evidence, reason, outcome } = request;
  const isFinal = outcome === 'failed';
  const result = await inTransaction(
    services.db,
    async (trx): Promise<Result<'settled' | 'requested', SettlementRefusal>> => {
      const attempt = await lockAttempt(trx, found.value);
      if (attempt === null) return failure('has-outcome');
      const settlement = {
        ...{ attempt_id: attempt.id, outcome, evidence, reason, requested_by: operator.name, requested_at: at },
        reference: request.outcome === 'successful' ? request.reference : null,
      };
      const requested = await trx
        .insertInto('manual_settlements')
        .values({
          ...settlement,
          state: isFinal ? 'settled' : 'requested',
          ...(isFinal && { decided_by: operator.name, decided_at: at }),
        })
        .onConflict((conflict) => conflict.column('attempt_id').where(isRequested).doNothing())
        .returning('id')
        .executeTakeFirst();
      if (requested === undefined) return failure('requested-already');
      const action = isFinal ? 'attempt-settled' : 'settlement-requested';
      await recordAction(trx, { operator, action, subject: number, reason: `${outcome}: ${reason}`, at });
      if (!isFinal) {
        await writeHistory(trx, {
          refid: attempt.order_refid,
          attemptId: null,
          state: 'settlement-requested',
          by: 'operator',
          at,
          detail: reason,
        });
        return success('requested');
      }
      await supersede(trx, attempt.id, at);
      // 'unknown' to the gateway: it is asked about late money some more times.
      const report = {
        number,
        status: 'unknown',
        amount: sen(attempt.amount),
        currency,
        gatewayReference: '',
        reasonCode: settledByOperator,
        bankName: null,
      } as const;
      await applyReportIn(services, trx, attempt, report, {
        by: 'operator',
        whenUnknown: 'failed',
        detail: settledByOperator,
      });
      return success('settled');
    },
  );
  services.wakeJobRunner();
  return result;
}

/** What was requested for an attempt that has got its outcome otherwise is not decided any more. */
async function supersede(trx: Trx, attemptId: number, at: Date): Promise<void> {
  await trx
    .updateTable('manual_settlements')
    .set({ state: 'superseded', decided_at: at })
    .where('attempt_id', '=', attemptId)
    .where('state', '=', 'requested')
    .execute();
}

/** Approves a requested settlement, by another named operator than the one who requested it: the attempt is successful. */
export async function approveSettlement(
  services: Services,
  number: string,
  { operator, reason }: SettlementDecision,
): Promise<Result<'settled', SettlementRefusal>> {
  const found = await findAttemptToSettle(services, number);
  if (!found.ok) return found;
  const at = services.clock.now();
  const result = await inTransaction(services.db, async (trx): Promise<Result<'settled', SettlementRefusal>> => {
    const attempt = await lockAttempt(trx, found.value);
    if (attempt === null) return failure('has-outcome');
    const settlement = await trx
      .selectFrom('manual_settlements')
      .select(['id', 'reference', 'requested_by'])
      .where('attempt_id', '=', attempt.id)
      .where('state', '=', 'requested')
      .executeTakeFirst();
    if (settlement === undefined) return failure('not-requested');
    if (!areTwoNamedPersons(settlement.requested_by, operator.name)) return failure('same-person');
    await trx
      .updateTable('manual_settlements')
      .set({ state: 'settled', decided_by: operator.name, decided_at: at })
      .where('id', '=', settlement.id)
      .execute();
    await recordAction(trx, {
      operator,
      action: 'attempt-settled',
      subject: number,
      reason: `successful: ${reason}`,
      at,
    });
    const report = {
      ...({ number, status: 'successful', amount: sen(attempt.amount), currency, bankName: null } as const),
      ...{ gatewayReference: settlement.reference ?? '', reasonCode: settledByOperator },
    };
    await applyReportIn(services, trx, attempt, report, { by: 'operator', whenUnknown: null });
    return success('settled');
  });
  services.wakeJobRunner();
  return result;
}

/** Rejects a requested settlement: the attempt stays without an outcome. */
export async function rejectSettlement(
  services: Services,
  number: string,
  { operator, reason }: SettlementDecision,
): Promise<Result<'rejected', 'unknown-attempt' | 'not-requested'>> {
  const attempt = await findAttempt(services.db, { number });
  if (attempt === null) return failure('unknown-attempt');
  const at = services.clock.now();
  return inTransaction(services.db, async (trx) => {
    await lockPayment(trx, attempt.order_refid);
    const rejected = await trx
      .updateTable('manual_settlements')
      .set({ state: 'rejected', decided_by: operator.name, decided_at: at })
      .where('attempt_id', '=', attempt.id)
      .where('state', '=', 'requested')
      .returning('id')
      .executeTakeFirst();
    if (rejected === undefined) return failure('not-requested');
    await recordAction(trx, { operator, action: 'settlement-rejected', subject: number, reason, at });
    await writeHistory(trx, {
      refid: attempt.order_refid,
      attemptId: null,
      state: 'settlement-rejected',
      by: 'operator',
      at,
      detail: reason,
    });
    return success('rejected');
  });
}
