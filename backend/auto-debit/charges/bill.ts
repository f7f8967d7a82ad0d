import type { ChargeableBill } from '@/lib/domain/auto-debit-charge';
import type { AccountBill } from '../../billers/biller';
import type { AccountState } from '../../bills/repeat-guard';
import { readAccountState } from '../../bills/repeat-guard';
import type { Services } from '../../services';

/** A bill as its biller has just told it. */
export interface ReadBill {
  readonly bill: AccountBill;
  /** Before the biller was asked. */
  readonly readAt: Date;
  readonly chargeable: ChargeableBill;
}

/** Combines a bill with the payments that its balance does not have yet. */
export function toChargeable(bill: AccountBill, { outstanding }: AccountState): ChargeableBill {
  const { dueDate, overdueBalance, maximumAmount } = bill;
  return { dueDate, overdueBalance, maximumAmount, outstanding };
}

/** Reads an account's bill; null if there is none that can be paid. Throws if the biller does not answer. */
export async function readBillToCharge(services: Services, accountNumber: string): Promise<ReadBill | null> {
  const readAt = services.clock.now();
  const bill = await services.biller.findBill(accountNumber);
  if (bill === null || bill.accountStatus === 'closed' || bill.standing !== 'ordinary') return null;
  const state = await readAccountState(services.db, bill, readAt);
  return { bill, readAt, chargeable: toChargeable(bill, state) };
}

/** Whether another payment of the account is under way: it may pay the bill, so that nothing is charged before its outcome is known. */
export function isPaymentUnderWay({ recentPayments }: AccountState): boolean {
  return recentPayments.some(
    ({ status, isCounted }) => status === 'pending-approval' || (status === 'in-progress' && isCounted),
  );
}
