import type { Trx } from '../db/database';
import type { CardToSave } from '../cards/saved-cards';
import type { Order } from '../payments/model';
import { writeHistory } from '../payments/transitions';
import type { Db } from '../db/database';

export type ConsentMethod = 'otp' | 'ulm';

/** Records the account holder's consent, by a PIN or by the account-linking service. */
export async function recordConsent(trx: Trx, refid: string, by: ConsentMethod, now: Date): Promise<void> {
  await trx
    .insertInto('auto_debit_consents')
    .values({ order_refid: refid, confirmed_by: by, confirmed_at: now })
    .onConflict((conflict) => conflict.column('order_refid').doUpdateSet({ confirmed_by: by, confirmed_at: now }))
    .execute();
  await writeHistory(trx, {
    ...{ refid, attemptId: null, state: 'auto-debit-confirmed' },
    ...{ by: 'payer', at: now, detail: by },
  });
}

/** Returns the account holder's consent after this payment; null if there is none. */
export async function findConsent(db: Db | Trx, refid: string) {
  const row = await db
    .selectFrom('auto_debit_consents')
    .selectAll()
    .where('order_refid', '=', refid)
    .executeTakeFirst();
  return row ?? null;
}

/** Registers an order's account for auto debit with the verified card. An account that is registered already is left unchanged. */
export async function registerAccount(trx: Trx, order: Order, card: CardToSave, now: Date): Promise<void> {
  const consent = await findConsent(trx, order.refid);
  if (consent === null || order.account_number === null) throw new Error('auto debit without consent');
  await trx
    .insertInto('auto_debits')
    .values({
      account_number: order.account_number,
      order_refid: order.refid,
      registered_by: consent.confirmed_by,
      registered_at: now,
      card_brand: card.brand,
      card_last_four: card.lastFour,
      card_expiry: card.expiry,
      card_sealed: card.sealed,
    })
    .onConflict((conflict) => conflict.column('account_number').doNothing())
    .execute();
  await writeHistory(trx, { refid: order.refid, attemptId: null, state: 'auto-debit', by: 'backend', at: now });
}
