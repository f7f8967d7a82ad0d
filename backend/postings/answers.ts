import { canTransitionPosting, isPostingAnswered, type PostingState } from '@/lib/domain/payment/posting-states';
import type { BillerAnswer } from '../billers/biller';
import { inTransaction, type Db, type Trx } from '../db/database';
import { postingAccepted } from '../ledger/entries';
import { writeJournal } from '../ledger/journal';
import { releaseReceipt } from '../outbox/model';
import { lockOrders } from '../payments/model';
import { writeHistory, type Actor } from '../payments/transitions';
import { scheduleReversalsOf } from '../reversals/model';
import { listPostingsOfOrder, postingEntry } from './model';

/** What is known of a posting or reversal: its biller's answer, or that the biller has never heard of what it had called pending. */
export type PostingAnswer = (BillerAnswer | { readonly status: 'not-found' }) & {
  /** When the biller has posted it, where an operator says so. */
  readonly postedAt?: Date;
};

/** The state that an answer leads to. What the biller has called pending is pending still while it cannot be reached. */
export function stateAfter(state: PostingState, { status }: PostingAnswer): PostingState {
  if (status === 'unreachable') return state === 'pending' ? 'pending' : 'unknown';
  return status === 'not-found' ? 'unknown' : status;
}

/** The reason of a posting that the biller has called pending and then has not found: it may be accepted, and is never sent again. */
export const pendingNotFound = 'pending-not-found';

/** The reason that is recorded with an answer; null for one that needs none. */
export function reasonOf(answer: PostingAnswer): string | null {
  if (answer.status === 'not-found') return pendingNotFound;
  return answer.status === 'refused' ? answer.reason : null;
}

/** Whether no account of a payment waits for its biller's answer any more. */
async function arePostingsAnswered(trx: Trx, refid: string): Promise<boolean> {
  const postings = await listPostingsOfOrder(trx, refid);
  return postings.every(({ state }) => isPostingAnswered(state));
}

/**
 * Records an answer to a posting, with an entry in its payment's history. An answer that the posting's state does not allow, such as a second
 * one, changes nothing. Returns the posting's state; null if there is no such posting.
 */
export async function recordAnswer(
  db: Db,
  id: number,
  answer: PostingAnswer,
  { by, at }: { readonly by: Actor; readonly at: Date },
): Promise<PostingState | null> {
  return inTransaction(db, (trx) => recordAnswerIn(trx, id, answer, { by, at }));
}

/** Records an answer as `recordAnswer` does, in a SQL transaction. */
export async function recordAnswerIn(
  trx: Trx,
  id: number,
  answer: PostingAnswer,
  { by, at }: { readonly by: Actor; readonly at: Date },
): Promise<PostingState | null> {
  const credit = await trx
    .selectFrom('postings')
    .innerJoin('credits', 'credits.id', 'postings.credit_id')
    .select('credits.order_refid as refid')
    .where('postings.id', '=', id)
    .executeTakeFirst();
  if (credit === undefined) return null;
  // The end of a refund locks the order, and then its posting.
  await lockOrders(trx, [credit.refid]);
  const posting = await trx
    .selectFrom('postings')
    .innerJoin('credits', 'credits.id', 'postings.credit_id')
    .select(['postings.state', 'postings.reference', 'credits.order_refid as refid', 'credits.amount'])
    .where('postings.id', '=', id)
    .forUpdate('postings')
    .executeTakeFirst();
  if (posting === undefined) return null;
  const state = stateAfter(posting.state, answer);
  if (!canTransitionPosting(posting.state, state)) return posting.state;
  const receiptNumber = answer.status === 'accepted' ? answer.receiptNumber : null;
  await trx
    .updateTable('postings')
    .set({
      state,
      receipt_number: receiptNumber,
      reason: reasonOf(answer),
      answered_at: at,
      posted_at: answer.postedAt ?? null,
    })
    .where('id', '=', id)
    .execute();
  if (state === 'accepted') await writeJournal(trx, [postingAccepted(posting, at)]);
  // What an operator has closed was another state of it.
  await trx.deleteFrom('review_closings').where('entry', '=', postingEntry(id)).execute();
  if (state === 'accepted') await scheduleReversalsOf(trx, id, at);
  if (await arePostingsAnswered(trx, posting.refid)) await releaseReceipt(trx, posting.refid, at);
  const detail = receiptNumber ?? reasonOf(answer);
  await writeHistory(trx, { refid: posting.refid, attemptId: null, state: `posting-${state}`, by, at, detail });
  return state;
}
