import { isCardMethod } from '../methods/method-table';
import type { PaymentMethod } from '../methods/payment-methods';
import { allowsCardEntry, type CardEntryPlace } from './card-entry-place';
import type { PaymentPage } from './payment';

/**
 * Removes from a payment page what is paid by card data that are typed in where the deployment does not allow it: outside `CARD_ENTRY=own` an
 * instalment plan and the CVV of a saved card, which are always typed in on the payment page, and a new card by its place. A saved card without a
 * CVV, and a new card's saving, stay where cards are typed in at the gateway, which keeps them.
 */
export function withAllowedCardEntry(page: PaymentPage, configured: CardEntryPlace): PaymentPage {
  if (configured === 'own') return page;
  const savedCards = page.savedCards.filter(({ needsCvv }) => !needsCvv);
  const allowsNewCard = allowsCardEntry(configured, page.cardEntry);
  const isKept = (method: PaymentMethod) =>
    !isCardMethod(method) ||
    (method === 'newCard' && allowsNewCard) ||
    (method === 'savedCard' && savedCards.length > 0);
  const { preferredMethod } = page;
  return {
    ...page,
    methods: page.methods.filter(isKept),
    savedCards,
    savingCards: allowsNewCard ? page.savingCards : 'not-offered',
    autoDebitOption: 'not-offered',
    preferredMethod: preferredMethod !== null && isKept(preferredMethod) ? preferredMethod : null,
  };
}
