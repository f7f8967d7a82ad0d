import type { PaymentResult } from './payment';

/**
 * Returns whether a result offers its bill again: the payment has ended unpaid for good, no attempt may still have moved money, and the payer
 * does not return to a partner.
 */
export function canPayBillAgain({
  accountNumber,
  canTryAgain,
  method,
  outcome,
  returnToMerchant,
  unappliedPayments,
}: Pick<
  PaymentResult,
  'accountNumber' | 'canTryAgain' | 'method' | 'outcome' | 'returnToMerchant' | 'unappliedPayments'
>): boolean {
  if (accountNumber === null || canTryAgain || returnToMerchant !== null || unappliedPayments.length > 0) return false;
  switch (outcome) {
    case 'failed':
    case 'cancelled':
      return true;
    // After an attempt without a known end its money may still arrive.
    case 'expired':
    case 'session-expired':
      return method === null;
    default:
      return false;
  }
}

/**
 * Returns whether an open payment leads back to its bill, to pay another amount: no attempt is under way, and the order is not a partner's, whose
 * amount is fixed.
 */
export function canChangeAmount({
  accountNumber,
  canTryAgain,
  returnToMerchant,
  unappliedPayments,
}: Pick<PaymentResult, 'accountNumber' | 'canTryAgain' | 'returnToMerchant' | 'unappliedPayments'>): boolean {
  return canTryAgain && accountNumber !== null && returnToMerchant === null && unappliedPayments.length === 0;
}
