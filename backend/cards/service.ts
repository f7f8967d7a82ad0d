import type { ErrorCodeOf, RequestOf, ResponseInputOf } from '@/lib/contract/call';
import type { cardDelete } from '@/lib/contract/payment';
import { success, type Result } from '@/lib/domain/result';
import { refuse, type Refusal } from '../http/refusal';
import { ownerOfCards } from '../payments/customer';
import { loadPayment } from '../payments/model';
import type { Services } from '../services';

/** Removes a saved card of the payment's own customer: card.delete. Another's card is as unknown as none. Security, row 16. */
export async function deleteCard(
  services: Services,
  { refid, uniqueCardId }: RequestOf<typeof cardDelete>,
): Promise<Result<ResponseInputOf<typeof cardDelete>, Refusal<ErrorCodeOf<typeof cardDelete>>>> {
  const found = await loadPayment(services.db, { refid });
  if (!found.ok) return refuse(found.error);
  const owner = ownerOfCards(found.value.order);
  if (owner === null) return refuse('unknown-card');
  const removed = await services.savedCards.remove(services.db, owner, uniqueCardId);
  return removed.ok ? success({ uniqueCardId }) : refuse(removed.error);
}
