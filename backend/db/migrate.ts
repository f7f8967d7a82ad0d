import { sql, type Kysely } from 'kysely';
import { paymentsMigration } from './migrations/0001-payments';
import { customersMigration } from './migrations/0002-customers';
import { sandboxMigration } from './migrations/0003-sandbox';
import { billsMigration } from './migrations/0004-bills';
import { autoDebitMigration } from './migrations/0005-auto-debit';
import { partnersMigration } from './migrations/0006-partners';
import { operationsMigration } from './migrations/0007-operations';
import { limitsMigration } from './migrations/0010-limits';
import { indexesMigration } from './migrations/0011-indexes';
import { payerLanguageMigration } from './migrations/0012-payer-language';
import { returnsMigration } from './migrations/0013-returns';
import { abuseLimitsMigration } from './migrations/0014-abuse-limits';
import { postingsMigration } from './migrations/0015-postings';
import { billImportsMigration } from './migrations/0016-bill-imports';
import { billAccountsMigration } from './migrations/0017-bill-accounts';
import { gsmaRequestsMigration } from './migrations/0018-gsma-requests';
import { settingsMigration } from './migrations/0019-settings';
import { mandatesMigration } from './migrations/0020-mandates';
import { jobLanesMigration } from './migrations/0021-job-lanes';
import { mailboxesMigration } from './migrations/0022-mailboxes';
import { unknownOutcomesMigration } from './migrations/0023-unknown-outcomes';
import { sentDigestsMigration } from './migrations/0025-sent-digests';
import { journalMigration } from './migrations/0026-journal';
import { operatorsMigration } from './migrations/0027-operators';
import { refundsMigration } from './migrations/0028-refunds';
import { reviewsAndChargebacksMigration } from './migrations/0029-reviews-and-chargebacks';
import { reconciliationMigration } from './migrations/0030-reconciliation';
import { personalDataMigration } from './migrations/0031-personal-data';
import { autoDebitFlagMigration } from './migrations/0032-auto-debit-flag';
import { pagePresetsMigration } from './migrations/0033-page-presets';
import { endedMoneyMigration } from './migrations/0034-ended-money';
import { gatewayPaymentsMigration } from './migrations/0036-gateway-payments';
import { timeExtensionsMigration } from './migrations/0037-time-extensions';
import { autoDebitChargesMigration } from './migrations/0040-auto-debit-charges';
import { cardTokensMigration } from './migrations/0041-card-tokens';
import { receiptsMigration } from './migrations/0048-receipts';
import { keptSavedCardsMigration } from './migrations/0052-kept-saved-cards';
import { attemptsByStartMigration } from './migrations/0053-attempts-by-start';
import { continuationsMigration } from './migrations/0054-continuations';
import { billRemindersMigration } from './migrations/0055-bill-reminders';
import { orderAccountsMigration } from './migrations/0056-order-accounts';
import { sharedBillsMigration } from './migrations/0057-shared-bills';
import { furtherItemsMigration } from './migrations/0058-further-items';
import { partnerSellersMigration } from './migrations/0059-partner-sellers';
import { webhookTriesMigration } from './migrations/0060-webhook-tries';
import type { Tables } from './tables';

