import type { Bill } from './bill';
import type { CommonConfig } from '../common-config';
import { addSen, parseRinggit, sen, subtractSen, zeroSen, type Sen } from '../money';
import { failure, success, type Result } from '../result';

/** The minimum payment, RM1. Specification, section 9. */
export const minimumAmount: Sen = sen(100);

/** The limits of an amount, from the server's bill and common config, never from the form. All amounts in sen. */
export type AmountLimits = Pick<Bill, 'customerType' | 'currentBalance' | 'maximumAmount'> &
  Pick<CommonConfig, 'advanceLimit' | 'advanceLimitCustomerType' | 'exactBalanceCustomerType'>;

/** Why an amount is refused; `figure` (sen) is the limit in the message. */
export type AmountIssue =
  | { readonly code: 'required' | 'malformed' | 'aboveCurrentBalance' }
  | { readonly code: 'belowMinimum' | 'aboveMaximum' | 'aboveAdvanceLimit'; readonly figure: Sen };

/** Returns the limits of an amount from a bill and the common config. */
export function getAmountLimits(
  bill: Pick<AmountLimits, 'customerType' | 'currentBalance' | 'maximumAmount'>,
  config: Pick<AmountLimits, 'advanceLimit' | 'advanceLimitCustomerType' | 'exactBalanceCustomerType'>,
): AmountLimits {
  return {
    customerType: bill.customerType,
    currentBalance: bill.currentBalance,
    maximumAmount: bill.maximumAmount,
    advanceLimit: config.advanceLimit,
    advanceLimitCustomerType: config.advanceLimitCustomerType,
    exactBalanceCustomerType: config.exactBalanceCustomerType,
  };
}

/**
 * Validates an amount, as typed (ringgit) or as computed (sen), in this order: required, format, minimum, maximum, then for the customer
 * type that must not pay in advance the current balance, and for the type with an advance limit the excess above the current balance (a
 * credit counts as 0). An advance limit of 0 allows no excess. Other types have only the minimum and the maximum. Specification, section 5.
 */
export function checkAmount(amount: string | Sen, limits: AmountLimits): Result<Sen, AmountIssue> {
  if (typeof amount !== 'string') return checkLimits(amount, limits);
  if (amount.trim() === '') return failure({ code: 'required' });
  const parsed = parseRinggit(amount);
  return parsed.ok ? checkLimits(parsed.value, limits) : failure({ code: 'malformed' });
}

/**
 * Returns the largest amount (sen) that `checkAmount` accepts, which the page shows beside the input; below the minimum payment when no amount
 * can be paid.
 */
export function getLargestAmount(limits: AmountLimits): Sen {
  const { customerType, maximumAmount, advanceLimit } = limits;
  const isExact = customerType === limits.exactBalanceCustomerType;
  if (!isExact && customerType !== limits.advanceLimitCustomerType) return maximumAmount;
  const allowed = addSen(getOwed(limits), isExact || advanceLimit < 0 ? zeroSen : advanceLimit);
  return allowed < maximumAmount ? allowed : maximumAmount;
}

/** Returns what is owed (sen): a credit counts as 0. */
function getOwed({ currentBalance }: AmountLimits): Sen {
  return currentBalance > 0 ? currentBalance : zeroSen;
}

function checkLimits(amount: Sen, limits: AmountLimits): Result<Sen, AmountIssue> {
  if (amount < minimumAmount) return failure({ code: 'belowMinimum', figure: minimumAmount });
  if (amount > limits.maximumAmount) return failure({ code: 'aboveMaximum', figure: limits.maximumAmount });
  const owed = getOwed(limits);
  if (amount <= owed) return success(amount);
  if (limits.customerType === limits.exactBalanceCustomerType) return failure({ code: 'aboveCurrentBalance' });
  if (limits.customerType !== limits.advanceLimitCustomerType) return success(amount);
  if (limits.advanceLimit <= 0) return failure({ code: 'aboveCurrentBalance' });
  return subtractSen(amount, owed) > limits.advanceLimit
    ? failure({ code: 'aboveAdvanceLimit', figure: limits.advanceLimit })
    : success(amount);
}
