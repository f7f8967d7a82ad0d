import type { SavedCard } from '../payment/payment';

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
