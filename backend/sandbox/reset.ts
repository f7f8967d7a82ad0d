import { sql } from 'kysely';
import { inTransaction, type Db } from '../db/database';
import type { Sealer } from '../sealing';
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

/** Empties the store and registers the sandbox's partners: as if it had just been made. */
export async function resetStore(db: Db, sealer: Sealer): Promise<void> {
  await inTransaction(db, async (trx) => {
    // Whoever is at work there finishes first. Truncating would lock likewise, but costs a new file for every table, however empty.
    await sql`lock table ${sql.join(tables.map((table) => sql.table(table)))} in access exclusive mode`.execute(trx);
    // One statement: what refers to what counts only when it is over.
    const deletions = tables.map((table) => sql`${sql.id(`emptied_${table}`)} as (delete from ${sql.table(table)})`);
    await sql`with ${sql.join(deletions)} select`.execute(trx);
    await trx.updateTable('sandbox_state').set({ clock_offset_ms: 0 }).execute();
  });
  await registerSandboxPartners(db, sealer);
}
