import type { CardBrand } from '@/lib/domain/card/card-fields';
import { minuteMs } from '../clock';
import { inTransaction, type Trx } from '../db/database';
import { findTokenGateway } from '../gateways-in-use';
import type { CardData } from '../gateways/gateway';
import type { JobHandler } from '../jobs/runner';
import { cardToSaveSchema } from '../payments/card-to-save';
import { autoDebitAccountOf, isBegunBy, type Order } from '../payments/model';
import type { CardToSave } from '../cards/saved-cards';
import type { Services } from '../services';
import { isAutoDebitOn, canRegister } from './offer';

/** How long the card of a payment is retained for an auto-debit registration. */
export const cardRetentionMs = 30 * minuteMs;

/**
 * Encrypts the paying card for a later auto-debit registration; null if the account cannot be registered. Call it only for a card whose
 * payer has ticked auto debit, or that is saved already: other cards are not retained.
 */
export async function retainCardForAutoDebit(
  services: Services,
  order: Pick<Order, 'bill_account' | 'account_number'>,
  brand: CardBrand,
  card: CardData,
): Promise<string | null> {
  const accountNumber = autoDebitAccountOf(order);
  if (accountNumber === null || !isAutoDebitOn(services, await services.config.read())) return null;
  if (findTokenGateway(services.gateways) !== null || !(await canRegister(services, accountNumber))) return null;
  return JSON.stringify(services.savedCards.prepare(accountNumber, brand, card));
}

/**
 * Returns the retained, encrypted card that paid an order, for the visit that paid with it; null for any other visit, if the order was paid
 * otherwise, if the card has been deleted, or if cards are entered at the gateway, which keeps them. The account's holder may be another person, whom the payer has shown the result. Security, row 15.
 */
export async function findRetainedCard(
  services: Services,
  refid: string,
  visitId: string | undefined,
): Promise<CardToSave | null> {
  if (findTokenGateway(services.gateways) !== null) return null;
  const row = await services.db
    .selectFrom('attempts')
    .select(['auto_debit_card', 'visit_id'])
    .where('order_refid', '=', refid)
    .where('state', '=', 'successful')
    .executeTakeFirst();
  if (row === undefined || row.auto_debit_card === null || !isBegunBy(row, visitId)) return null;
  return cardToSaveSchema.parse(JSON.parse(row.auto_debit_card));
}

/** Deletes the retained card of an order. */
export async function deleteRetainedCard(trx: Trx, refid: string): Promise<void> {
  await trx
    .updateTable('attempts')
    .set({ auto_debit_card: null })
    .where('order_refid', '=', refid)
    .where('auto_debit_card', 'is not', null)
    .execute();
}

/** Deletes the retained card of an attempt when its retention time is over. */
export function createDeleteRetainedCardJob(services: Services): JobHandler {
  return async ({ subject }) => {
    await inTransaction(services.db, (trx) =>
      trx.updateTable('attempts').set({ auto_debit_card: null }).where('id', '=', Number(subject)).execute(),
    );
    return null;
  };
}
