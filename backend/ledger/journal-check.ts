import { sql } from 'kysely';
import { inLongTransaction, type Db, type Trx } from '../db/database';
import { recordedLines } from './recorded-lines';

/** Compares the journal with what it records in a SQL transaction that may take long: see `findJournalErrors`. */
export async function findJournalErrorsIn(trx: Trx): Promise<readonly string[]> {
  const { rows } = await sql<{ error: string }>`with recorded as (${recordedLines}),
    booked as (
      select entry.kind, entry.source, entry.order_refid, entry.currency, line.account, line.amount
      from journal_entries entry left join journal_lines line on line.entry_id = entry.id),
    unbalanced as (
      select kind, source, coalesce(sum(amount), 0) as sum, count(amount) as lines from booked group by kind, source
      having coalesce(sum(amount), 0) <> 0 or count(amount) < 2),
    missing as (
      select kind, source, order_refid, currency, account, amount from recorded
      except all select * from booked),
    unexplained as (
      select * from booked
      except all select kind, source, order_refid, currency, account, amount from recorded)
    select 'the entry ' || kind || ' of ' || source || ' sums to ' || sum || ' sen in ' || lines || ' lines' as error from unbalanced
    union all
    select 'the journal has no line ' || account || ' ' || amount || ' for ' || kind || ' of ' || source from missing
    union all
    select 'nothing calls for the line ' || coalesce(account, '-') || ' ' || coalesce(amount, 0) || ' of ' || kind || ' of ' || source
    from unexplained
    order by error`.execute(trx);
  return rows.map(({ error }) => error);
}

/**
 * Compares the journal with the records of payments, reviews, postings, card verifications, refunds, reversals and settlements, in one statement, so
 * that payments under way do not matter. Returns what is wrong, in words: entries that do not sum to zero, lines that are missing, and lines that
 * nothing calls for.
 */
export async function findJournalErrors(db: Db): Promise<readonly string[]> {
  return inLongTransaction(db, findJournalErrorsIn);
}
