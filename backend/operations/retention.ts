import { sql, type RawBuilder } from 'kysely';
import { longestVelocityWindowMs } from '../cards/card-velocity';
import { addMilliseconds, dayMs } from '../clock';
import type { Db } from '../db/database';

/** How long what is done is kept, ms. Payments, their attempts, history, credits and reviews are kept for good. docs/reliability.md. */
export const retentionMs = {
  /** Delivered, or given up and closed by a person. */
  messages: 30 * dayMs,
  webhooks: 30 * dayMs,
  /** From the last sending: as long, a payment's sendings are counted. */
  oneTimeCodes: 7 * dayMs,
  /** From its making: longer than any bill is due. */
  billLinks: 400 * dayMs,
  cardTries: longestVelocityWindowMs,
} as const;

/** Rows removed by one statement: none holds others up for long. */
const batchSize = 5_000;

interface Rule {
  readonly table: 'outbox' | 'webhooks' | 'one_time_codes' | 'bill_links' | 'card_tries';
  readonly isDone: RawBuilder<unknown>;
}

/** What was given up waits for a person; once closed it is done. `kind` is its entry's in the review list. */
function isDeliveredOrClosed(kind: 'message' | 'webhook', before: Date): RawBuilder<unknown> {
  return sql`delivered_at < ${before} or (given_up_at < ${before} and exists (
    select from review_closings where entry = ${`${kind}-`} || id and closed_at < ${before}))`;
}

function retentionRules(now: Date): readonly Rule[] {
  const before = (what: keyof typeof retentionMs) => addMilliseconds(now, -retentionMs[what]);
  return [
    {
      table: 'outbox',
      // A code that never came is nobody's work any more.
      isDone: sql`${isDeliveredOrClosed('message', before('messages'))} or (given_up_at < ${before('messages')} and code is not null)`,
    },
    { table: 'webhooks', isDone: isDeliveredOrClosed('webhook', before('webhooks')) },
    { table: 'one_time_codes', isDone: sql`sent_at < ${before('oneTimeCodes')}` },
    { table: 'bill_links', isDone: sql`created_at < ${before('billLinks')}` },
    { table: 'card_tries', isDone: sql`at < ${before('cardTries')}` },
  ];
}

/** Removes what is done and has been kept long enough; several processes at once do each other no harm. Gives how many rows went. */
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
