import type { Selectable } from 'kysely';
import type { Db, Trx } from '../db/database';
import type { CardDeletionsTable } from '../db/tables';
import { scheduleJob } from '../jobs/model';

export type CardDeletion = Selectable<CardDeletionsTable>;

/** A card that its gateway keeps and that nothing here needs any more. */
export interface UnneededCard {
  readonly gateway: string;
  readonly token: string;
  /** The payment whose card it is; null: it is not known. */
  readonly refid: string | null;
}

/**
 * Has a gateway delete a card that it keeps, by a job: in the SQL transaction that ends the use of the card. Nothing is deleted while something
 * else still uses the card.
 */
export async function requestCardDeletion(trx: Trx, { gateway, token, refid }: UnneededCard, at: Date): Promise<void> {
  const requested = { requested_at: at, order_refid: refid, deleted_at: null, given_up_at: null };
  const { id } = await trx
    .insertInto('card_deletions')
    .values({ gateway, token, ...requested })
    .onConflict((conflict) => conflict.columns(['gateway', 'token']).doUpdateSet(requested))
    .returning('id')
    .executeTakeFirstOrThrow();
  await scheduleJob(trx, 'delete-card', id, at, gateway);
}

/** Lists the cards that their gateways have not deleted within a week, oldest first. */
export function listUndeletedCards(db: Db): Promise<readonly CardDeletion[]> {
  return db
    .selectFrom('card_deletions')
    .selectAll()
    .where('given_up_at', 'is not', null)
    .where('deleted_at', 'is', null)
    .orderBy('given_up_at')
    .execute();
}
