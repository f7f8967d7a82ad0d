import { sql, type RawBuilder } from 'kysely';
import type { RetentionDays } from '@/lib/configuration/backend';
import { keptRequestsMs } from '../bill-reminders/model';
import { longestVelocityWindowMs } from '../cards/card-velocity';
import { addMilliseconds, dayMs } from '../clock';
import type { Db } from '../db/database';

/**
 * How long records are stored that limits count, ms: no configuration changes a limit. One-time codes: after the last send, since a payment's
 * sends are counted for as long. Links that continue a payment: after their end, so that one that was used says so for a while. Other periods
 * are configured (lib/configuration), and docs/personal-data.md lists all of them.
 */
export const countedRecordsMs = {
  oneTimeCodes: 7 * dayMs,
  cardAttempts: longestVelocityWindowMs,
  continuations: dayMs,
} as const;

/** Rows deleted by one statement, so that locks are short. */
const batchSize = 5_000;

interface Rule {
  readonly table:
    'outbox' | 'webhooks' | 'one_time_codes' | 'bill_links' | 'card_tries' | 'payment_continuations' | 'bill_reminders';
  readonly isDone: RawBuilder<unknown>;
}

/** Delivered, or given up and closed in the review queue. `kind` is the prefix of its entry's id there. */
function isDeliveredOrClosed(kind: 'message' | 'webhook', before: Date): RawBuilder<unknown> {
  return sql`delivered_at < ${before} or (given_up_at < ${before} and exists (
    select from review_closings where entry = ${`${kind}-`} || id and closed_at < ${before}))`;
}

function retentionRules({ messages, billLinks }: RetentionDays, now: Date): readonly Rule[] {
  const ago = (ms: number) => addMilliseconds(now, -ms);
  const messagesBefore = ago(messages * dayMs);
  return [
    {
      table: 'outbox',
      // An undelivered code has expired: nobody needs to review it.
      isDone: sql`${isDeliveredOrClosed('message', messagesBefore)} or (given_up_at < ${messagesBefore} and code is not null)`,
    },
    { table: 'webhooks', isDone: isDeliveredOrClosed('webhook', messagesBefore) },
    { table: 'one_time_codes', isDone: sql`sent_at < ${ago(countedRecordsMs.oneTimeCodes)}` },
    { table: 'bill_links', isDone: sql`created_at < ${ago(billLinks * dayMs)}` },
    { table: 'card_tries', isDone: sql`at < ${ago(countedRecordsMs.cardAttempts)}` },
    { table: 'payment_continuations', isDone: sql`expires_at < ${ago(countedRecordsMs.continuations)}` },
    {
      table: 'bill_reminders',
      isDone: sql`state = 'asked' and asked_at < ${ago(keptRequestsMs)} or ended_at < ${ago(keptRequestsMs)}`,
    },
  ];
}

/** Deletes rows whose retention time is over; several processes may do so concurrently. Returns the number of deleted rows. */
export async function removeOldRows(db: Db, retention: RetentionDays, now: Date): Promise<number> {
  let removed = 0;
  for (const { table, isDone } of retentionRules(retention, now)) {
    for (;;) {
      const { numAffectedRows = 0n } = await sql`delete from ${sql.table(table)} where ctid = any(array(
        select ctid from ${sql.table(table)} where ${isDone} limit ${sql.lit(batchSize)}))`.execute(db);
      removed += Number(numAffectedRows);
      if (numAffectedRows < BigInt(batchSize)) break;
    }
  }
  return removed;
}
