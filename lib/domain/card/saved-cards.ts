import type { SavedCard } from '../payment/payment';
import { containsCardNumber } from './detect-card-number';

/** Returns whether a text has the form of a saved card's id, and is no card number in its place. Security, row 39. */
export function isSavedCardId(text: string): boolean {
  return /^[\w-]{1,40}$/.test(text) && !containsCardNumber(text);
}

/** A usual card that can pay comes first, then the others that can, then those that cannot. */
function rank(card: SavedCard): number {
  const isUsable = !card.isExpired && !card.isOffline;
  if (card.isDefault && isUsable) return 0;
  return isUsable ? 1 : 2;
}

/** Returns saved cards in the order in which they are offered; cards of one rank stay in the server's order. */
export function sortSavedCards(cards: readonly SavedCard[]): readonly SavedCard[] {
  return cards.toSorted((one, other) => rank(one) - rank(other));
}
