import { checkAmount, minimumAmount, type AmountIssue, type AmountLimits } from './amount-limits';
import type { Bill } from './bill';
import { formatPlainRinggit, type Sen } from '../money';
import { failure, type Result } from '../result';
import { hasCountedPayment } from './recent-payments';

/** The options for paying a bill: the values of the field `payOption`. */
export const payOptions = ['current', 'overdue', 'other'] as const;
export type PayOption = (typeof payOptions)[number];

export function isPayOption(text: string): text is PayOption {
  return payOptions.some((option) => option === text);
}

/** The maximum length of an amount in its input: `999,999,999.99`. */
export const amountMaxLength = 14;

type Balances = Pick<Bill, 'currentBalance' | 'overdueBalance'>;
type Outstanding = Pick<Bill, 'outstanding' | 'recentPayments'>;

/** Returns the options that a bill offers: a balance only if it is positive, another amount always. */
export function getPayOptions(bill: Balances): readonly PayOption[] {
  return payOptions.filter((option) => option === 'other' || getBalance(option, bill) > 0);
}

/**
 * Returns the option that the page selects first: the overdue balance is not preferred, since a part would remain unpaid. For a partly paid
 * bill it is another amount: the one still owed.
 */
export function getDefaultPayOption(bill: Balances & Outstanding): PayOption {
  return getDefaultAmount(bill) === '' ? (getPayOptions(bill)[0] ?? 'other') : 'other';
}

/** Returns the other amount that the page suggests, in ringgit: the amount still owed after recent payments; empty for none. */
export function getDefaultAmount({ outstanding, recentPayments }: Outstanding): string {
  return hasCountedPayment(recentPayments) && outstanding >= minimumAmount ? formatPlainRinggit(outstanding) : '';
}

function getBalance(option: 'current' | 'overdue', bill: Balances): Sen {
  return option === 'current' ? bill.currentBalance : bill.overdueBalance;
}

/** Why a choice is refused; `field` is the field of the message. */
export type PayChoiceIssue =
  | { readonly field: 'payOption'; readonly issue: AmountIssue | { readonly code: 'notOffered' } }
  | { readonly field: 'amount'; readonly issue: AmountIssue };

/**
 * Returns the amount (sen) of a choice. The current and the overdue balance come from the bill, whatever amount the form contains; only
 * another amount is parsed from the input. The limits apply to all of them. Security, row 1.
 */
export function getPayAmount(
  choice: { readonly payOption: string; readonly amount: string },
  bill: Balances & AmountLimits,
): Result<Sen, PayChoiceIssue> {
  const { payOption } = choice;
  if (!isPayOption(payOption) || !getPayOptions(bill).includes(payOption)) {
    return failure({ field: 'payOption', issue: { code: 'notOffered' } });
  }
  const field = payOption === 'other' ? 'amount' : 'payOption';
  const checked = checkAmount(payOption === 'other' ? choice.amount : getBalance(payOption, bill), bill);
  return checked.ok ? checked : failure({ field, issue: checked.error });
}
