import { sen } from '@/lib/domain/money';
import { isPostingAnswered } from '@/lib/domain/payment/posting-states';
import type { BillerAnswer, PostingCalls } from '../billers/biller';
import { nextCallAt } from '../billers/next-call';
import { inOneStatement, type Db } from '../db/database';
import type { JobHandler } from '../jobs/runner';
import { pendingNotFound, type PostingAnswer } from '../postings/answers';
import { callBiller } from '../postings/delivery';
import type { Services } from '../services';
import { recordReversalAnswer } from './answers';
import { findReversal, type Reversal } from './model';

/** Marks a queued reversal as sent before it is: after a kill it is asked for, not repeated. Returns whether it was queued still. */
async function markSent(db: Db, id: number, biller: string, at: Date): Promise<boolean> {
  const row = await inOneStatement(() =>
    db
      .updateTable('reversals')
      .set({ state: 'sent', biller, sent_at: at })
      .where('id', '=', id)
      .where('state', '=', 'queued')
      .returning('id')
      .executeTakeFirst(),
  );
  return row !== undefined;
}

/** Takes a posting back, or asks what became of that if it was sent before. Null: there is nothing to do, or nothing that we may do. */
async function deliver(
  { db, biller, clock }: Services,
  calls: PostingCalls,
  reversal: Reversal,
): Promise<PostingAnswer | null> {
  const { reference, posting: payment, amount } = reversal;
  const reverse = (): Promise<BillerAnswer> =>
    callBiller(() => calls.reversePosting({ reference, payment, amount: sen(amount) }));
  if (reversal.state === 'queued') {
    return (await markSent(db, reversal.id, biller.name, clock.now())) ? reverse() : null;
  }
  // Another biller has it, or nobody knows who: a person finds out.
  if (reversal.biller !== biller.name) return null;
  const found = await callBiller(() => calls.findPosting(reference));
  // A reversal that the biller has called pending is never repeated.
  const wasPending = reversal.state === 'pending' || reversal.reason === pendingNotFound;
  return found.status === 'not-found' && !wasPending ? reverse() : found;
}

/**
 * Creates the job that takes one posting back at its biller, once the biller has accepted it, and asks for the answer with increasing delays
 * until it is final. What was sent is asked for before it is repeated, under the same reference.
 */
export function createReversalJob(services: Services): JobHandler {
  return async ({ subject, tries }) => {
    const { biller, clock, db } = services;
    const reversal = await findReversal(db, Number(subject));
    if (reversal === null || isPostingAnswered(reversal.state) || biller.postings === null) return null;
    if (reversal.postingState !== 'accepted') {
      // A refused posting that is accepted after all schedules this job again.
      return isPostingAnswered(reversal.postingState) ? null : nextCallAt(clock.now(), tries);
    }
    const answer = await deliver(services, biller.postings, reversal);
    if (answer === null) return null;
    const state = await recordReversalAnswer(db, reversal.id, answer, { by: 'biller', at: clock.now() });
    if (state === null || isPostingAnswered(state)) return null;
    return nextCallAt(clock.now(), tries);
  };
}
