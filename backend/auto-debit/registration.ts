import type { CardBrand } from '@/lib/domain/card/card-fields';
import type { Db, Trx } from '../db/database';
import { scheduleJob } from '../jobs/model';
import { tellRegistered } from '../mandates/cancellation';
import { writeMandate } from '../mandates/model';
import { billAccountOf, type Order } from '../payments/model';
import { writeHistory } from '../payments/transitions';
import { createMandateReference } from '../random-ids';
import type { Services } from '../services';

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

/** A verified card: either encrypted here, or kept by the gateway of a verification. */
export type RegisteredCard = {
  readonly brand: CardBrand;
  readonly lastFour: string;
  /** `MM/YY`. */
  readonly expiry: string;
} & (
  { readonly sealed: string; readonly verification: null } | { readonly sealed: null; readonly verification: number }
);

/**
 * Registers an order's account for auto debit with the verified card, and tells the payer how to cancel it. Its bills are charged by us, or its
 * mandate is on its way to the biller, which collects them: never both. An account that is registered already is left unchanged:
 * false.
 */
export async function registerAccount(
  services: Pick<Services, 'encryption' | 'publicOrigin' | 'chargePolicy'>,
  trx: Trx,
  order: Order,
  card: RegisteredCard,
  now: Date,
): Promise<boolean> {
  const consent = await findConsent(trx, order.refid);
  const accountNumber = billAccountOf(order);
  if (consent === null || accountNumber === null) throw new Error('auto debit without consent');
  const { refid } = order;
  const mandate = createMandateReference();
  const isCharged = services.chargePolicy !== null;
  const registered = await trx
    .insertInto('auto_debits')
    .values({
      account_number: accountNumber,
      order_refid: refid,
      registered_by: consent.confirmed_by,
      registered_at: now,
      card_brand: card.brand,
      card_last_four: card.lastFour,
      card_expiry: card.expiry,
      card_sealed: card.sealed,
      card_verification: card.verification,
      mandate,
      is_charged: isCharged,
    })
    .onConflict((conflict) => conflict.column('account_number').doNothing())
    .returning('account_number')
    .executeTakeFirst();
  await writeHistory(trx, { refid, attemptId: null, state: 'auto-debit', by: 'backend', at: now });
  if (registered === undefined) return false;
  const registration = { refid, accountNumber, cardBrand: card.brand, cardLastFour: card.lastFour };
  await writeMandate(trx, mandate, registration, { isCharged, now });
  if (isCharged) await scheduleJob(trx, 'charge-auto-debit', mandate, now);
  await tellRegistered(services, trx, mandate, registration, now);
  return true;
}
