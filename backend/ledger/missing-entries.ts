import { sql } from 'kysely';
import { addMilliseconds, dayMs } from '../clock';
import { inLongTransaction, type Db } from '../db/database';
import { recordedLines } from './recorded-lines';

/** How far back records are checked for an entry once the journal has entries, ms: longer than two releases run beside each other. */
const checkedMs = 7 * dayMs;

/**
 * Writes the entries of money that was recorded without one, each at the time of its record: all of it when the journal is empty, and afterwards
 * what backends of a release without journal have recorded during an upgrade. Payments in flight have no entry. Several processes may do so
 * concurrently. Returns the number of entries written.
 */
export async function addMissingEntries(db: Db, now: Date): Promise<number> {
  return inLongTransaction(db, async (trx) => {
    const first = await trx.selectFrom('journal_entries').select('id').limit(1).executeTakeFirst();
    const since = first === undefined ? new Date(0) : addMilliseconds(now, -checkedMs);
    const { rows } = await sql<{ added: number }>`with recorded as (${recordedLines} and at >= ${since}),
      missing as (
        insert into journal_entries (kind, source, order_refid, currency, at)
        select distinct kind, source, order_refid, currency, at from recorded
        where not exists (select from journal_entries entry where entry.kind = recorded.kind and entry.source = recorded.source)
        order by at
        on conflict (kind, source) do nothing
        returning id, kind, source),
      lines as (
        insert into journal_lines (entry_id, account, amount)
        select missing.id, recorded.account, recorded.amount from missing join recorded using (kind, source))
      select count(*) as added from missing`.execute(trx);
    return rows[0]?.added ?? 0;
  });
}
