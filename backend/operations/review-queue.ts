import { sql, type SqlBool } from 'kysely';
import { isMandateAnswered } from '@/lib/domain/payment/mandate-states';
import { isPostingAnswered } from '@/lib/domain/payment/posting-states';
import { hasRefundEnded } from '@/lib/domain/payment/refund-states';
import { amountDiffers, reviewAfterMs, type CardVerification } from '../auto-debit/card-verification-model';
import { listUndeletedCards } from '../cards/card-deletions';
import { addMilliseconds, dayMs } from '../clock';
import { chargebackEntry, isHeldMoneyLost, listChargebacksForReview } from '../chargebacks/model';
import { inTransaction, type Db } from '../db/database';
import { mandateEntry, mandatesOverdueSince, mandatesQuery } from '../mandates/model';
import { recordAction } from '../operators/actions';
import type { Operator } from '../operators/model';
import { lockPayment } from '../payments/model';
import { findPosting, postingEntry, postingsOverdueSince, postingsQuery } from '../postings/model';
import { currency } from '../payments/reports';
import { writeHistory } from '../payments/transitions';
import { closeDifference, differenceEntry, listDifferences, readDifferenceEntry } from '../reconciliation/differences';
import { findRefund } from '../refunds/model';
import { findReversal } from '../reversals/model';
import { findHeldMoney, moneyEntry, readMoneyEntry, refreshOrdersOf } from '../reviews/model';
import type { Services } from '../services';
import { listRefundEntries, listReversalEntries } from './refund-entries';

/** An entry of the review queue: an operator has to act. */
export interface ReviewEntry {
  /** Its kind and number, such as `money-12`. */
  readonly id: string;
  readonly at: string;
  /** Why it is in the queue. */
  readonly reason: string;
  /** The payment's reference; null for a message without a payment. */
  readonly refid: string | null;
  /** Sen; null without money. */
  readonly amount: number | null;
  /** The owner of `reference`: a gateway and its reference, an account and its posting or mandate, a partner and its event, a kind of message and its recipient. Of a difference: the gateway and the settled reference. */
  readonly whose: string;
  readonly reference: string;
  /** Of a refund: the account whose credit is returned; null for held money, and where the payment names none. */
  readonly accountNumber?: string | null;
}

async function listMoney(db: Db): Promise<readonly ReviewEntry[]> {
  const rows = await db.selectFrom('reviews').selectAll().orderBy('id').execute();
  return rows.map((row) => ({
    id: moneyEntry(row.id),
    at: row.at.toISOString(),
    reason: row.reason,
    refid: row.order_refid,
    amount: row.amount,
    whose: row.gateway,
    reference: row.gateway_reference,
  }));
}

async function listWebhooks(db: Db): Promise<readonly ReviewEntry[]> {
  const rows = await db
    .selectFrom('webhooks')
    .selectAll()
    .where('given_up_at', 'is not', null)
    .where('delivered_at', 'is', null)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: `webhook-${row.id}`,
    at: row.created_at.toISOString(),
    reason: row.last_failure ?? 'given up',
    refid: row.order_refid,
    amount: null,
    whose: row.partner_key,
    reference: row.event_id,
  }));
}

/** Codes expire within minutes: undelivered ones are not listed. */
async function listMessages(db: Db): Promise<readonly ReviewEntry[]> {
  const rows = await db
    .selectFrom('outbox')
    .select(['id', 'kind', 'recipient', 'created_at'])
    .where('given_up_at', 'is not', null)
    .where('delivered_at', 'is', null)
    .where('code', 'is', null)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: `message-${row.id}`,
    at: row.created_at.toISOString(),
    reason: 'not delivered',
    refid: null,
    amount: null,
    whose: row.kind,
    reference: row.recipient,
  }));
}

/** The reason why a card verification is in the queue. */
function reasonOfVerification({ reason_code, state }: CardVerification): string {
  if (reason_code === amountDiffers) return amountDiffers;
  return state === 'approved' ? 'card-not-given-back' : 'card-not-answered';
}

/** Card verifications whose charge could not be reversed, or whose outcome is unknown. */
async function listCardVerifications(services: Services): Promise<readonly ReviewEntry[]> {
  const lateSince = addMilliseconds(services.clock.now(), -reviewAfterMs);
  const rows = await services.db
    .selectFrom('card_verifications')
    .selectAll()
    .where((row) =>
      row.or([
        row('reason_code', '=', amountDiffers).and('state', '<>', 'reversed'),
        row('state', '=', 'approved').and('amount', '>', 0).and('approved_at', '<', lateSince),
        row('state', 'in', ['initiated', 'challenged']).and('is_given_up', '=', true).and('created_at', '<', lateSince),
      ]),
    )
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: `card-${row.id}`,
    at: (row.approved_at ?? row.created_at).toISOString(),
    reason: reasonOfVerification(row),
    refid: row.order_refid,
    amount: row.amount,
    whose: row.gateway,
    reference: row.gateway_reference ?? row.number,
  }));
}

