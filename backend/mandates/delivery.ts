import { isMandateAnswered } from '@/lib/domain/payment/mandate-states';
import type { MandateAnswer, MandateCalls } from '../billers/biller';
import { nextCallAt } from '../billers/next-call';
import { inOneStatement, type Db } from '../db/database';
import { reachFaultPoint } from '../faults/fault-points';
import type { JobHandler } from '../jobs/runner';
import type { Services } from '../services';
import { recordMandateAnswer } from './answers';
import { mandatesQuery, type MandateRequest } from './model';

/** Marks a queued mandate as sent before it is. Returns false if it is no longer queued: its cancellation may have been withdrawn. */
async function markSent(db: Db, id: number, biller: string, at: Date): Promise<boolean> {
  const row = await inOneStatement(() =>
    db
      .updateTable('mandates')
      .set({ state: 'sent', biller, sent_at: at })
      .where('id', '=', id)
      .where('state', '=', 'queued')
      .returning('id')
      .executeTakeFirst(),
  );
  return row !== undefined;
}

/** A cancellation is sent after the answer to its mandate: a biller cannot cancel what it has not got. */
async function waitsForMandate(db: Db, { action, mandate }: MandateRequest): Promise<boolean> {
  if (action === 'create') return false;
  const created = await db
    .selectFrom('mandates')
    .select('state')
    .where('reference', '=', mandate)
    .executeTakeFirstOrThrow();
  return !isMandateAnswered(created.state);
}

async function callBiller(calls: MandateCalls, request: MandateRequest): Promise<MandateAnswer> {
  const { reference, mandate, accountNumber, createdAt, cardBrand, cardLastFour } = request;
  reachFaultPoint('before-biller');
  const answer = await (request.action === 'create'
    ? calls.createMandate({
        ...{ reference, accountNumber, registeredAt: createdAt },
        card: { brand: cardBrand, lastFour: cardLastFour },
      })
    : calls.cancelMandate({ reference, mandate, accountNumber, cancelledAt: createdAt }));
  reachFaultPoint('biller-answered');
  return answer;
}

/**
 * Creates the job that gives one mandate, or its cancellation, to a biller that takes calls, with increasing delays until the answer is
 * final. A repeated call has the same reference, under which the biller takes it once.
 */
export function createMandateJob(services: Services): JobHandler {
  return async ({ subject, tries }) => {
    const { biller, clock, db } = services;
    const calls = biller.mandates;
    if (calls === null || calls === 'files') return null;
    const request = await mandatesQuery(db).where('mandates.id', '=', Number(subject)).executeTakeFirst();
    if (request === undefined || isMandateAnswered(request.state)) return null;
    // Another biller has it: a person finds out.
    if (request.biller !== null && request.biller !== biller.name) return null;
    if (await waitsForMandate(db, request)) return nextCallAt(clock.now(), tries);
    if (request.state === 'queued' && !(await markSent(db, request.id, biller.name, clock.now()))) return null;
    const answer = await callBiller(calls, request);
    if (answer.status === 'pending' || answer.status === 'unreachable') return nextCallAt(clock.now(), tries);
    await recordMandateAnswer(db, request.id, answer, { by: 'biller', at: clock.now() });
    return null;
  };
}
