import type { Selectable } from 'kysely';
import { sen } from '@/lib/domain/money';
import { addMilliseconds, dayMs, minuteMs } from '../clock';
import type { Db, Trx } from '../db/database';
import type { CardVerificationsTable } from '../db/tables';
import type { AttemptOrder } from '../gateways/gateway';
import { createAttemptNumber } from '../random-ids';

/** The charge that verifies a card, reversed immediately. Specification, section 9. */
export const verificationAmount = sen(100);
/** How long a payer may take at the card issuer's page. */
export const verificationLifetimeMs = 15 * minuteMs;
/** Cards that one payment's customer may try. Security, row 17. */
export const maxCardVerifications = 5;

/** The acquirer has charged something else than what was asked: its `reason_code`, in whatever state it is. */
export const amountDiffers = 'amount-differs';
/** How late a charge may be given back, or a verification be without an answer, before a person looks at it. */
export const reviewAfterMs = dayMs;

export type CardVerification = Selectable<CardVerificationsTable>;

/** The verifications of a payment's customer, oldest first. */
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

/** Whether the card's issuer, or we, can still end it. */
export function isOpen({ state }: Pick<CardVerification, 'state'>): boolean {
  return state === 'initiated' || state === 'challenged';
}

/** Writes a verification down before its gateway hears of it. `card` is sealed. */
export async function createCardVerification(
  trx: Trx,
  check: { readonly refid: string; readonly card: string; readonly email: string; readonly address: string },
  now: Date,
): Promise<CardVerification> {
  return trx
    .insertInto('card_verifications')
    .values({
      order_refid: check.refid,
      number: createAttemptNumber(),
      amount: verificationAmount,
      state: 'initiated',
      card: check.card,
      onward: null,
      gateway_reference: null,
      reason_code: null,
      payer_email: check.email,
      payer_address: check.address,
      created_at: now,
      deadline: addMilliseconds(now, verificationLifetimeMs),
      approved_at: null,
      reversed_at: null,
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
      'state' | 'is_given_up' | 'card' | 'gateway_reference' | 'reason_code' | 'approved_at' | 'reversed_at'
    >
  >,
): Promise<void> {
  await trx.updateTable('card_verifications').set(change).where('id', '=', id).execute();
}

/** What a gateway is told of a verification: the same at its beginning, at each enquiry and at its reversal. */
export function toVerificationOrder(check: CardVerification): AttemptOrder {
  return {
    number: check.number,
    amount: sen(check.amount),
    description: 'Card verification',
    payerEmail: check.payer_email,
    payerPhone: null,
    payerAddress: check.payer_address,
    startedAt: check.created_at.toISOString(),
    deadline: check.deadline.toISOString(),
    provider: null,
  };
}
