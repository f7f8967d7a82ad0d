import { isCardMethod } from '../methods/method-table';
import type { PaymentMethod } from '../methods/payment-methods';
import type { PaymentPage } from './payment';

/**
 * Removes from a payment page what is paid by card data that are typed in on our own pages (a new card, an instalment plan, the CVV of a saved
 * card), for a deployment that may not take them: PCI DSS, SAQ A. A card that is typed in on the gateway's page stays.
 */
export function withoutOwnCardEntry(page: PaymentPage): PaymentPage {
  const isKept = (method: PaymentMethod) =>
    !isCardMethod(method) || (method === 'newCard' && page.cardEntry === 'gateway');
  const { preferredMethod } = page;
  return {
    ...page,
    methods: page.methods.filter(isKept),
    savedCards: [],
    savingCards: 'not-offered',
    autoDebitOption: 'not-offered',
    preferredMethod: preferredMethod !== null && isKept(preferredMethod) ? preferredMethod : null,
  };
}
