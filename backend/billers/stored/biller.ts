import { sen } from '@/lib/domain/money';
import type { Db } from '../../db/database';
import type { Biller } from '../biller';

/** The connector `stored`: bills from the table `bills`; payments leave as files. */
export function createStoredBiller(db: Db): Biller {
  return {
    name: 'stored',
    postings: null,
    async findBill(accountNumber) {
      const row = await db
        .selectFrom('bills')
        .selectAll()
        .where('account_number', '=', accountNumber)
        .executeTakeFirst();
      return row === undefined
        ? null
        : {
            accountNumber,
            billReference: null,
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
    },
  };
}
