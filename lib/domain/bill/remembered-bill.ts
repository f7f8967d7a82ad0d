import { getAmountLimits } from './amount-limits';
import type { Bill } from './bill';
import { getBillMessage } from './bill-message';
import { getPayAmount } from './pay-choice';
import type { CommonConfig } from '../common-config';
import { zeroSen, type Sen } from '../money';

/** What the page says of the bill of an account that the device remembers, before the payer has opened it. */
export const rememberedBillStates = [
  /** Its whole balance can be paid by one tap. */
  'payable',
  /** A payment of it is under way, or is not in its balance yet: the bill's page tells of it. */
  'recent-payment',
  'paid',
  'credit',
  'closed',
  /** Its balance is not an amount that can be paid at once: the bill's page tells the limits. */
  'other-amount',
] as const;
export type RememberedBillState = (typeof rememberedBillStates)[number];

/** The part of a bill that is shown for a remembered account. */
export interface RememberedBill {
  readonly state: RememberedBillState;
  /** The current balance; negative for a credit. */
  readonly balance: Sen;
  /** Calendar day in Malaysia, `YYYY-MM-DD`; null when nothing is due. */
  readonly dueDate: string | null;
  /** The part of the balance that is overdue: 0 to the whole of it. */
  readonly overdue: Sen;
}

type Limits = Pick<CommonConfig, 'advanceLimit' | 'advanceLimitCustomerType' | 'exactBalanceCustomerType'>;

/**
 * Returns what is shown of a bill for a remembered account. One tap pays only what the bill's page would take without a question: the whole
 * balance, within the limits, of an account without recent payments.
 */
export function getRememberedBill(bill: Bill, config: Limits): RememberedBill {
  return {
    state: getState(bill, config),
    balance: bill.currentBalance,
    dueDate: bill.dueDate,
    overdue: getOverdue(bill),
  };
}

/** As the message of the bill's page: what the backend reports as overdue, or the whole balance once its due date has passed. */
function getOverdue(bill: Bill): Sen {
  const { kind } = getBillMessage(bill, bill.readAt);
  if (bill.currentBalance <= 0 || (kind !== 'overdue' && kind !== 'overdueBeforeDueDate')) return zeroSen;
  return bill.overdueBalance > 0 && bill.overdueBalance < bill.currentBalance
    ? bill.overdueBalance
    : bill.currentBalance;
}

function getState(bill: Bill, config: Limits): RememberedBillState {
  if (bill.accountStatus === 'closed') return 'closed';
  if (bill.recentPayments.length > 0) return 'recent-payment';
  if (bill.currentBalance < 0) return 'credit';
  if (bill.currentBalance === 0) return 'paid';
  const amount = getPayAmount({ payOption: 'current', amount: '' }, { ...bill, ...getAmountLimits(bill, config) });
  return amount.ok ? 'payable' : 'other-amount';
}
