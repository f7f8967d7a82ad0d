import { checkAmount, minimumAmount, type AmountIssue, type AmountLimits } from './amount-limits';
import type { Bill } from './bill';
import { formatPlainRinggit, type Sen } from '../money';
import { failure, type Result } from '../result';

/** What a payer can pay of a bill: the values of the field `payOption`. */
export const payOptions = ['current', 'overdue', 'other'] as const;
export type PayOption = (typeof payOptions)[number];

export function isPayOption(text: string): text is PayOption {
  return payOptions.some((option) => option === text);
}

/** Characters of an amount at most, in its input: `999,999,999.99`. */
export const amountMaxLength = 14;

type Balances = Pick<Bill, 'currentBalance' | 'overdueBalance'>;
type Outstanding = Pick<Bill, 'outstanding' | 'recentPayments'>;

/** Returns the options that a bill offers: a balance only when there is something to pay of it, another amount always. */
export function getPayOptions(bill: Balances): readonly PayOption[] {
  return payOptions.filter((option) => option === 'other' || getBalance(option, bill) > 0);
}

/**
 * Returns the option that the page selects first: the overdue balance is not preferred, since a part would remain unpaid. Of a bill that is
 * paid in part already it is another amount, what is still owed.
 */
export function getDefaultPayOption(bill: Balances & Outstanding): PayOption {
  return getDefaultAmount(bill) === '' ? (getPayOptions(bill)[0] ?? 'other') : 'other';
}

/** Returns the other amount that the page suggests, in ringgit: what is still owed beside recent payments; empty for none. */
export function getDefaultAmount({ outstanding, recentPayments }: Outstanding): string {
  return recentPayments.length > 0 && outstanding >= minimumAmount ? formatPlainRinggit(outstanding) : '';
}

function getBalance(option: 'current' | 'overdue', bill: Balances): Sen {
  return option === 'current' ? bill.currentBalance : bill.overdueBalance;
}

/** Why a choice is refused; `field` is where the message belongs. */
export type PayChoiceIssue =
  | { readonly field: 'payOption'; readonly issue: AmountIssue | { readonly code: 'notOffered' } }
  | { readonly field: 'amount'; readonly issue: AmountIssue };

/**
 * Returns the amount (sen) of a choice. The current and the overdue balance are taken from the bill, whatever the form says
 * of the amount; only another amount is read from what was typed. All of them keep to the limits. Security, row 1.
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
