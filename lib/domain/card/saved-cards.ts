import type { SavedCard } from '../payment/payment';
import { containsCardNumber } from './detect-card-number';

/** Returns whether a text has the format of a saved card's id, and is not a card number. Security, row 39. */
export function isSavedCardId(text: string): boolean {
  return /^[\w-]{1,40}$/.test(text) && !containsCardNumber(text);
}

/** The default card first if it can pay, then the others that can, then those that cannot. */
function rank(card: SavedCard): number {
  const isUsable = !card.isExpired && !card.isOffline;
  if (card.isDefault && isUsable) return 0;
  return isUsable ? 1 : 2;
}

/** Returns the saved card that is offered first; undefined: none can pay. */
export function findUsableCard(cards: readonly SavedCard[]): SavedCard | undefined {
  return sortSavedCards(cards).find(({ isExpired, isOffline }) => !isExpired && !isOffline);
}

/** Returns saved cards in the order in which they are offered; cards of equal rank keep the server's order. */
export function sortSavedCards(cards: readonly SavedCard[]): readonly SavedCard[] {
  return cards.toSorted((one, other) => rank(one) - rank(other));
}
