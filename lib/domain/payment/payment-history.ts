import type { Sen } from '../money';
import type { PaymentMethod } from '../methods/payment-methods';
import { getAccountEnding } from './customer-masking';
import type { Outcome, ResultRoute } from './outcomes';
import type { PaymentResult } from './payment';
import { isPaymentId, isRefid, type PaymentId, type Refid } from './references';
import { isKioskReference } from '../visit/kiosk-visit';

/** The most payments that a device keeps: two years of monthly bills. The oldest make room. */
export const historyMaxLength = 24;

/**
 * A payment as its payer has kept it on this device, as its result was seen last. Its reference opens that result, which shows as much to anyone;
 * never the link of a receipt, which names the payer, nor anything of a card.
 */
export interface KeptPayment {
  readonly refid: Refid;
  readonly paymentId: PaymentId;
  /** The address of its result. */
  readonly route: ResultRoute;
  /** When it was confirmed, else begun, ISO 8601. */
  readonly at: string;
  /** The last four digits of the account; null for a payment without one. */
  readonly accountEnding: string | null;
  /** Of a payment of several accounts, how many they are; absent for others. */
  readonly accountCount?: number | undefined;
  readonly amount: Sen;
  readonly method: PaymentMethod;
  readonly outcome: Outcome;
}

/** The outcomes of a payment that its payer may want to find again: money has moved, or may have. */
const keptOutcomes: readonly Outcome[] = ['successful', 'pending', 'pending-approval', 'review'];

/** Returns whether a result offers to keep its payment: not at a kiosk, not to a company's approver, and not one that belongs to a partner's site. */
export function canKeepPayment(
  result: Pick<PaymentResult, 'isForApprover' | 'outcome' | 'refid' | 'returnToMerchant'>,
): boolean {
  if (result.isForApprover) return false;
  return keptOutcomes.includes(result.outcome) && result.returnToMerchant === null && !isKioskReference(result.refid);
}

/** Returns what is kept of a payment; null for one without an attempt. `route`: of its result's page. */
export function toKeptPayment(result: PaymentResult, route: ResultRoute): KeptPayment | null {
  const { refid, paymentId, accountNumber, accounts, amount, method, outcome } = result;
  const at = result.confirmedAt ?? result.startedAt;
  if (!isRefid(refid) || !isPaymentId(paymentId) || at === null || method === null) return null;
  const accountEnding = accountNumber === null ? null : getAccountEnding(accountNumber);
  const several = accounts.length > 0 ? { accountCount: accounts.length } : {};
  return { refid, paymentId, route, at, accountEnding, ...several, amount, method, outcome };
}

/** Adds a payment to those that are kept, newest first, in place of what was kept of it before. */
export function keepPayment(payments: readonly KeptPayment[], payment: KeptPayment): readonly KeptPayment[] {
  return [payment, ...removePayment(payments, payment.refid)]
    .toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at))
    .slice(0, historyMaxLength);
}

/** Removes a payment from those that are kept. */
export function removePayment(payments: readonly KeptPayment[], refid: string): readonly KeptPayment[] {
  return payments.filter((kept) => kept.refid !== refid);
}
