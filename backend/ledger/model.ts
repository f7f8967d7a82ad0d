import { sql } from 'kysely';
import { refundingStates, type RefundState } from '@/lib/domain/payment/refund-states';
import type { GatewayReport } from '../gateways/gateway';
import { postingsQuery } from '../postings/model';
import { refundsQuery } from '../refunds/model';
import { reversalsQuery } from '../reversals/model';
import type { Db, Trx } from '../db/database';
import type { Write } from '../db/execute-batch';
import { paymentHeld } from './entries';
import { writeJournal } from './journal';
import { findJournalErrors } from './journal-check';
import type { Attempt, Order } from '../payments/model';
import type { CreditPart } from '../payments/order-accounts';

/** Whether a gateway's payment was credited or held for review already: one reference is one movement of money. */
export async function isBooked(trx: Trx, gateway: string, reference: string): Promise<boolean> {
  const row = await trx
    .selectFrom('credits')
    .select('id')
    .where('gateway', '=', gateway)
    .where('gateway_reference', '=', reference)
    .unionAll(
      trx.selectFrom('reviews').select('id').where('gateway', '=', gateway).where('gateway_reference', '=', reference),
    )
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Builds the write of an order's credits, one for each part of its money, which returns their ids and positions. Unique indexes allow one credit
 * of each position per order, attempt and gateway reference.
 */
export function creditInsert(
  trx: Trx,
  order: Order,
  attempt: Attempt,
  { parts, reference, at }: { readonly parts: readonly CreditPart[]; readonly reference: string; readonly at: Date },
): Write {
  return trx
    .insertInto('credits')
    .values(
      parts.map(({ position, accountNumber, amount }) => ({
        order_refid: order.refid,
        position,
        attempt_id: attempt.id,
        account_number: accountNumber,
        amount,
        gateway: attempt.gateway,
        gateway_reference: reference,
        at,
      })),
    )
    .returning(['id', 'position']);
}

export type ReviewReason = 'attempt-ended' | 'order-closed' | 'amount-differs' | 'reference-used';

/**
 * Holds money that could not be applied for review. The same money, by its gateway's reference, is held once. Returns whether it was new.
 */
export async function holdForReview(
  trx: Trx,
  attempt: Attempt,
  reason: ReviewReason,
  report: GatewayReport,
  at: Date,
): Promise<boolean> {
  const row = await trx
    .insertInto('reviews')
    .values({
      order_refid: attempt.order_refid,
      attempt_id: attempt.id,
      reason,
      amount: report.amount,
      gateway: attempt.gateway,
      gateway_reference: report.gatewayReference,
      currency: report.currency,
      at,
    })
    .onConflict((conflict) => conflict.columns(['gateway', 'gateway_reference']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (row === undefined) await claimHeldMoney(trx, attempt, report.gatewayReference);
  else await writeJournal(trx, [paymentHeld(attempt, { ...report, reference: report.gatewayReference }, at)]);
  await refreshHeldForReview(trx, [attempt.order_refid]);
  return row !== undefined;
}

/** Records that money which is held for another order was reported for this one too: it holds both, so that no payer is asked to pay again. */
async function claimHeldMoney(trx: Trx, attempt: Attempt, reference: string): Promise<void> {
  await trx
    .insertInto('review_claims')
    .columns(['review_id', 'order_refid'])
    .expression(
      trx
        .selectFrom('reviews')
        .select((row) => ['id', row.val(attempt.order_refid).as('order_refid')])
        .where('gateway', '=', attempt.gateway)
        .where('gateway_reference', '=', reference)
        .where('order_refid', '<>', attempt.order_refid),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Sets the flag of orders whose money an open entry of the review queue holds, and clears that of others, in the SQL transaction of the change. */
export async function refreshHeldForReview(trx: Trx, refids: readonly string[]): Promise<void> {
  const isOpen = sql`not exists (select from review_closings where entry = 'money-' || reviews.id)`;
  const isHeld = sql<boolean>`exists (select from reviews where reviews.order_refid = orders.refid and ${isOpen})
    or exists (select from review_claims join reviews on reviews.id = review_claims.review_id
      where review_claims.order_refid = orders.refid and ${isOpen})`;
  await trx.updateTable('orders').set({ held_for_review: isHeld }).where('refid', 'in', refids).execute();
}

/** Whether the money of a report on an attempt is held for review, or was. */
export async function isHeldForReview(
  db: Db,
  attempt: Attempt,
  { gatewayReference, amount }: GatewayReport,
): Promise<boolean> {
  const row = await db
    .selectFrom('reviews')
    .select('id')
    .where('gateway', '=', attempt.gateway)
    .where('gateway_reference', '=', gatewayReference === '' ? attempt.number : gatewayReference)
    .where('attempt_id', '=', attempt.id)
    .where('amount', '=', amount)
    .executeTakeFirst();
  return row !== undefined;
}

export interface Ledger {
  readonly payments: readonly {
    readonly refid: string;
    readonly paymentId: string;
    readonly number: string;
    readonly state: string;
    readonly amount: number;
    readonly method: string;
  }[];
  readonly credits: readonly {
    readonly refid: string;
    readonly paymentId: string;
    readonly accountNumber: string | null;
    readonly amount: number;
    readonly gateway: string;
    readonly gatewayReference: string;
    readonly at: string;
  }[];
  /** Credits of bill payments on their way to the biller. */
  readonly postings: readonly {
    readonly reference: string;
    readonly refid: string;
    readonly accountNumber: string;
    readonly amount: number;
    readonly status: string;
    readonly receiptNumber: string | null;
    readonly at: string;
  }[];
  /** Refunds of payments, whatever became of them. */
  readonly refunds: readonly {
    readonly reference: string;
    readonly refid: string;
    /** Our number of the payment at its gateway. */
    readonly number: string;
    readonly amount: number;
    readonly status: string;
    readonly gateway: string;
    readonly at: string;
  }[];
  /** Postings that are taken back at the biller, since their payments were refunded. */
  readonly reversals: readonly {
    readonly reference: string;
    readonly refid: string;
    readonly accountNumber: string;
    readonly amount: number;
    readonly status: string;
    /** The reference of the posting. */
    readonly reverses: string;
    readonly at: string;
  }[];
  /** Card verifications for auto debit; `reversedAt` is when the acquirer confirmed the reversal. */
  readonly verifications: readonly {
    readonly refid: string;
    readonly number: string;
    readonly amount: number;
    readonly state: string;
    readonly gatewayReference: string | null;
    readonly at: string;
    readonly reversedAt: string | null;
  }[];
  /**
   * Every successful payment has a credit for each of its accounts, which add up to its amount, every credit of a bill payment one posting,
   * nothing else has any, no more is refunded of a credit than was credited, and the journal agrees.
   */
  readonly balanced: boolean;
}

/** Whether each credit of a bill payment has its posting, and no other has one. */
function arePosted(
  credits: readonly { readonly id: number; readonly isBill: boolean }[],
  postings: readonly { readonly creditId: number }[],
): boolean {
  const posted = new Set(postings.map(({ creditId }) => creditId));
  return posted.size === postings.length && credits.every(({ id, isBill }) => posted.has(id) === isBill);
}

/** Whether each successful payment is credited, to as many accounts as its order has, and nothing else is. */
function areCredited(
  paid: readonly { readonly id: number; readonly amount: number; readonly accountCount: number }[],
  credits: readonly { readonly attemptId: number; readonly amount: number }[],
): boolean {
  const credited = new Map<number, { count: number; sum: number }>();
  for (const { attemptId, amount } of credits) {
    const { count, sum } = credited.get(attemptId) ?? { count: 0, sum: 0 };
    credited.set(attemptId, { count: count + 1, sum: sum + amount });
  }
  const isWhole = ({ id, amount, accountCount }: (typeof paid)[number]) =>
    credited.get(id)?.count === accountCount && credited.get(id)?.sum === amount;
  return credited.size === paid.length && paid.every(isWhole);
}

/** Whether no more is refunded, or being refunded, of any money than there is of it. */
function areCovered(
  refunds: readonly {
    readonly creditId: number | null;
    readonly reviewId: number | null;
    readonly paid: number;
    readonly amount: number;
    readonly state: RefundState;
  }[],
): boolean {
  const left = new Map<string, number>();
  for (const { creditId, reviewId, paid, amount, state } of refunds) {
    if (!refundingStates.includes(state)) continue;
    const source = creditId === null ? `review ${reviewId}` : `credit ${creditId}`;
    left.set(source, (left.get(source) ?? paid) - amount);
  }
  return [...left.values()].every((amount) => amount >= 0);
}

export async function readLedger(db: Db): Promise<Ledger> {
  const payments = await db
    .selectFrom('attempts')
    .innerJoin('orders', 'orders.refid', 'attempts.order_refid')
    .select([
      'attempts.id',
      'orders.refid',
      'orders.payment_id as paymentId',
      'orders.state as orderState',
      'orders.account_count as accountCount',
      'attempts.number',
      'attempts.state',
      'attempts.amount',
      'attempts.method',
    ])
    .orderBy('attempts.id')
    .execute();
  const credits = await db
    .selectFrom('credits')
    .innerJoin('orders', 'orders.refid', 'credits.order_refid')
    .select([
      'credits.id',
      'credits.attempt_id as attemptId',
      'orders.refid',
      'orders.payment_id as paymentId',
      'orders.is_bill as isBill',
      'credits.account_number as accountNumber',
      'credits.amount',
      'credits.gateway',
      'credits.gateway_reference as gatewayReference',
      'credits.at',
    ])
    .orderBy('credits.id')
    .execute();
  const postings = await postingsQuery(db).select('credits.id as creditId').orderBy('postings.id').execute();
  const refunds = await refundsQuery(db)
    .select(['attempts.number', sql<number>`coalesce(credits.amount, reviews.amount)`.as('paid')])
    .orderBy('refunds.id')
    .execute();
  const reversals = await reversalsQuery(db).orderBy('reversals.id').execute();
  const verifications = await db.selectFrom('card_verifications').selectAll().orderBy('id').execute();
  const paid = payments.filter(({ state }) => state === 'successful');
  const paidOrders = new Set(payments.filter(({ orderState }) => orderState === 'paid').map(({ refid }) => refid));
  return {
    payments: payments.map(({ id: _id, orderState: _orderState, accountCount: _count, ...payment }) => payment),
    credits: credits.map(({ id: _id, attemptId: _attemptId, isBill: _isBill, at, ...credit }) => ({
      ...credit,
      at: at.toISOString(),
    })),
    postings: postings.map(({ reference, refid, accountNumber, amount, state, receiptNumber, paidAt }) => ({
      ...{ reference, refid, accountNumber, amount, status: state, receiptNumber },
      at: paidAt.toISOString(),
    })),
    refunds: refunds.map(({ reference, refid, number, amount, state, gateway, requestedAt }) => ({
      ...{ reference, refid, number, amount, status: state, gateway },
      at: requestedAt.toISOString(),
    })),
    reversals: reversals.map(({ reference, refid, accountNumber, amount, state, posting, createdAt }) => ({
      ...{ reference, refid, accountNumber, amount, status: state, reverses: posting },
      at: createdAt.toISOString(),
    })),
    verifications: verifications.map((row) => ({
      refid: row.order_refid,
      number: row.number,
      amount: row.amount,
      state: row.state,
      gatewayReference: row.gateway_reference,
      at: row.created_at.toISOString(),
      reversedAt: row.reversed_at?.toISOString() ?? null,
    })),
    balanced:
      areCredited(paid, credits) &&
      paidOrders.size === paid.length &&
      arePosted(credits, postings) &&
      areCovered(refunds) &&
      (await findJournalErrors(db)).length === 0,
  };
}
