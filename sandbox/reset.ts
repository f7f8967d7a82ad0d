import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { inTransaction, type Db } from '../backend/db/database';
import type { DataEncryption } from '../backend/data-encryption';
import { registerSandboxPartners } from './partners';

/** Everything but the schema's own record and the mark of a sandbox's store. */
const tables = [
  'card_tries',
  'review_closings',
  'webhooks',
  'partner_keys',
  'payment_history',
  'credits',
  'reviews',
  'auto_debits',
  'auto_debit_consents',
  'card_verifications',
  'auto_debit_reminders',
  'bill_links',
  'attempts',
  'orders',
  'partners',
  'outbox',
  'jobs',
  'idempotency_keys',
  'stored_config',
  'downtimes',
  'saved_cards',
  'one_time_codes',
  'partner_nonces',
  'sandbox_messages',
  'sandbox_faults',
  'sandbox_seeded_accounts',
  'sandbox_charges',
];

/** PostgreSQL's code for a lock that somebody else has. */
const lockNotAvailable = '55P03';
/** How long those at work may take to finish, and how long it is waited before it is looked again, ms. */
const patienceMs = 20_000;
const pauseMs = 20;

function isLocked(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === lockNotAvailable;
}

async function emptyTables(db: Db): Promise<void> {
  await inTransaction(db, async (trx) => {
    // All of them or none: whoever waited for one while it held others would stand in the way of those who are at work. Truncating would
    // lock likewise, and costs a new file for every table, however empty.
    const names = sql.join(tables.map((table) => sql.table(table)));
    await sql`lock table ${names} in access exclusive mode nowait`.execute(trx);
    // One statement: what refers to what counts only when it is over.
    const deletions = tables.map((table) => sql`${sql.id(`emptied_${table}`)} as (delete from ${sql.table(table)})`);
    await sql`with ${sql.join(deletions)} select`.execute(trx);
    await trx.updateTable('sandbox_state').set({ clock_offset_ms: 0 }).execute();
  });
}

/** Empties the store once nobody is at work in it, and registers the sandbox's partners: as if it had just been made. */
export async function resetStore(db: Db, sealer: DataEncryption): Promise<void> {
  const end = Date.now() + patienceMs;
  for (let isEmpty = false; !isEmpty;) {
    try {
      await emptyTables(db);
      isEmpty = true;
    } catch (error) {
      if (!isLocked(error)) throw error;
      if (Date.now() > end) throw new Error('the store was never at rest: it was not emptied', { cause: error });
      await pause(pauseMs);
    }
  }
  await registerSandboxPartners(db, sealer);
}
