import type { Biller } from '../billers/biller';
import { inTransaction, type Db } from '../db/database';
import type { JobKind } from '../db/tables';
import { createMandateReference } from '../random-ids';
import { writeMandate } from './model';

/**
 * Schedules what waits for a connector that takes calls: mandates that were queued while none did, and those that it was sent. Jobs that are
 * scheduled already stay as they are.
 */
export async function scheduleWaitingMandates(db: Db, { name, mandates }: Biller, now: Date): Promise<void> {
  if (mandates === null || mandates === 'files') return;
  await db
    .insertInto('jobs')
    .columns(['kind', 'subject', 'due_at'])
    .expression(
      db
        .selectFrom('mandates')
        .select((row) => [
          row.val<JobKind>('send-mandate').as('kind'),
          row.cast<string>('id', 'text').as('subject'),
          row.cast<Date>(row.val(now), 'timestamptz').as('due_at'),
        ])
        .where('state', 'in', ['queued', 'sent'])
        .where((row) => row.or([row('state', '=', 'queued'), row('biller', '=', name)])),
    )
    .onConflict((conflict) => conflict.columns(['kind', 'subject']).doNothing())
    .execute();
}

/** Writes the mandates of registrations that have none: backends of a release without mandates may write them during an upgrade. */
export async function addMissingMandates(db: Db, now: Date): Promise<void> {
  const rows = await db.selectFrom('auto_debits').select('account_number').where('mandate', 'is', null).execute();
  for (const { account_number: accountNumber } of rows) {
    await inTransaction(db, async (trx) => {
      const reference = createMandateReference();
      const row = await trx
        .updateTable('auto_debits')
        .set({ mandate: reference })
        .where('account_number', '=', accountNumber)
        .where('mandate', 'is', null)
        .returning(['order_refid', 'card_brand', 'card_last_four'])
        .executeTakeFirst();
      if (row === undefined) return;
      const { order_refid: refid, card_brand: cardBrand, card_last_four: cardLastFour } = row;
      await writeMandate(trx, reference, { refid, accountNumber, cardBrand, cardLastFour }, { isCharged: false, now });
    });
  }
}
