import type { ErrorCodeOf, RequestOf, ResponseInputOf } from '@/lib/contract/call';
import type { cardDelete, cardList } from '@/lib/contract/payment';
import { success, type Result } from '@/lib/domain/result';
import { refuse, type Refusal } from '../http/refusal';
import { findCardOwner } from '../payments/card-owner';
import { loadPayment } from '../payments/model';
import type { Services } from '../services';
import { maximumSavedCards, toFavouriteCard } from './saved-cards';

/** The saved cards that the payment's customer or device may use: card.list. Security, row 15. */
export async function listCards(
  services: Services,
  { refid, deviceToken }: RequestOf<typeof cardList>,
): Promise<Result<ResponseInputOf<typeof cardList>, Refusal<ErrorCodeOf<typeof cardList>>>> {
  const found = await loadPayment(services.db, { refid });
  if (!found.ok) return refuse(found.error);
  const owner = findCardOwner(services, found.value.order, deviceToken);
  const cards = owner === null ? [] : await services.savedCards.list(services.db, owner);
  return success({
    favouriteCardList: cards.map(toFavouriteCard),
    maximumCardsReached: cards.length >= maximumSavedCards,
  });
}

/**
 * Removes a saved card of the payment's own customer or device: card.delete. A card of another owner is reported as unknown. Security, row
 * 16.
 */
export async function deleteCard(
  services: Services,
  { refid, uniqueCardId, deviceToken }: RequestOf<typeof cardDelete>,
): Promise<Result<ResponseInputOf<typeof cardDelete>, Refusal<ErrorCodeOf<typeof cardDelete>>>> {
  const found = await loadPayment(services.db, { refid });
  if (!found.ok) return refuse(found.error);
  const owner = findCardOwner(services, found.value.order, deviceToken);
  if (owner === null) return refuse('unknown-card');
  const removed = await services.savedCards.remove(owner, uniqueCardId);
  services.wakeJobRunner();
  return removed.ok ? success({ uniqueCardId }) : refuse(removed.error);
}
