import type { PaymentResult } from './payment';

/** Whether a payment is of a bill that can be looked up, or of several, whose list is kept as long as a bill is shown. */
function hasBill({ accountNumber, accounts }: Pick<PaymentResult, 'accountNumber' | 'accounts'>): boolean {
  return accountNumber !== null || accounts.length > 0;
}

/**
 * Returns whether a result offers its bill again: the payment has ended unpaid for good, no attempt may still have moved money, and the payer
 * does not return to a partner; never to an approver, who does not pay. A payment of several accounts that was left until it ended has no list any more.
 */
export function canPayBillAgain({
  accountNumber,
  accounts,
  canTryAgain,
  isForApprover,
  method,
  outcome,
  returnToMerchant,
  unappliedPayments,
}: Pick<
  PaymentResult,
  | 'accountNumber'
  | 'accounts'
  | 'canTryAgain'
  | 'isForApprover'
  | 'method'
  | 'outcome'
  | 'returnToMerchant'
  | 'unappliedPayments'
>): boolean {
  if (isForApprover || !hasBill({ accountNumber, accounts })) return false;
  if (canTryAgain || returnToMerchant !== null || unappliedPayments.length > 0) return false;
  switch (outcome) {
    case 'failed':
    case 'cancelled':
      return true;
    // After an attempt without a known end its money may still arrive.
    case 'expired':
    case 'session-expired':
      return method === null && accounts.length === 0;
    default:
      return false;
  }
}

/**
 * Returns whether an open payment leads back to its bill, to pay another amount: no attempt is under way, and the order is not a partner's, whose
 * amount is fixed.
 */
export function canChangeAmount({
  canTryAgain,
  returnToMerchant,
  unappliedPayments,
  ...accounts
}: Pick<
  PaymentResult,
  'accountNumber' | 'accounts' | 'canTryAgain' | 'returnToMerchant' | 'unappliedPayments'
>): boolean {
  return canTryAgain && hasBill(accounts) && returnToMerchant === null && unappliedPayments.length === 0;
}
