import type { Biller } from '../billers/biller';
import type { Db } from '../db/database';
import type { JobKind } from '../db/tables';

/**
 * Schedules the reversals that wait for a connector that takes calls, like the postings that do (postings/waiting.ts). Jobs that are scheduled
 * already stay as they are.
 */
export async function scheduleWaitingReversals(db: Db, biller: Biller, now: Date): Promise<void> {
  if (biller.postings === null) return;
  await db
    .insertInto('jobs')
    .columns(['kind', 'subject', 'due_at'])
    .expression(
      db
        .selectFrom('reversals')
        .select((row) => [
          row.val<JobKind>('reverse-posting').as('kind'),
          row.cast<string>('id', 'text').as('subject'),
          row.cast<Date>(row.val(now), 'timestamptz').as('due_at'),
        ])
        .where('state', 'in', ['queued', 'sent', 'pending', 'unknown'])
        .where((row) => row.or([row('state', '=', 'queued'), row('biller', '=', biller.name)])),
    )
    .onConflict((conflict) => conflict.columns(['kind', 'subject']).doNothing())
    .execute();
}
