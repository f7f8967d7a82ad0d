import { sen, type Sen } from '../money';
import type { Bill } from './bill';

type Balances = Pick<Bill, 'currentBalance' | 'overdueBalance' | 'dueDate' | 'isNew'>;

/**
 * Returns a bill's balances after payments of `credited` sen: the overdue balance is paid first, an excess becomes a credit, and a paid
 * bill is neither due nor new.
 */
export function creditBalances<B extends Balances>(bill: B, credited: Sen): B {
  if (credited === 0) return bill;
  const currentBalance = sen(bill.currentBalance - credited);
  const isPaid = currentBalance <= 0;
  return {
    ...bill,
    currentBalance,
    overdueBalance: sen(Math.max(0, bill.overdueBalance - credited)),
    dueDate: isPaid ? null : bill.dueDate,
    isNew: bill.isNew && !isPaid,
  };
}
