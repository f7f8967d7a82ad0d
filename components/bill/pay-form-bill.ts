import { getAmountLimits, type AmountLimits } from '@/lib/domain/bill/amount-limits';
import type { Bill } from '@/lib/domain/bill/bill';
import type { CommonConfig } from '@/lib/domain/common-config';

/** The part of a bill that the pay form shows and validates against. */
export type PayFormBill = Pick<Bill, 'overdueBalance' | 'outstanding' | 'recentPayments'> & AmountLimits;

/** Takes the pay form's part of a bill. */
export function toPayFormBill(bill: Bill, config: CommonConfig): PayFormBill {
  const { overdueBalance, outstanding, recentPayments } = bill;
  return { ...getAmountLimits(bill, config), overdueBalance, outstanding, recentPayments };
}
