import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { inTransaction, type Db } from '../../backend/db/database';
import type { DataEncryption } from '../../backend/data-encryption';
import { registerSandboxPartners } from '../services/partners';

/** All tables but the schema's own and the mark of a sandbox's store. */
const tables = [
  'card_tries',
  'review_closings',
  'review_claims',
  'manual_settlements',
  'chargeback_closings',
  'chargebacks',
  'operators',
  'operator_actions',
  'erasures',
  'receipt_sends',
  'receipt_companies',
  'payment_continuations',
  'reconciliation_differences',
  'settled_items',
  'reconciliation_lines',
  'reconciliation_runs',
  'webhook_tries',
  'webhooks',
  'partner_keys',
  'payment_history',
  'reversals',
  'refunds',
  'postings',
  'posting_exports',
  'gsma_requests',
  'journal_lines',
  'journal_entries',
  'credits',
  'order_accounts',
  'reviews',
  'auto_debit_tries',
  'auto_debit_charges',
  'auto_debits',
  'mandates',
  'mandate_exports',
  'auto_debit_consents',
  'card_verifications',
  'auto_debit_reminders',
  'bill_reminder_sends',
  'bill_reminders',
  'bill_links',
  'bill_accounts',
  'attempts',
  'orders',
  'partners',
  'outbox',
  'jobs',
  'paused_lanes',
  'idempotency_keys',
  'stored_config',
  'setting_changes',
  'downtimes',
  'saved_cards',
  'card_deletions',
  'one_time_codes',
  'partner_nonces',
  'sandbox_messages',
  'sandbox_faults',
  'sandbox_seeded_accounts',
  'sandbox_charges',
  'sandbox_biller_bills',
  'sandbox_biller_postings',
  'sandbox_biller_mode',
  'sandbox_biller_mandates',
];

/** PostgreSQL's error code lock_not_available. */
const lockNotAvailable = '55P03';
/** How long open transactions may take, and the pause between tries, ms. */
const patienceMs = 20_000;
const pauseMs = 20;

function isLocked(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === lockNotAvailable;
}

async function emptyTables(db: Db): Promise<void> {
  await inTransaction(db, async (trx) => {
    // All locks or none: waiting for one while holding others could deadlock with open transactions. TRUNCATE takes the same locks and creates
    // a new file for every table, however empty.
    const names = sql.join(tables.map((table) => sql.table(table)));
    await sql`lock table ${names} in access exclusive mode nowait`.execute(trx);
    // The journal is append-only but for this.
    await sql`set local ebill.is_sandbox_reset = 'on'`.execute(trx);
    // One statement: foreign keys are checked at its end.
    const deletions = tables.map((table) => sql`${sql.id(`emptied_${table}`)} as (delete from ${sql.table(table)})`);
    await sql`with ${sql.join(deletions)} select`.execute(trx);
    await trx.updateTable('sandbox_state').set({ clock_offset_ms: 0 }).execute();
  });
}

/** Empties the store once no transaction is open, and registers the sandbox's partners. */
export async function resetStore(db: Db, encryption: DataEncryption): Promise<void> {
  const end = Date.now() + patienceMs;
  for (let isEmpty = false; !isEmpty;) {
    try {
      await emptyTables(db);
      isEmpty = true;
    } catch (error) {
      if (!isLocked(error)) throw error;
      if (Date.now() > end)
        throw new Error('timed out waiting for open transactions: the store was not emptied', { cause: error });
      await pause(pauseMs);
    }
  }
  await registerSandboxPartners(db, encryption);
}
