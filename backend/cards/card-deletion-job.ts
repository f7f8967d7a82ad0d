import { addMilliseconds, hourMs, minuteMs } from '../clock';
import { inTransaction, type Db } from '../db/database';
import { findGateway } from '../gateways-in-use';
import type { JobHandler } from '../jobs/runner';
import { writeHistory } from '../payments/transitions';
import type { Services } from '../services';
import type { CardDeletion } from './card-deletions';

/** How often a gateway is asked to delete a card, with pauses that grow to six hours: a week. */
const maxDeletions = 36;

/** When the gateway is asked again; null after the last time. */
function nextTry(now: Date, tries: number): Date | null {
  if (tries >= maxDeletions) return null;
  return addMilliseconds(now, Math.min(minuteMs * 2 ** Math.min(tries, 9), 6 * hourMs));
}

/** Whether a saved card, or a registration for auto debit, is charged by a token. */
async function isInUse(db: Db, { gateway, token }: CardDeletion): Promise<boolean> {
  const saved = await db
    .selectFrom('saved_cards')
    .select('id')
    .where('card_token', '=', token)
    .where('gateway', '=', gateway)
    .executeTakeFirst();
  if (saved !== undefined) return true;
  const registered = await db
    .selectFrom('card_verifications')
    .innerJoin('auto_debits', 'auto_debits.card_verification', 'card_verifications.id')
    .select('card_verifications.id')
    .where('card_token', '=', token)
    .where('gateway', '=', gateway)
    .executeTakeFirst();
  return registered !== undefined;
}

async function recordDeletion(services: Services, { id, order_refid: refid }: CardDeletion): Promise<void> {
  const at = services.clock.now();
  await inTransaction(services.db, async (trx) => {
    await trx.updateTable('card_deletions').set({ deleted_at: at }).where('id', '=', id).execute();
    if (refid !== null) await writeHistory(trx, { refid, attemptId: null, state: 'card-deleted', by: 'backend', at });
  });
}

/**
 * Creates the job that has a gateway delete a card: it is asked for a week, until it confirms. Then the card is in the review queue, and
 * `onNotDeleted` is called with the number of the deletion.
 */
export function createCardDeletionJob(services: Services, onNotDeleted: (number: string) => void): JobHandler {
  const { db, clock, gateways } = services;
  return async ({ subject, tries }) => {
    const deletion = await db
      .selectFrom('card_deletions')
      .selectAll()
      .where('id', '=', Number(subject))
      .executeTakeFirst();
    if (deletion === undefined || deletion.deleted_at !== null) return null;
    if (await isInUse(db, deletion)) {
      // Whatever uses it asks for the deletion when it ends.
      await db.deleteFrom('card_deletions').where('id', '=', deletion.id).execute();
      return null;
    }
    const removed = await findGateway(gateways, deletion.gateway)?.tokens?.removeCard(deletion.token);
    if (removed?.ok === true) {
      await recordDeletion(services, deletion);
      return null;
    }
    const next = nextTry(clock.now(), tries);
    if (next !== null) return next;
    await db.updateTable('card_deletions').set({ given_up_at: clock.now() }).where('id', '=', deletion.id).execute();
    onNotDeleted(String(deletion.id));
    return null;
  };
}
