import type { CardBrand } from '@/lib/domain/card/card-fields';
import { minuteMs } from '../clock';
import { inTransaction, type Db, type Trx } from '../db/database';
import type { CardData } from '../gateways/gateway';
import type { JobHandler } from '../jobs/runner';
import { cardToSaveSchema } from '../payments/card-to-save';
import type { Order } from '../payments/model';
import type { CardToSave } from '../cards/saved-cards';
import type { Services } from '../services';
import { isAutoDebitOn, canRegister } from './offer';

/** How long after a payment its card is kept for the registration that its payer has asked for, or may with a card that is saved already. */
export const cardRetentionMs = 30 * minuteMs;

/**
 * Gives the card that pays as it waits, sealed, for its registration; null where there can be none. To be asked for a card whose payer has
 * ticked auto debit, or that is saved already, and for no other: a card is kept on request alone.
 */
export async function retainCardForAutoDebit(
  services: Services,
  { account_number: accountNumber }: Pick<Order, 'account_number'>,
  brand: CardBrand,
  card: CardData,
): Promise<string | null> {
  if (accountNumber === null || !isAutoDebitOn(services, await services.config.read())) return null;
  if (!(await canRegister(services, accountNumber))) return null;
  return JSON.stringify(services.savedCards.prepare(accountNumber, brand, card));
}

/** Gives the card by which an order was paid, sealed; null when it was paid otherwise, or the card has been forgotten. */
export async function findRetainedCard(db: Db | Trx, refid: string): Promise<CardToSave | null> {
  const row = await db
    .selectFrom('attempts')
    .select('auto_debit_card')
    .where('order_refid', '=', refid)
    .where('state', '=', 'successful')
    .executeTakeFirst();
  const text = row?.auto_debit_card ?? null;
  return text === null ? null : cardToSaveSchema.parse(JSON.parse(text));
}

/** Forgets the card that paid an order: it has been chosen, refused or not asked for. */
export async function deleteRetainedCard(trx: Trx, refid: string): Promise<void> {
  await trx
    .updateTable('attempts')
    .set({ auto_debit_card: null })
    .where('order_refid', '=', refid)
    .where('auto_debit_card', 'is not', null)
    .execute();
}

/** Forgets the card of an attempt whose payer has not put the account on auto debit in time. */
export function createDeleteRetainedCardJob(services: Services): JobHandler {
  return async ({ subject }) => {
    await inTransaction(services.db, (trx) =>
      trx.updateTable('attempts').set({ auto_debit_card: null }).where('id', '=', Number(subject)).execute(),
    );
    return null;
  };
}