/** Every migration, oldest first. A released migration is never edited: later changes are new migrations. */
export const migrations: readonly { readonly name: string; readonly sql: string }[] = [
  { name: '0001-payments', sql: paymentsMigration },
  { name: '0002-customers', sql: customersMigration },
  { name: '0003-sandbox', sql: sandboxMigration },
  { name: '0004-bills', sql: billsMigration },
  { name: '0005-auto-debit', sql: autoDebitMigration },
  { name: '0006-partners', sql: partnersMigration },
  { name: '0007-operations', sql: operationsMigration },
  { name: '0010-limits', sql: limitsMigration },
  { name: '0011-indexes', sql: indexesMigration },
  { name: '0012-payer-language', sql: payerLanguageMigration },
  { name: '0013-returns', sql: returnsMigration },
  { name: '0014-abuse-limits', sql: abuseLimitsMigration },
  { name: '0015-postings', sql: postingsMigration },
  { name: '0016-bill-imports', sql: billImportsMigration },
  { name: '0017-bill-accounts', sql: billAccountsMigration },
  { name: '0018-gsma-requests', sql: gsmaRequestsMigration },
  { name: '0019-settings', sql: settingsMigration },
  { name: '0020-mandates', sql: mandatesMigration },
  { name: '0021-job-lanes', sql: jobLanesMigration },
  { name: '0022-mailboxes', sql: mailboxesMigration },
  { name: '0023-unknown-outcomes', sql: unknownOutcomesMigration },
  { name: '0025-sent-digests', sql: sentDigestsMigration },
  { name: '0026-journal', sql: journalMigration },
  { name: '0027-operators', sql: operatorsMigration },
  { name: '0028-refunds', sql: refundsMigration },
  { name: '0029-reviews-and-chargebacks', sql: reviewsAndChargebacksMigration },
  { name: '0030-reconciliation', sql: reconciliationMigration },
  { name: '0031-personal-data', sql: personalDataMigration },
  { name: '0032-auto-debit-flag', sql: autoDebitFlagMigration },
  { name: '0033-page-presets', sql: pagePresetsMigration },
  { name: '0034-ended-money', sql: endedMoneyMigration },
  { name: '0036-gateway-payments', sql: gatewayPaymentsMigration },
  { name: '0037-time-extensions', sql: timeExtensionsMigration },
  { name: '0040-auto-debit-charges', sql: autoDebitChargesMigration },
  { name: '0041-card-tokens', sql: cardTokensMigration },
  { name: '0048-receipts', sql: receiptsMigration },
  { name: '0052-kept-saved-cards', sql: keptSavedCardsMigration },
  { name: '0053-attempts-by-start', sql: attemptsByStartMigration },
  { name: '0054-continuations', sql: continuationsMigration },
  { name: '0055-bill-reminders', sql: billRemindersMigration },
  { name: '0056-order-accounts', sql: orderAccountsMigration },
  { name: '0057-shared-bills', sql: sharedBillsMigration },
  { name: '0058-further-items', sql: furtherItemsMigration },
  { name: '0059-partner-sellers', sql: partnerSellersMigration },
  { name: '0060-webhook-tries', sql: webhookTriesMigration },
];

/** The advisory lock's number: arbitrary, but the same in every process. */
const migrationLock = 7_402_211;

function statementsOf(script: string): readonly string[] {
  return script
    .split(/;\s*$/m)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
}

/** Runs the statements of a migration without recording it. */
export async function applyMigration(db: Kysely<Tables>, { sql: script }: (typeof migrations)[number]): Promise<void> {
  for (const statement of statementsOf(script)) await sql.raw(statement).execute(db);
}

/**
 * Applies missing migrations in one SQL transaction; processes that start concurrently wait for each other. Returns the names of the
 * applied migrations.
 */
export async function migrate(db: Kysely<Tables>): Promise<readonly string[]> {
  return db.transaction().execute(async (trx) => {
    // A migration, or waiting for another process's migration, may take long.
    for (const wait of ['lock_timeout', 'statement_timeout', 'idle_in_transaction_session_timeout']) {
      await sql`set local ${sql.id(wait)} = 0`.execute(trx);
    }
    await sql`select pg_advisory_xact_lock(${sql.lit(migrationLock)})`.execute(trx);
    await sql`create table if not exists schema_migrations (name text primary key, applied_at timestamptz not null default now())`.execute(
      trx,
    );
    const { rows } = await sql<{ name: string }>`select name from schema_migrations`.execute(trx);
    const applied = new Set(rows.map(({ name }) => name));
    const missing = migrations.filter(({ name }) => !applied.has(name));
    for (const migration of missing) {
      await applyMigration(trx, migration);
      await sql`insert into schema_migrations (name) values (${migration.name})`.execute(trx);
    }
    return missing.map(({ name }) => name);
  });
}
