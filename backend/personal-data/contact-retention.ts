import { sql } from 'kysely';
import { addMilliseconds, dayMs } from '../clock';
import { inTransaction, type Db, type Trx } from '../db/database';
import { eraseContacts, isContactNeeded, listBlockedErasures } from './erasure-rules';

/** Payments whose contact data are erased in one SQL transaction, so that locks are short. */
const batchSize = 200;

/**
 * Locks a batch of payments that ended before a time, the oldest first. A payment has ended with the last entry of its history. Those that
 * another process works on are left to it.
 */
async function lockEnded(trx: Trx, before: Date): Promise<readonly string[]> {
  const { rows } = await sql<{ refid: string }>`
    select refid from orders
    where contact_erased_at is null and created_at < ${before}::timestamptz
      and (select max(at) from payment_history where order_refid = orders.refid) < ${before}::timestamptz
      and not ${isContactNeeded}
    order by created_at limit ${sql.lit(batchSize)} for update skip locked`.execute(trx);
  return rows.map(({ refid }) => refid);
}

/**
 * Erases the contact data of payments that ended more than `days` days ago; several processes may do so concurrently. A payment under way, in
 * review, not posted, or whose account is registered for auto debit keeps them (PDPA, section 10: as long as necessary). Returns the number
 * of erased payments.
 */
export async function eraseOldContacts(db: Db, days: number, now: Date): Promise<number> {
  const before = addMilliseconds(now, -days * dayMs);
  let erased = 0;
  for (;;) {
    const { locked, done } = await inTransaction(db, async (trx) => {
      const refids = await lockEnded(trx, before);
      // The conditions were read before the locks: what has changed meanwhile is left for the next time.
      const blocked = new Set((await listBlockedErasures(trx, refids)).map(({ refid }) => refid));
      const ended = refids.filter((refid) => !blocked.has(refid));
      if (ended.length > 0) await eraseContacts(trx, ended, now);
      return { locked: refids.length, done: ended.length };
    });
    erased += done;
    if (locked < batchSize) return erased;
  }
}
