import type { Db } from '../../db/database';
import { readStoredBill } from './biller';

/** The latest imports of bills, newest first, and what each has changed. */
export async function listImports(db: Db) {
  const rows = await db.selectFrom('bill_imports').selectAll().orderBy('id', 'desc').limit(20).execute();
  return rows.flatMap(({ id, as_of, is_whole, applied_at, bills }) =>
    applied_at === null
      ? []
      : [{ id, asOf: as_of.toISOString(), importedAt: applied_at.toISOString(), isWhole: is_whole, bills }],
  );
}

/** Bills of some accounts: imported, and as they are shown. Accounts that are not stored are left out. Amounts are sen. */
export async function listStoredBills(db: Db, accountNumbers: readonly string[]) {
  const found = await Promise.all(accountNumbers.map((accountNumber) => readStoredBill(db, accountNumber)));
  return found.flatMap((one) => {
    if (one === null) return [];
    const { bill, imported, credited, asOf } = one;
    const { holderName: _name, mobileNumber: _number, ...shown } = bill;
    return [{ ...shown, importedBalance: imported, creditedSince: credited, asOf: asOf.toISOString() }];
  });
}
