import { findUsableCard } from '../card/saved-cards';
import type { PaymentMethod } from '../methods/payment-methods';
import type { PaymentPage } from './payment';

/**
 * Returns the method that is chosen when a payment page is opened: the customer's. Where none is known it is a saved card that can pay, unless the
 * device keeps the method used last, which a script chooses.
 */
export function preferredMethodOf(
  { methods, preferredMethod, savedCards }: Pick<PaymentPage, 'methods' | 'preferredMethod' | 'savedCards'>,
  deviceKeepsMethod: boolean,
): PaymentMethod | null {
  const canPayBySavedCard = methods.includes('savedCard') && findUsableCard(savedCards) !== undefined;
  return preferredMethod ?? (canPayBySavedCard && !deviceKeepsMethod ? 'savedCard' : null);
}
