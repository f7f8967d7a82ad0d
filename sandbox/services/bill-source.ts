import { sen } from '@/lib/domain/money';
import type { AccountBill, BillSource } from '../../backend/bills/source';
import type { Clock } from '../../backend/clock';
import type { Db } from '../../backend/db/database';
import { billOfAccount, mobileNumberOfAccount, scenarioOfAccount } from '../scenarios/accounts';

const holderNames = ['AHMAD BIN ISMAIL', 'TAN MEI LING', 'PRIYA A/P RAJAN', 'SITI NURHALIZA BINTI OMAR', 'JAMES LIM'];

function standingOf(accountNumber: string): AccountBill['standing'] {
  const { standing } = scenarioOfAccount(accountNumber);
  return standing === 'blacklisted' || standing === 'processing' ? standing : 'ordinary';
}

interface SandboxBillSettings {
  readonly db: Db;
  readonly clock: Clock;
  /**
   * Whether a credit lowers the balance at the next look-up. Off by default: a billing system posts payments overnight, and suites
   * rely on an account's published numbers however often it was paid before.
   */
  readonly postsPayments?: boolean;
}

/** Computes bills by the scenario table. */
export function createSandboxBillSource({ db, clock, postsPayments = false }: SandboxBillSettings): BillSource {
  async function paidSoFar(accountNumber: string): Promise<number> {
    const { paid } = await db
      .selectFrom('credits')
      .select((row) => row.cast<number>(row.fn.coalesce(row.fn.sum('amount'), row.lit(0)), 'bigint').as('paid'))
      .where('account_number', '=', accountNumber)
      .executeTakeFirstOrThrow();
    return paid;
  }

  return {
    async findBill(accountNumber) {
      const bill = billOfAccount(accountNumber, clock.now().toISOString());
      if (bill === null) return null;
      const paid = postsPayments ? await paidSoFar(accountNumber) : 0;
      const { readAt: _readAt, ...rest } = bill;
      return {
        ...rest,
        currentBalance: sen(bill.currentBalance - paid),
        overdueBalance: sen(Math.max(0, bill.overdueBalance - paid)),
        dueDate: bill.currentBalance > paid ? bill.dueDate : null,
        holderName: holderNames[Number(accountNumber.slice(0, 8)) % holderNames.length] ?? '',
        standing: standingOf(accountNumber),
        mobileNumber: mobileNumberOfAccount(accountNumber),
        isOnAutoDebit: scenarioOfAccount(accountNumber).onAutoDebit ?? false,
        // So that quick pay can try every method.
        isEpp: true,
      };
    },
  };
}
