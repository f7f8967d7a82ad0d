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

/**
 * Returns the method for a payer who has paid by one before. Who paid by a new card may have saved it: that needs its CVV at most.
 * `savedCard`: a saved card that can be used, if any.
 */
export function methodOfReturningPayer(
  lastMethod: PaymentMethod | null,
  page: Pick<PaymentPage, 'methods'>,
  savedCard: string | null,
): PaymentMethod | null {
  const isSaved = lastMethod === 'newCard' && savedCard !== null && page.methods.includes('savedCard');
  return isSaved ? 'savedCard' : lastMethod;
}
