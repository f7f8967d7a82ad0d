import type { AmountLimits } from '@/lib/domain/bill/amount-limits';
import type { Bill } from '@/lib/domain/bill/bill';

/** The part of a bill that the pay form shows and validates against. */
export type PayFormBill = Pick<Bill, 'overdueBalance'> & AmountLimits;
