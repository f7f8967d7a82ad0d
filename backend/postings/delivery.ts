import { sen } from '@/lib/domain/money';
import { isPostingAnswered } from '@/lib/domain/payment/posting-states';
import type { BillerAnswer, BillPayment, PostingCalls } from '../billers/biller';
import { nextCallAt } from '../billers/next-call';
import { inOneStatement, type Db } from '../db/database';
import { reachFaultPoint } from '../faults/fault-points';
import type { JobHandler } from '../jobs/runner';
import type { Services } from '../services';
import { pendingNotFound, recordAnswer, type PostingAnswer } from './answers';
import { findPosting, type Posting } from './model';

function toBillPayment(posting: Posting): BillPayment {
  const { reference, accountNumber, billReference, amount, paidAt, method, gatewayReference } = posting;
  const payment = { reference, accountNumber, billReference, paidAt, method, gatewayReference };
  return { ...payment, amount: sen(amount), currency: 'MYR' };
}

/** Marks a queued posting as sent before it is: after a kill it is asked for, not repeated. Returns whether it was queued still. */
async function markSent(db: Db, id: number, biller: string, at: Date): Promise<boolean> {
  const row = await inOneStatement(() =>
    db
      .updateTable('postings')
      .set({ state: 'sent', biller, sent_at: at })
      .where('id', '=', id)
      .where('state', '=', 'queued')
      .returning('id')
      .executeTakeFirst(),
  );
  return row !== undefined;
}

/** Calls a biller between two fault points. */
export async function callBiller<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  reachFaultPoint('before-biller');
  const answer = await ask();
  reachFaultPoint('biller-answered');
  return answer;
}

/** Posts a payment, or asks what became of it if it was sent before. Null: there is nothing to do, or nothing that we may do. */
async function deliver(
  { db, biller, clock }: Services,
  calls: PostingCalls,
  posting: Posting,
): Promise<PostingAnswer | null> {
  const post = (): Promise<BillerAnswer> => callBiller(() => calls.postPayment(toBillPayment(posting)));
  if (isPostingAnswered(posting.state)) return null;
  if (posting.state === 'queued') {
    return (await markSent(db, posting.id, biller.name, clock.now())) ? post() : null;
  }
  // Another biller has it, or nobody knows who: a person finds out.
  if (posting.biller !== biller.name) return null;
  const found = await callBiller(() => calls.findPosting(posting.reference));
  // A payment that the biller has called pending is never repeated.
  const wasPending = posting.state === 'pending' || posting.reason === pendingNotFound;
  return found.status === 'not-found' && !wasPending ? post() : found;
}

/**
 * Creates the job that posts one payment to its biller, and asks for the answer with increasing delays until it is final. What was sent is
 * asked for before it is repeated, under the same reference.
 */
export function createPostingJob(services: Services): JobHandler {
  return async ({ subject, tries }) => {
    const { biller, clock, db } = services;
    const posting = await findPosting(db, Number(subject));
    if (posting === null || biller.postings === null) return null;
    const answer = await deliver(services, biller.postings, posting);
    if (answer === null) return null;
    const state = await recordAnswer(db, posting.id, answer, { by: 'biller', at: clock.now() });
    if (state === null || isPostingAnswered(state)) return null;
    return nextCallAt(clock.now(), tries);
  };
}
