import { sql } from 'kysely';
import { inLongTransaction, type Db, type Trx } from '../db/database';

export interface AccountBalance {
  readonly account: string;
  /** ISO 4217. */
  readonly currency: string;
  /** Sen, both positive. */
  readonly debits: number;
  readonly credits: number;
  /** Sen: debits less credits. */
  readonly balance: number;
}

/** Reads the trial balance in a SQL transaction that may take long: see `readTrialBalance`. */
export async function readTrialBalanceIn(trx: Trx, until: Date): Promise<readonly AccountBalance[]> {
  const { rows } = await sql<AccountBalance>`
    select line.account, entry.currency,
      coalesce(sum(line.amount) filter (where line.amount > 0), 0)::bigint as debits,
      coalesce(-sum(line.amount) filter (where line.amount < 0), 0)::bigint as credits,
      sum(line.amount)::bigint as balance
    from journal_lines line join journal_entries entry on entry.id = line.entry_id
    where entry.at < ${until}
    group by line.account, entry.currency
    order by line.account, entry.currency`.execute(trx);
  return rows;
}

/** Returns the trial balance of the entries before `until`: each account with its debits, credits and balance, by name. The balances of a currency sum to 0. */
export async function readTrialBalance(db: Db, until: Date): Promise<readonly AccountBalance[]> {
  return inLongTransaction(db, (trx) => readTrialBalanceIn(trx, until));
}

/** Where a page of a statement begins: after this entry. */
export interface StatementPosition {
  readonly at: Date;
  readonly id: number;
}

export interface StatementLine {
  /** The entry's. */
  readonly id: number;
  readonly at: Date;
  readonly kind: string;
  /** What the entry records. */
  readonly source: string;
  readonly refid: string | null;
  readonly currency: string;
  /** Sen: a debit is positive. */
  readonly amount: number;
}

/** Lines of one page of a statement. */
const pageSize = 1_000;

/** Returns a page of an account's lines from `from` (inclusive) to `until` (exclusive), oldest first; an empty one after the last. */
export async function readStatement(
  db: Db,
  account: string,
  { from, until }: { readonly from: Date; readonly until: Date },
  after: StatementPosition | null,
): Promise<readonly StatementLine[]> {
  const begin = after ?? { at: from, id: 0 };
  return db
    .selectFrom('journal_entries')
    .innerJoin('journal_lines', 'journal_lines.entry_id', 'journal_entries.id')
    .select(['journal_entries.id', 'at', 'kind', 'source', 'order_refid as refid', 'currency', 'amount'])
    .where('journal_lines.account', '=', account)
    .where(({ eb, refTuple, tuple }) => eb(refTuple('at', 'journal_entries.id'), '>', tuple(begin.at, begin.id)))
    .where('at', '<', until)
    .orderBy('at')
    .orderBy('journal_entries.id')
    .limit(pageSize)
    .execute();
}
