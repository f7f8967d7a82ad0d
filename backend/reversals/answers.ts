import { canTransitionPosting, type PostingState } from '@/lib/domain/payment/posting-states';
import { inTransaction, type Db, type Trx } from '../db/database';
import { postingReversed } from '../ledger/entries';
import { writeJournal } from '../ledger/journal';
import { lockOrders } from '../payments/model';
import { writeHistory, type Actor } from '../payments/transitions';
import { reasonOf, stateAfter, type PostingAnswer } from '../postings/answers';
import { reversalEntry } from './model';

interface By {
  readonly by: Actor;
  readonly at: Date;
}

/**
 * Records an answer to a reversal, with an entry in its payment's history. An answer that the reversal's state does not allow, such as a second
 * one, changes nothing. Returns the reversal's state; null if there is no such reversal.
 */
export async function recordReversalAnswer(
  db: Db,
  id: number,
  answer: PostingAnswer,
  by: By,
): Promise<PostingState | null> {
  return inTransaction(db, (trx) => recordReversalAnswerIn(trx, id, answer, by));
}

/** Records an answer as `recordReversalAnswer` does, in a SQL transaction. */
export async function recordReversalAnswerIn(
  trx: Trx,
  id: number,
  answer: PostingAnswer,
  { by, at }: By,
): Promise<PostingState | null> {
  const refund = await trx
    .selectFrom('reversals')
    .innerJoin('refunds', 'refunds.id', 'reversals.refund_id')
    .select('refunds.order_refid as refid')
    .where('reversals.id', '=', id)
    .executeTakeFirst();
  if (refund === undefined) return null;
  // The end of another refund locks the order, and then its reversals.
  await lockOrders(trx, [refund.refid]);
  const reversal = await trx
    .selectFrom('reversals')
    .innerJoin('refunds', 'refunds.id', 'reversals.refund_id')
    .select(['reversals.state', 'reversals.reference', 'reversals.amount', 'refunds.order_refid as refid'])
    .where('reversals.id', '=', id)
    .forUpdate('reversals')
    .executeTakeFirst();
  if (reversal === undefined) return null;
  const state = stateAfter(reversal.state, answer);
  if (!canTransitionPosting(reversal.state, state)) return reversal.state;
  const receiptNumber = answer.status === 'accepted' ? answer.receiptNumber : null;
  const reason = reasonOf(answer);
  await trx
    .updateTable('reversals')
    .set({ state, receipt_number: receiptNumber, reason, answered_at: at, posted_at: answer.postedAt ?? null })
    .where('id', '=', id)
    .execute();
  if (state === 'accepted') await writeJournal(trx, [postingReversed(reversal, at)]);
  // What an operator has closed was another state of it.
  await trx.deleteFrom('review_closings').where('entry', '=', reversalEntry(id)).execute();
  const { refid } = reversal;
  const detail = receiptNumber ?? reason;
  await writeHistory(trx, { refid, attemptId: null, state: `reversal-${state}`, by, at, detail });
  return state;
}