/** Cards that their gateways have not deleted: an operator deletes each in the gateway's portal, and closes its entry. */
async function listCardDeletions(db: Db): Promise<readonly ReviewEntry[]> {
  const rows = await listUndeletedCards(db);
  return rows.map((row) => ({
    id: `card-deletion-${row.id}`,
    at: row.requested_at.toISOString(),
    reason: 'card-not-deleted',
    refid: row.order_refid,
    amount: null,
    whose: row.gateway,
    reference: row.token,
  }));
}

/** An attempt without an outcome is in the queue after this time. It is enquired on, and leaves the queue when its outcome is known. */
const attemptReviewAfterMs = dayMs;

/**
 * Attempts whose outcome is unknown for a day. A payer at the bank, or with a code, may pay until the attempt's deadline, and a company approve
 * until that of the approval: the day begins then.
 */
function overdueAttemptsQuery({ db, clock }: Services) {
  const since = addMilliseconds(clock.now(), -attemptReviewAfterMs);
  return db
    .selectFrom('attempts')
    .select(['id', 'order_refid', 'created_at', 'state', 'amount', 'gateway', 'gateway_reference', 'number'])
    .where(sql<SqlBool>`state not in ('successful', 'failed', 'expired', 'cancelled')`)
    .where('created_at', '<', since)
    .where(
      sql<SqlBool>`case when state = 'redirected' or approval_deadline is not null or onward ->> 'kind' in ('barcode', 'qr')
        then greatest(deadline, approval_deadline) else created_at end < ${since}::timestamptz`,
    );
}

/** Attempts whose gateway has not told an outcome in time: they are pending, or it could not be reached. */
async function listAttempts(services: Services): Promise<readonly ReviewEntry[]> {
  const rows = await overdueAttemptsQuery(services).orderBy('created_at').execute();
  return rows.map((row) => ({
    id: `attempt-${row.id}`,
    at: row.created_at.toISOString(),
    reason: `outcome-unknown: ${row.state}`,
    refid: row.order_refid,
    amount: row.amount,
    whose: row.gateway,
    reference: row.gateway_reference ?? row.number,
  }));
}

/** Chargebacks to answer before their deadline, and those whose end is in question. */
async function listChargebacks({ db, clock }: Services): Promise<readonly ReviewEntry[]> {
  const rows = await listChargebacksForReview(db, clock.now());
  return rows.map((row) => ({
    id: chargebackEntry(row.id),
    at: row.opened_at.toISOString(),
    reason:
      row.contradicted_by === null
        ? `answer by ${row.respond_by?.toISOString() ?? 'a time that the gateway knows'}: ${row.reason_code}`
        : `is closed as ${row.state}, and the gateway says ${row.contradicted_by}`,
    refid: row.order_refid,
    amount: row.amount,
    whose: row.gateway,
    reference: row.dispute,
  }));
}

/** Postings that the biller has refused or not answered in time, and payments that were not sent to it in time. */
async function listPostings({ db, biller, clock }: Services): Promise<readonly ReviewEntry[]> {
  const overdueSince = postingsOverdueSince(biller, clock.now());
  const rows = await postingsQuery(db)
    .where((row) =>
      row.or([
        row('postings.state', '=', 'refused'),
        row('postings.state', 'in', ['sent', 'pending', 'unknown']).and('postings.sent_at', '<', overdueSince),
        row('postings.state', '=', 'queued').and('credits.at', '<', overdueSince),
      ]),
    )
    .orderBy('postings.id')
    .execute();
  return rows.map((row) => ({
    id: postingEntry(row.id),
    at: row.paidAt.toISOString(),
    reason: row.reason === null ? row.state : `${row.state}: ${row.reason}`,
    refid: row.refid,
    amount: row.amount,
    whose: row.accountNumber,
    reference: row.reference,
  }));
}

/** Mandates and cancellations that the biller has refused, or has not answered or been given in time. */
async function listMandates({ db, biller, clock }: Services): Promise<readonly ReviewEntry[]> {
  const rows = await mandatesQuery(db)
    .where((row) =>
      row.or([
        row('mandates.state', '=', 'refused'),
        row('mandates.state', 'in', ['queued', 'sent']).and(
          'mandates.created_at',
          '<',
          mandatesOverdueSince(biller, clock.now()),
        ),
      ]),
    )
    .orderBy('mandates.id')
    .execute();
  return rows.map((row) => ({
    id: mandateEntry(row.id),
    at: row.createdAt.toISOString(),
    reason: `${row.action}: ${row.reason === null ? row.state : `${row.state}: ${row.reason}`}`,
    refid: row.refid,
    amount: null,
    whose: row.accountNumber,
    reference: row.reference,
  }));
}

