import type { PaymentMethod } from '@/lib/domain/methods/payment-methods';
import { reasonMessageKey } from '@/lib/domain/payment/reason-messages';

/** Returns a gateway's code of a failed attempt, with what its payer is told for it, such as `51: insufficient balance`. */
export function describeReason(reasonCode: string, method: PaymentMethod | null): string {
  const key = reasonMessageKey({ method, reasonCode });
  const words = key?.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words === undefined ? reasonCode : `${reasonCode}: ${words}`;
}
