import type { CardBrand } from '@/lib/domain/card/card-fields';
import { minuteMs } from '../clock';
import { requestCardDeletion } from '../cards/card-deletions';
import { inTransaction, type Db, type Trx } from '../db/database';
import { findTokenGateway } from '../gateways-in-use';
import type { CardData, KeptCard } from '../gateways/gateway';
import type { JobHandler } from '../jobs/runner';
import { retainedCardSchema, writeRetainedKeptCard } from '../payments/card-to-save';
import { isBegunBy, offeredAccountOf, type Order } from '../payments/model';
import type { CardToSave } from '../cards/saved-cards';
import type { Services } from '../services';
import { isAutoDebitOn, canRegister } from './offer';

/** How long the card of a payment is retained for an auto-debit registration. */
export const cardRetentionMs = 30 * minuteMs;

type PaidOrder = Pick<Order, 'bill_account' | 'is_bill' | 'account_number' | 'is_shared'>;

/** Returns the account that an order's card can be registered for; null for none, or if it is registered already. */
async function findAccountToRegister(services: Services, order: PaidOrder): Promise<string | null> {
  const accountNumber = offeredAccountOf(order);
  if (accountNumber === null || !isAutoDebitOn(services, await services.config.read())) return null;
  return (await canRegister(services, accountNumber)) ? accountNumber : null;
}

/**
 * Encrypts the paying card for a later auto-debit registration; null if the account cannot be registered. Call it only for a card whose
 * payer has ticked auto debit, or that is saved already: other cards are not retained.
 */
export async function retainCardForAutoDebit(
  services: Services,
  order: PaidOrder,
  brand: CardBrand,
  card: CardData,
): Promise<string | null> {
  if (findTokenGateway(services.gateways) !== null) return null;
  const accountNumber = await findAccountToRegister(services, order);
  return accountNumber === null ? null : JSON.stringify(services.savedCards.prepare(accountNumber, brand, card));
}

/**
 * As `retainCardForAutoDebit`, for a paying card of the gateway that keeps the cards of registrations: one that it keeps already, or null for one that
 * it is to keep once it has paid.
 */
export async function retainKeptCardForAutoDebit(
  services: Services,
  order: PaidOrder,
  card: KeptCard | null,
): Promise<string | null> {
  if (findTokenGateway(services.gateways) === null) return null;
  return (await findAccountToRegister(services, order)) === null ? null : writeRetainedKeptCard(card);
}

/** A card that is retained for a registration: encrypted here, or kept by its gateway. */
export type RetainedCard =
  | { readonly kind: 'stored'; readonly card: CardToSave }
  | { readonly kind: 'kept'; readonly card: KeptCard; readonly gateway: string };

/** Whether the deletion of a card was requested, or done, since it was retained: a payer has removed it. */
async function isRemoved(db: Db, gateway: string, token: string): Promise<boolean> {
  const deletion = await db
    .selectFrom('card_deletions')
    .select('id')
    .where('gateway', '=', gateway)
    .where('token', '=', token)
    .executeTakeFirst();
  return deletion !== undefined;
}

/**
 * Returns the retained card that paid an order, for the visit that paid with it; null for any other visit, if the order was paid
 * otherwise, if the card has been deleted, or if it is not where the cards of registrations are now. The account's holder may be another person, whom
 * the payer has shown the result. Security, row 15.
 */
export async function findRetainedCard(
  services: Services,
  refid: string,
  visitId: string | undefined,
): Promise<RetainedCard | null> {
  const row = await services.db
    .selectFrom('attempts')
    .select(['auto_debit_card', 'visit_id', 'gateway'])
    .where('order_refid', '=', refid)
    .where('state', '=', 'successful')
    .executeTakeFirst();
  if (row === undefined || row.auto_debit_card === null || !isBegunBy(row, visitId)) return null;
  const card = retainedCardSchema.parse(JSON.parse(row.auto_debit_card));
  const keeper = findTokenGateway(services.gateways);
  if ('sealed' in card) return keeper === null ? { kind: 'stored', card } : null;
  const { gateway } = row;
  if (card.kept === null || keeper?.name !== gateway) return null;
  return (await isRemoved(services.db, gateway, card.kept.token)) ? null : { kind: 'kept', card: card.kept, gateway };
}

/** Deletes retained cards. A gateway deletes one that it keeps, unless the card is saved or registered. */
async function deleteCards(
  trx: Trx,
  attempts: { readonly column: 'id' | 'order_refid'; readonly value: number | string },
  at: Date,
): Promise<void> {
  const { column, value } = attempts;
  const rows = await trx
    .selectFrom('attempts')
    .select(['id', 'gateway', 'order_refid', 'auto_debit_card'])
    .where(column, '=', value)
    .where('auto_debit_card', 'is not', null)
    .execute();
  for (const { id, gateway, order_refid: refid, auto_debit_card: retained } of rows) {
    await trx.updateTable('attempts').set({ auto_debit_card: null }).where('id', '=', id).execute();
    const card = retainedCardSchema.parse(JSON.parse(retained ?? ''));
    if ('kept' in card && card.kept !== null) {
      await requestCardDeletion(trx, { gateway, token: card.kept.token, refid }, at);
    }
  }
}

/** Deletes the retained card of an order. */
export function deleteRetainedCard({ clock }: Pick<Services, 'clock'>, trx: Trx, refid: string): Promise<void> {
  return deleteCards(trx, { column: 'order_refid', value: refid }, clock.now());
}

/** Deletes the retained card of an attempt when its retention time is over. */
export function createDeleteRetainedCardJob(services: Services): JobHandler {
  return async ({ subject }) => {
    const attempt = { column: 'id', value: Number(subject) } as const;
    await inTransaction(services.db, (trx) => deleteCards(trx, attempt, services.clock.now()));
    services.wakeJobRunner();
    return null;
  };
}
