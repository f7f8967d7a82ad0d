import type { Selectable } from 'kysely';
import { sen, zeroSen } from '@/lib/domain/money';
import { defaultLocale } from '@/lib/domain/locales';
import { methodTable } from '@/lib/domain/methods/method-table';
import { addMilliseconds, dayMs, minuteMs } from '../clock';
import type { Db, Trx } from '../db/database';
import type { CardVerificationsTable } from '../db/tables';
import type { AttemptOrder } from '../gateways/gateway';
import { enquiryBudgetSql } from '../payments/enquiry-budget';
import { createAttemptNumber } from '../random-ids';

/** The charge that verifies a card that is stored here, reversed immediately. Specification, section 9. */
export const verificationAmount = sen(100);
/** How long a payer may take on the issuer's 3-D Secure page. */
export const verificationLifetimeMs = 15 * minuteMs;
/** The number of cards that a payment's customer may verify. Security, row 17. */
export const maxCardVerifications = 5;

/** The `reason_code` of a verification, in any state, for which the acquirer charged another amount. */
export const amountDiffers = 'amount-differs';
/** A charge that is not reversed, or a verification without an outcome, after this time goes to the review queue. */
export const reviewAfterMs = dayMs;

export type CardVerification = Selectable<CardVerificationsTable>;

/** A payment's card verifications, oldest first. */
export async function listCardVerifications(db: Db | Trx, refid: string): Promise<readonly CardVerification[]> {
  return db.selectFrom('card_verifications').selectAll().where('order_refid', '=', refid).orderBy('id').execute();
}

export async function findCardVerification(
  db: Db | Trx,
  by: { readonly id: number } | { readonly number: string },
): Promise<CardVerification | null> {
  const query = db.selectFrom('card_verifications').selectAll();
  const row = await (
    'id' in by ? query.where('id', '=', by.id) : query.where('number', '=', by.number)
  ).executeTakeFirst();
  return row ?? null;
}

/** Whether the gateway keeps the card, and verifies it without a charge: nothing is booked, and there is nothing to give back. */
export function isWithoutCharge({ amount }: Pick<CardVerification, 'amount'>): boolean {
  return amount === 0;
}

/** Whether the verification has no outcome yet. */
export function isOpen({ state }: Pick<CardVerification, 'state'>): boolean {
  return state === 'initiated' || state === 'challenged';
}

/** Stores a verification before its gateway is called. `card` is encrypted; null: it is entered at the gateway, which keeps it. */
export async function createCardVerification(
  trx: Trx,
  verification: {
    readonly refid: string;
    readonly gateway: string;
    readonly card: string | null;
    readonly email: string;
    readonly address: string;
  },
  now: Date,
): Promise<CardVerification> {
  return trx
    .insertInto('card_verifications')
    .values({
      order_refid: verification.refid,
      number: createAttemptNumber(),
      gateway: verification.gateway,
      amount: verification.card === null ? zeroSen : verificationAmount,
      gateway_payment: null,
      card_token: null,
      state: 'initiated',
      card: verification.card,
      onward: null,
      gateway_reference: null,
      reason_code: null,
      payer_email: verification.email,
      payer_address: verification.address,
      created_at: now,
      deadline: addMilliseconds(now, verificationLifetimeMs),
      approved_at: null,
      reversed_at: null,
      returned_at: null,
      enquiry_budget_at: null,
      unexpected_amount: null,
      unexpected_currency: null,
      unexpected_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function updateCardVerification(
  trx: Trx,
  id: number,
  change: Partial<
    Pick<
      CardVerification,
      | ('state' | 'is_given_up' | 'card' | 'gateway_reference' | 'reason_code' | 'approved_at' | 'reversed_at')
      | 'card_token'
      | ('unexpected_amount' | 'unexpected_currency' | 'unexpected_at')
    >
  >,
): Promise<void> {
  await trx.updateTable('card_verifications').set(change).where('id', '=', id).execute();
}

/** Records an unverified return: the first one counts. */
export async function recordUnsignedVerificationReturn(db: Db, { id }: CardVerification, now: Date): Promise<void> {
  await db
    .updateTable('card_verifications')
    .set({ returned_at: now })
    .where('id', '=', id)
    .where('returned_at', 'is', null)
    .execute();
}

/** Claims an enquiry that a visitor causes: false beyond the verification's budget. */
export async function claimVerificationEnquiry(db: Db, { id }: CardVerification, now: Date): Promise<boolean> {
  const budget = enquiryBudgetSql(now);
  const row = await db
    .updateTable('card_verifications')
    .set({ enquiry_budget_at: budget.spent })
    .where('id', '=', id)
    .where(budget.isLeft)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** A verification as the gateway's order: the same for authorisation, enquiry and reversal. */
export function toVerificationOrder(verification: CardVerification): AttemptOrder {
  return {
    number: verification.number,
    paymentId: verification.gateway_payment,
    method: 'newCard',
    resultRoute: methodTable.newCard.resultRoute.visa,
    amount: sen(verification.amount),
    description: 'Card verification',
    payerEmail: verification.payer_email,
    payerPhone: null,
    clientAddress: verification.payer_address,
    language: defaultLocale,
    startedAt: verification.created_at.toISOString(),
    deadline: verification.deadline.toISOString(),
    provider: null,
  };
}
