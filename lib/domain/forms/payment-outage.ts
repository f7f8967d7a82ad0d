import { findDowntime } from '../payment/downtime';
import type { PaymentPage } from '../payment/payment';
import { isPaymentMethod, type PaymentMethod } from '../methods/payment-methods';

/** Where the payment form asks for the choice within a method. */
const choiceFields: Readonly<Partial<Record<PaymentMethod, string>>> = {
  savedCard: 'uniqueCardId',
  epp: 'eppBank',
  fpx: 'fpxBankID',
  fpxCorporate: 'fpxBankCorporateID',
  wallet: 'selectedWallet',
  dcb: 'selectedDCB',
};

/** The part of a payer's choice that is down. */
export interface ChoiceOutage {
  readonly method: PaymentMethod;
  /** The method itself, or the bank, wallet or carrier chosen within it. */
  readonly target: string;
  /** ISO 8601. */
  readonly until: string;
}

/** Returns the field of the payment form for a method, or for the choice within it. */
export function getTargetField({ method, target }: Pick<ChoiceOutage, 'method' | 'target'>): string {
  const within = target === method ? undefined : choiceFields[method];
  return within ?? 'selectedPaymentMethod';
}

/** Takes a payment form's fields and returns the current outage of the choice, the method's before that of a bank within it. */
export function findOutage(
  fields: Readonly<Partial<Record<string, string>>>,
  { downtimes, serverTime }: Pick<PaymentPage, 'downtimes' | 'serverTime'>,
): ChoiceOutage | null {
  const method = fields['selectedPaymentMethod'] ?? '';
  if (!isPaymentMethod(method)) return null;
  const chosen = fields[choiceFields[method] ?? ''];
  for (const target of [method, chosen]) {
    const downtime = target === undefined ? null : findDowntime([target], downtimes, serverTime);
    if (downtime?.state === 'down') return { method, target: downtime.target, until: downtime.until };
  }
  return null;
}
