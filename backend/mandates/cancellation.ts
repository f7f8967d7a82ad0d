import { parseLocale, type Locale } from '@/lib/domain/locales';
import { inTransaction, type Trx } from '../db/database';
import { scheduleJob } from '../jobs/model';
import { writeMessage } from '../outbox/model';
import { autoDebitCancelledText, autoDebitRegisteredText } from '../outbox/texts';
import { contactOf, type Attempt } from '../payments/model';
import { writeHistory, type Actor } from '../payments/transitions';
import type { Services } from '../services';
import { lockRequest } from './answers';
import { makeCancelLink } from './cancel-link';
import { closeReviewOfEnded, isInForce, writeCancellation, type MandateRequest, type Registration } from './model';

/** `cancelled-before`: there is nothing more to cancel. */
export type Cancellation = 'cancelled' | 'cancelled-before' | 'unknown-mandate';

/** Finds the mandate with a reference; null if there is none. */
export async function findMandateId({ db }: Pick<Services, 'db'>, reference: string): Promise<number | null> {
  const row = await db
    .selectFrom('mandates')
    .select('id')
    .where('reference', '=', reference)
    .where('cancels', 'is', null)
    .executeTakeFirst();
  return row?.id ?? null;
}

/**
 * Ends a registration in one SQL transaction: its card and its consent are forgotten, the biller is told by a cancellation, and the payer by a
 * message. Repeating it changes nothing.
 */
export async function cancelRegistration(services: Services, reference: string, by: Actor): Promise<Cancellation> {
  const id = await findMandateId(services, reference);
  if (id === null) return 'unknown-mandate';
  const now = services.clock.now();
  const isCancelled = await inTransaction(services.db, async (trx) => {
    // An answer of the biller waits: it decides whether there is anything to cancel.
    const mandate = await lockRequest(trx, id);
    if (mandate === null || !(await isInForce(trx, reference))) return false;
    await endRegistration(trx, mandate, (language) => autoDebitCancelledText(mandate, language), { by, at: now });
    return true;
  });
  services.wakeJobRunner();
  return isCancelled ? 'cancelled' : 'cancelled-before';
}

/** Ends a registration whose mandate is locked and in force, as `cancelRegistration` does, and tells its payer by `textIn`. */
export async function endRegistration(
  trx: Trx,
  mandate: MandateRequest,
  textIn: TextIn,
  { by, at }: { readonly by: Actor; readonly at: Date },
): Promise<void> {
  const { refid, reference } = mandate;
  const { is_charged: isCharged, card_verification: verification } = await trx
    .selectFrom('auto_debits')
    .select(['is_charged', 'card_verification'])
    .where('mandate', '=', reference)
    .executeTakeFirstOrThrow();
  // A biller that does not collect the bills was given no mandate.
  if (isCharged) await cancelCharges(trx, reference, at);
  else if (mandate.state === 'refused') await closeReviewOfEnded(trx, mandate.id, at);
  else await writeCancellation(trx, mandate, at);
  await writeHistory(trx, { refid, attemptId: null, state: 'auto-debit-cancelled', by, at });
  await trx.deleteFrom('auto_debit_consents').where('order_refid', '=', refid).execute();
  await tellPayer(trx, mandate, textIn, at);
  if (verification !== null) await deleteKeptCard(trx, verification, at);
  // Last: whoever registers the account meanwhile has locked the order, which the history refers to, and waits for this row.
  await trx.deleteFrom('auto_debits').where('mandate', '=', reference).execute();
}

/** Has the gateway that keeps a card delete it. A charge that is under way needs it no more: it is sent once. */
async function deleteKeptCard(trx: Trx, verification: number, at: Date): Promise<void> {
  await trx.updateTable('card_verifications').set({ is_given_up: true }).where('id', '=', verification).execute();
  await scheduleJob(trx, 'settle-card-check', verification, at);
}

/** Ends the charge that a registration has announced. One that is under way ends by itself. */
async function cancelCharges(trx: Trx, mandate: string, at: Date): Promise<void> {
  await trx
    .updateTable('auto_debit_charges')
    .set({ state: 'cancelled', moved_at: at })
    .where('mandate', '=', mandate)
    .where('state', 'in', ['announced', 'declined'])
    .execute();
}

type TextIn = (language: Locale) => string;

/** Tells the payer that the account is registered, and how to cancel. */
export async function tellRegistered(
  services: Pick<Services, 'encryption' | 'publicOrigin'>,
  trx: Trx,
  mandate: string,
  registration: Registration,
  now: Date,
): Promise<void> {
  const link = makeCancelLink(services, mandate);
  await tellPayer(trx, registration, (language) => autoDebitRegisteredText(registration, link, language), now);
}

export type Payer = Pick<Attempt, 'payer_email' | 'payer_language'>;

/** Finds who has paid the order after which the account was registered; null without an address. */
export async function findPayer(trx: Trx, { refid }: Pick<Registration, 'refid'>): Promise<Payer | null> {
  const paid = await trx
    .selectFrom('attempts')
    .select(['payer_email', 'payer_language'])
    .where('order_refid', '=', refid)
    .where('state', '=', 'successful')
    .executeTakeFirst();
  return paid === undefined || contactOf(paid) === null ? null : paid;
}

/** Writes a message to whoever has paid the order after which the account was registered. */
export async function tellPayer(
  trx: Trx,
  registration: Pick<Registration, 'refid'>,
  textIn: TextIn,
  now: Date,
): Promise<void> {
  const payer = await findPayer(trx, registration);
  if (payer === null) return;
  const text = textIn(parseLocale(payer.payer_language));
  const message = { recipient: payer.payer_email, text, code: null, refid: registration.refid } as const;
  await writeMessage(trx, { kind: 'auto-debit', ...message }, now);
}