/** What reconciliation has found. Money that is held for review has an entry of its own. */
async function listReconciliation({ db, clock }: Services): Promise<readonly ReviewEntry[]> {
  const differences = await listDifferences(db, 'open', clock.now());
  return differences
    .filter(({ kind }) => kind !== 'held-for-review')
    .map((one) => ({
      id: differenceEntry(one.id),
      at: one.foundAt,
      reason: one.owner === null ? one.kind : `${one.kind}, ${one.owner}`,
      refid: one.refid,
      amount: one.amount ?? one.settledAmount,
      whose: one.gateway,
      reference: one.reference,
    }));
}

async function listAll(services: Services): Promise<readonly ReviewEntry[]> {
  const { db } = services;
  return [
    ...(await listMoney(db)),
    ...(await listAttempts(services)),
    ...(await listCardVerifications(services)),
    ...(await listCardDeletions(db)),
    ...(await listChargebacks(services)),
    ...(await listPostings(services)),
    ...(await listRefundEntries(services)),
    ...(await listReversalEntries(services)),
    ...(await listMandates(services)),
    ...(await listReconciliation(services)),
    ...(await listWebhooks(db)),
    ...(await listMessages(db)),
  ];
}

/**
 * Lists the open entries of the review queue: money held for review, attempts without an outcome, card verifications, cards that were not deleted,
 * chargebacks, postings, refunds, reversals, mandates, differences of reconciliation, and webhooks and messages whose delivery was given up.
 */
export async function listReview(services: Services): Promise<readonly ReviewEntry[]> {
  const closed = await services.db.selectFrom('review_closings').select('entry').execute();
  const isClosed = new Set(closed.map(({ entry }) => entry));
  return (await listAll(services)).filter(({ id }) => !isClosed.has(id));
}

/**
 * `unanswered`: a posting, reversal or mandate without a final answer is not closed but confirmed, or the biller's answer would find no open
 * entry; a refund that has not ended is not closed but approved, rejected or settled. An attempt whose outcome is unknown, and a chargeback, are
 * not closed at all: they would be forgotten. `money`: it is applied or returned.
 */
type Closing = 'closed' | 'unknown' | 'unanswered' | 'money';

/** Whether an entry is of money that can be applied or returned: that of another currency cannot, and what was lost in a dispute. */
async function canBeDecided(db: Db, entry: string): Promise<boolean> {
  const id = readMoneyEntry(entry);
  const money = id === null ? null : await findHeldMoney(db, id);
  return money !== null && money.currency === currency && !(await isHeldMoneyLost(db, money));
}

async function isUnanswered(db: Db, entry: string): Promise<boolean> {
  if (entry.startsWith('attempt-') || entry.startsWith('chargeback-')) return true;
  const [, kind, id] = /^(posting|mandate|refund|reversal)-(\d{1,15})$/.exec(entry) ?? [];
  if (kind === 'posting') {
    const posting = await findPosting(db, Number(id));
    return posting !== null && !isPostingAnswered(posting.state);
  }
  if (kind === 'refund') {
    const refund = await findRefund(db, { id: Number(id) });
    return refund !== null && !hasRefundEnded(refund.state);
  }
  if (kind === 'reversal') {
    const reversal = await findReversal(db, Number(id));
    return reversal !== null && !isPostingAnswered(reversal.state);
  }
  if (kind === undefined) return false;
  const mandate = await mandatesQuery(db).where('mandates.id', '=', Number(id)).executeTakeFirst();
  return mandate !== undefined && !isMandateAnswered(mandate.state);
}

/** Closes an entry with an operator's note, which is written to the payment's history. An order whose last money it was is held no longer. */
export async function closeReview(
  services: Services,
  id: string,
  { note, by }: { readonly note: string; readonly by: Operator },
): Promise<Closing> {
  const difference = readDifferenceEntry(id);
  if (difference !== null) {
    const closed = await closeDifference(services.db, difference, { reason: note, by }, services.clock.now());
    return closed.ok ? 'closed' : 'unknown';
  }
  const entry = (await listReview(services)).find((one) => one.id === id);
  if (entry === undefined) return 'unknown';
  if (await isUnanswered(services.db, id)) return 'unanswered';
  if (await canBeDecided(services.db, id)) return 'money';
  const at = services.clock.now();
  return inTransaction(services.db, async (trx) => {
    if (entry.refid !== null) await lockPayment(trx, entry.refid);
    const isNew = await trx
      .insertInto('review_closings')
      .values({ entry: id, note, closed_at: at, operator: by.name })
      .onConflict((conflict) => conflict.column('entry').doNothing())
      .returning('entry')
      .executeTakeFirst();
    if (isNew === undefined) return 'unknown';
    await recordAction(trx, { operator: by, action: 'review-closed', subject: id, reason: note, at });
    const money = readMoneyEntry(id);
    if (money !== null && entry.refid !== null) await refreshOrdersOf(trx, money, entry.refid);
    if (entry.refid !== null) {
      const detail = `${id}: ${note}`;
      await writeHistory(trx, {
        refid: entry.refid,
        attemptId: null,
        state: 'review-closed',
        by: 'operator',
        at,
        detail,
      });
    }
    return 'closed';
  });
}
