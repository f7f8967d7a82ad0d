import { sql } from 'kysely';
import type { Db } from '../db/database';
import type { Sealer } from '../sealing';
import { registerSandboxPartners } from './partners';

/** Everything but the schema's own record and the mark of a sandbox's store. */
const tables = [
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
  await sql`truncate ${sql.join(tables.map((table) => sql.table(table)))} restart identity cascade`.execute(db);
  await db.updateTable('sandbox_state').set({ clock_offset_ms: 0 }).execute();
  await registerSandboxPartners(db, sealer);
}
