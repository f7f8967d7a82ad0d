import { sql, type RawBuilder } from 'kysely';
import { longestVelocityWindowMs } from '../cards/card-velocity';
import { addMilliseconds, dayMs } from '../clock';
import type { Db } from '../db/database';

/**
 * How long completed records are kept, ms. Payments, their attempts, history, credits and reviews are kept permanently. See
 * docs/reliability.md.
 */
export const retentionMs = {
  /** After delivery, or after an operator closed one whose delivery was given up. */
  messages: 30 * dayMs,
  webhooks: 30 * dayMs,
  /** After the last send: a payment's sends are counted for as long. */
  oneTimeCodes: 7 * dayMs,
  /** After creation: longer than any bill is due. */
  billLinks: 400 * dayMs,
  cardAttempts: longestVelocityWindowMs,
} as const;

/** Rows deleted by one statement, so that locks are short. */
const batchSize = 5_000;

interface Rule {
  readonly table: 'outbox' | 'webhooks' | 'one_time_codes' | 'bill_links' | 'card_tries';
  readonly isDone: RawBuilder<unknown>;
}

/** Delivered, or given up and closed in the review queue. `kind` is the prefix of its entry's id there. */
function isDeliveredOrClosed(kind: 'message' | 'webhook', before: Date): RawBuilder<unknown> {
  return sql`delivered_at < ${before} or (given_up_at < ${before} and exists (
    select from review_closings where entry = ${`${kind}-`} || id and closed_at < ${before}))`;
}

function retentionRules(now: Date): readonly Rule[] {
  const before = (what: keyof typeof retentionMs) => addMilliseconds(now, -retentionMs[what]);
  return [
    {
      table: 'outbox',
      // An undelivered code has expired: nobody needs to review it.
      isDone: sql`${isDeliveredOrClosed('message', before('messages'))} or (given_up_at < ${before('messages')} and code is not null)`,
    },
    { table: 'webhooks', isDone: isDeliveredOrClosed('webhook', before('webhooks')) },
    { table: 'one_time_codes', isDone: sql`sent_at < ${before('oneTimeCodes')}` },
    { table: 'bill_links', isDone: sql`created_at < ${before('billLinks')}` },
    { table: 'card_tries', isDone: sql`at < ${before('cardAttempts')}` },
  ];
}

/** Deletes rows whose retention time is over; several processes may do so concurrently. Returns the number of deleted rows. */
export async function removeOldRows(db: Db, now: Date): Promise<number> {
  let removed = 0;
  for (const { table, isDone } of retentionRules(now)) {
    for (;;) {
      const { numAffectedRows = 0n } = await sql`delete from ${sql.table(table)} where ctid = any(array(
        select ctid from ${sql.table(table)} where ${isDone} limit ${sql.lit(batchSize)}))`.execute(db);
      removed += Number(numAffectedRows);
      if (numAffectedRows < BigInt(batchSize)) break;
    }
  }
  return removed;
}
