import { canTransitionMandate, isMandateAnswered, type MandateState } from '@/lib/domain/payment/mandate-states';
import { inTransaction, type Db, type Trx } from '../db/database';
import { bringJobForward } from '../jobs/model';
import { writeHistory, type Actor } from '../payments/transitions';
import {
  closeReviewOfEnded,
  isInForce,
  mandateEntry,
  mandatesQuery,
  writeCancellation,
  type MandateRequest,
} from './model';

/** The final answer to a mandate or a cancellation. */
export type FinalAnswer = { readonly status: 'accepted' } | { readonly status: 'refused'; readonly reason: string };

interface By {
  readonly by: Actor;
  readonly at: Date;
}

/**
 * Records an answer to a mandate or a cancellation, with an entry in its payment's history. An answer that the state does not allow, such as a
 * second one, changes nothing. Returns the state; null if there is no such mandate.
 */
export async function recordMandateAnswer(
  db: Db,
  id: number,
  answer: FinalAnswer,
  by: By,
): Promise<MandateState | null> {
  return inTransaction(db, (trx) => recordMandateAnswerIn(trx, id, answer, by));
}

/** Records an answer as `recordMandateAnswer` does, in a SQL transaction. */
export async function recordMandateAnswerIn(
  trx: Trx,
  id: number,
  answer: FinalAnswer,
  { by, at }: By,
): Promise<MandateState | null> {
  const request = await lockRequest(trx, id);
  if (request === null) return null;
  const state = answer.status;
  if (!canTransitionMandate(request.state, state)) return request.state;
  const reason = answer.status === 'refused' ? answer.reason : null;
  await trx.updateTable('mandates').set({ state, reason, answered_at: at }).where('id', '=', id).execute();
  // What an operator has closed was another state of it.
  await trx.deleteFrom('review_closings').where('entry', '=', mandateEntry(id)).execute();
  const name = request.action === 'create' ? 'mandate' : 'mandate-cancellation';
  const { refid } = request;
  await writeHistory(trx, { refid, attemptId: null, state: `${name}-${state}`, by, at, detail: reason });
  if (request.action === 'create') await settleCancellation(trx, request, state, at);
  return state;
}

/** Locks a request and reads it; null if there is none. */
export async function lockRequest(trx: Trx, id: number): Promise<MandateRequest | null> {
  return (await mandatesQuery(trx).where('mandates.id', '=', id).forUpdate('mandates').executeTakeFirst()) ?? null;
}

/**
 * Once a mandate is answered, its cancellation can be sent. A biller that has refused the mandate has nothing to cancel; one that has accepted
 * it after all is told that it was cancelled meanwhile.
 */
async function settleCancellation(
  trx: Trx,
  mandate: MandateRequest,
  state: 'accepted' | 'refused',
  at: Date,
): Promise<void> {
  if (await isInForce(trx, mandate.reference)) return;
  if (state === 'refused') await closeReviewOfEnded(trx, mandate.id, at);
  const cancellation = await trx
    .selectFrom('mandates')
    .select(['id', 'state'])
    .where('cancels', '=', mandate.id)
    .executeTakeFirst();
  if (cancellation === undefined) {
    if (state === 'accepted') await writeCancellation(trx, mandate, at);
  } else if (state === 'refused' && cancellation.state === 'queued') {
    await trx.deleteFrom('mandates').where('id', '=', cancellation.id).where('state', '=', 'queued').execute();
  } else if (!isMandateAnswered(cancellation.state)) {
    await bringJobForward(trx, { kind: 'send-mandate', subject: cancellation.id }, at);
  }
}
