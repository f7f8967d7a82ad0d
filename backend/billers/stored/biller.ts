import { creditBalances } from '@/lib/domain/bill/credited-balances';
import { sen } from '@/lib/domain/money';
import type { Db } from '../../db/database';
import { isMissingFromBalance, isReversalMissingFromBalance } from '../../postings/balance';
import type { AccountBill, Biller } from '../biller';

interface StoredBill {
  /** As it is shown: less what was credited since. */
  readonly bill: AccountBill;
  /** The imported balance, sen. */
  readonly imported: number;
  /** Sen that the imported balance does not have yet: what was credited less what was refunded. */
  readonly credited: number;
  readonly asOf: Date;
}

/** Sums up what was credited to an account, less what was refunded, in sen, that a balance as of a time does not have. */
async function sumCreditedSince(db: Db, accountNumber: string, asOf: Date): Promise<number> {
  const { credited } = await db
    .selectFrom('credits')
    .innerJoin('postings', 'postings.credit_id', 'credits.id')
    .select((row) => row.cast<number>(row.fn.coalesce(row.fn.sum('amount'), row.lit(0)), 'bigint').as('credited'))
    .where('credits.account_number', '=', accountNumber)
    .where(isMissingFromBalance(asOf))
    .executeTakeFirstOrThrow();
  const { reversed } = await db
    .selectFrom('credits')
    .innerJoin('postings', 'postings.credit_id', 'credits.id')
    .innerJoin('reversals', 'reversals.posting_id', 'postings.id')
    .select((row) =>
      row.cast<number>(row.fn.coalesce(row.fn.sum('reversals.amount'), row.lit(0)), 'bigint').as('reversed'),
    )
    .where('credits.account_number', '=', accountNumber)
    .where(isReversalMissingFromBalance(asOf))
    .executeTakeFirstOrThrow();
  return credited - reversed;
}

/** Reads the bill of an account; null if there is none. */
export async function readStoredBill(db: Db, accountNumber: string): Promise<StoredBill | null> {
  const row = await db.selectFrom('bills').selectAll().where('account_number', '=', accountNumber).executeTakeFirst();
  if (row === undefined) return null;
  const credited = await sumCreditedSince(db, accountNumber, row.as_of);
  const imported: AccountBill = {
    accountNumber,
    billReference: row.bill_reference,
    holderName: row.holder_name,
    accountStatus: row.account_status,
    customerType: row.customer_type,
    currentBalance: sen(row.current_balance),
    overdueBalance: sen(row.overdue_balance),
    dueDate: row.due_date,
    isNew: row.is_new,
    maximumAmount: sen(row.maximum_amount),
    standing: row.standing,
    mobileNumber: row.mobile_number,
    isOnAutoDebit: row.is_on_auto_debit,
    isEpp: row.is_epp,
  };
  return {
    bill: {
      ...creditBalances(imported, sen(credited)),
      imported: { balance: imported.currentBalance, asOf: row.as_of },
    },
    imported: row.current_balance,
    credited,
    asOf: row.as_of,
  };
}

/** The connector `stored`: bills imported from files; payments and mandates leave as files, and their answers come as files. */
export function createStoredBiller(db: Db): Biller {
  return {
    name: 'stored',
    postings: null,
    mandates: 'files',
    findBill: async (accountNumber) => (await readStoredBill(db, accountNumber))?.bill ?? null,
  };
}
