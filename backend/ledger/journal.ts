import { sql } from 'kysely';
import type { Db, Trx } from '../db/database';
import { executeBatch, type Writes } from '../db/execute-batch';
import type { JournalAccount } from './accounts';

/** What an entry records; `source` is the fact's key, in words. */
export type JournalEntryKind =
  /** Money that was credited to its order. Source: gateway and its reference. */
  | 'payment-credited'
  /** Money that was held for review. Source: gateway and its reference. */
  | 'payment-held'
  /** Held money that was applied to its order. Source: gateway and its reference. */
  | 'review-applied'
  /** Held money that is the same movement as one that was credited. Source: gateway and its reference. */
  | 'review-same-movement'
  /** A gateway has taken money back for a dispute. Source: gateway and its id of the dispute. */
  | 'chargeback-opened'
  /** How a dispute ended; `lost` also where we accepted it. Source: gateway, its id of the dispute and the number of the closing. */
  | 'chargeback-won'
  | 'chargeback-lost'
  /** The biller has accepted a posting. Source: the posting's reference. */
  | 'posting-accepted'
  /** A card was charged to verify it, and the reversal of that charge. Source: the verification's number. */
  | 'verification-charged'
  | 'verification-reversed'
  /** A card verification was charged another amount or currency than asked for. Source: the verification's number. */
  | 'verification-differs'
  /** Money of a payment that is to be returned. Source: the refund's reference; so are those of what became of it. */
  | 'refund-approved'
  | 'refund-succeeded'
  | 'refund-failed'
  /** The biller has taken a posting back, all or part of it. Source: the reversal's reference. */
  | 'posting-reversed'
  /** A settlement file's payments, refunds, chargebacks and fees, or the change by a later run. Source: the run and the gateway. */
  | 'settlement';

export interface JournalLine {
  readonly account: JournalAccount;
  /** Sen, not 0: a debit is positive, a credit negative. */
  readonly amount: number;
}

export interface JournalEntry {
  readonly kind: JournalEntryKind;
  /** What it records, unique among entries of its kind. */
  readonly source: string;
  /** Null for an entry that belongs to no order. */
  readonly refid: string | null;
  /** ISO 4217; ringgit where absent. */
  readonly currency?: string;
  readonly at: Date;
  /** One for each account; they sum to 0. An entry without lines is not written. */
  readonly lines: readonly JournalLine[];
}

/** Throws for an entry that is not balanced: a bug. */
function requireBalance({ kind, source, lines }: JournalEntry): void {
  const sum = lines.reduce((total, { amount }) => total + amount, 0);
  if (sum !== 0 || lines.some(({ amount }) => amount === 0))
    throw new Error(`the entry ${kind} of ${source} is not balanced`);
}

/**
 * Builds the writes of journal entries, for the statement that changes what they record. This is the only writer of the journal: an entry whose
 * lines do not sum to zero is not inserted. Throws for such an entry; the statement fails for a second entry of the same kind and source.
 */
export function journalWrites(allEntries: readonly JournalEntry[]): Writes {
  const entries = allEntries.filter(({ lines }) => lines.length > 0);
  if (entries.length === 0) return {};
  for (const entry of entries) requireBalance(entry);
  const heads = entries.map(
    ({ kind, source, refid, currency = 'MYR', at }) =>
      sql`(${kind}, ${source}, ${refid}::text, ${currency}, ${at}::timestamptz)`,
  );
  const lines = entries.flatMap(({ kind, source, lines: own }) =>
    own.map(({ account, amount }) => sql`(${kind}, ${source}, ${account}, ${amount}::bigint)`),
  );
  return {
    journal_draft: sql`select * from (values ${sql.join(lines)}) line (kind, source, account, amount)`,
    journal_entry: sql`insert into journal_entries (kind, source, order_refid, currency, at)
      select * from (values ${sql.join(heads)}) entry (kind, source, order_refid, currency, at)
      where 0 = (select sum(amount) from journal_draft where journal_draft.kind = entry.kind and journal_draft.source = entry.source)
      returning id, kind, source`,
    journal_line: sql`insert into journal_lines (entry_id, account, amount)
      select id, account, amount from journal_entry join journal_draft using (kind, source)`,
  };
}

/** Writes journal entries in the SQL transaction that changes what they record. Throws as `journalWrites` does. */
export async function writeJournal(trx: Db | Trx, entries: readonly JournalEntry[]): Promise<void> {
  await executeBatch(trx, journalWrites(entries));
}
