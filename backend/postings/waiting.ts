import { addMilliseconds, dayMs } from '../clock';
import type { Db } from '../db/database';
import type { Biller } from '../billers/biller';
import type { JobKind } from '../db/tables';
import { createPostingReference } from '../random-ids';

/** How far back credits are checked for a posting, ms: longer than two releases run beside each other. */
const checkedMs = 7 * dayMs;

/** Postings that are added in one statement, which has a parameter for each value. */
const batchSize = 1_000;

/** The reason of a posting that was added to a credit. */
const creditedWithoutPosting = 'credited-without-posting';

/**
 * Schedules what waits for a connector that takes calls: postings that were queued while none did, and those that it was sent. Jobs that are
 * scheduled already stay as they are.
 */
export async function scheduleWaitingPostings(db: Db, biller: Biller, now: Date): Promise<void> {
  if (biller.postings === null) return;
  await db
    .insertInto('jobs')
    .columns(['kind', 'subject', 'due_at'])
    .expression(
      db
        .selectFrom('postings')
        .select((row) => [
          row.val<JobKind>('post-payment').as('kind'),
          row.cast<string>('id', 'text').as('subject'),
          row.cast<Date>(row.val(now), 'timestamptz').as('due_at'),
        ])
        .where('state', 'in', ['queued', 'sent', 'pending', 'unknown'])
        .where((row) => row.or([row('state', '=', 'queued'), row('biller', '=', biller.name)])),
    )
    .onConflict((conflict) => conflict.columns(['kind', 'subject']).doNothing())
    .execute();
}

/**
 * Gives credits of bill payments that have no posting one that a person confirms: backends of a release without postings may have written
 * them during an upgrade, and whether the biller knows of them only its operator can tell.
 */
export async function addMissingPostings(db: Db, now: Date): Promise<void> {
  for (;;) {
    const added = await addSomeMissingPostings(db, now);
    if (added < batchSize) return;
  }
}

/** Adds up to `batchSize` postings. Returns how many credits had none. */
async function addSomeMissingPostings(db: Db, now: Date): Promise<number> {
  // Look-ups for each of these few credits: joins would read all orders and postings.
  const missing = await db
    .selectFrom('credits')
    .select(['id', 'at'])
    .where('at', '>=', addMilliseconds(now, -checkedMs))
    .where((row) =>
      row.and([
        row(row.selectFrom('orders').select('is_bill').whereRef('refid', '=', 'credits.order_refid'), '=', true),
        row(row.selectFrom('postings').select('id').whereRef('credit_id', '=', 'credits.id'), 'is', null),
      ]),
    )
    .limit(batchSize)
    .execute();
  if (missing.length === 0) return 0;
  await db
    .insertInto('postings')
    .values(
      missing.map(({ id, at }) => ({
        ...{ reference: createPostingReference(), credit_id: id, state: 'unknown' as const, biller: null },
        ...{ receipt_number: null, reason: creditedWithoutPosting, sent_at: at, answered_at: null },
      })),
    )
    .onConflict((conflict) => conflict.column('credit_id').doNothing())
    .execute();
  return missing.length;
}
