import { methodTable } from '../methods/method-table';
import { isPaymentMethod, type PaymentMethod } from '../methods/payment-methods';
import { findDowntime } from '../payment/downtime';
import type { PaymentPage } from '../payment/payment';

/** The part of a payer's choice that is down. */
export interface ChoiceOutage {
  readonly method: PaymentMethod;
  /** The method itself, or the bank, wallet or carrier selected within it. */
  readonly target: string;
  /** ISO 8601. */
  readonly until: string;
  /** The backend's own words, if any. */
  readonly message?: string | null;
}

/** Returns the field of the payment form for a method, or for what was selected within it. */
export function getTargetField({ method, target }: Pick<ChoiceOutage, 'method' | 'target'>): string {
  const selection = target === method ? null : methodTable[method].selection;
  return selection?.field ?? 'selectedPaymentMethod';
}

/** Returns the current outage that affects a payment form's fields: that of the method before that of a bank within it. */
export function findOutage(
  fields: Readonly<Partial<Record<string, string>>>,
  { downtimes, serverTime }: Pick<PaymentPage, 'downtimes' | 'serverTime'>,
): ChoiceOutage | null {
  const method = fields['selectedPaymentMethod'] ?? '';
  if (!isPaymentMethod(method)) return null;
  const selected = fields[methodTable[method].selection?.field ?? ''];
  for (const target of [method, selected]) {
    const downtime = target === undefined ? null : findDowntime([target], downtimes, serverTime);
    if (downtime?.state === 'down') {
      const { target: down, until, message } = downtime;
      return { method, target: down, until, message };
    }
  }
  return null;
}
