import { sql, type RawBuilder } from 'kysely';
import { attemptStates, hasEnded } from '@/lib/domain/payment/payment-states';
import { amountDiffers } from '../auto-debit/card-verification-model';
import type { Db, Trx } from '../db/database';
import type { Tables } from '../db/tables';

const activeStates = attemptStates.filter((state) => !hasEnded(state)).map((state) => sql.lit(state));

/**
 * Why the contact data of a payment are needed still. Each condition is a subquery for one row of `orders`; `offset 0` keeps the planner from
 * turning it into a join with the whole table.
 */
const needs = {
  /** The order can be paid, or an attempt has no outcome. */
  'under-way': sql`(orders.state = 'open' or exists (select from attempts
    where order_refid = orders.refid and state in (${sql.join(activeStates)}) offset 0))`,
  /** The gateway is asked whether money has arrived after the end of an attempt or card verification. */
  'money-may-arrive': sql`(exists (select from attempts join jobs on jobs.kind = 'enquire-attempt' and jobs.subject = attempts.id::text
      where order_refid = orders.refid offset 0)
    or exists (select from card_verifications join jobs on jobs.kind = 'settle-card-check' and jobs.subject = card_verifications.id::text
      where order_refid = orders.refid offset 0))`,
  'in-review': sql`(orders.held_for_review
    or exists (select from reviews where order_refid = orders.refid and not ${isClosed('money', 'reviews')} offset 0))`,
  /** The RM1 of a card verification is not reversed, or its outcome is unknown. */
  'card-verification': sql`exists (select from card_verifications where order_refid = orders.refid
    and (state not in ('reversed', 'refused') and not (state = 'approved' and amount = 0) or reason_code = ${sql.lit(amountDiffers)} and state <> 'reversed')
    and not ${isClosed('card', 'card_verifications')} offset 0)`,
  /** The biller has not accepted the payment. One that was credited by a release without postings is not posted. */
  'not-posted': sql`exists (select from credits join postings on postings.credit_id = credits.id where order_refid = orders.refid
    and state not in ('accepted', 'cancelled') and not (state = 'unknown' and biller is null) and not ${isClosed('posting', 'postings')} offset 0)`,
  /**
   * A refund has not ended, or the biller has not taken the payment back. It takes nothing back that it has refused: `not-posted` says whether
   * that is settled.
   */
  'being-refunded': sql`(exists (select from refunds where order_refid = orders.refid and ended_at is null offset 0)
    or exists (select from refunds join reversals on reversals.refund_id = refunds.id
      join postings on postings.id = reversals.posting_id where order_refid = orders.refid
      and reversals.state not in ('accepted', 'cancelled') and not (reversals.state = 'queued' and postings.state = 'refused')
      and not ${isClosed('reversal', 'reversals')} offset 0))`,
  /** A chargeback is not closed, or its gateway says otherwise. */
  'in-dispute': sql`exists (select from attempts join chargebacks on chargebacks.attempt_id = attempts.id
    where attempts.order_refid = orders.refid and (chargebacks.state = 'open' or contradicted_by is not null) offset 0)`,
  /** The account is registered for auto debit: its payer is told when that ends. Or the biller has not answered. */
  'auto-debit': sql`(exists (select from auto_debits where order_refid = orders.refid offset 0)
    or exists (select from mandates where order_refid = orders.refid and state <> 'accepted' and not ${isClosed('mandate', 'mandates')} offset 0))`,
} as const satisfies Readonly<Record<string, RawBuilder<unknown>>>;

export type ErasureBlock = keyof typeof needs;

/** Whether an operator has closed the entry of a row in the review queue. */
function isClosed(
  kind: 'money' | 'card' | 'posting' | 'reversal' | 'mandate',
  table: keyof Tables,
): RawBuilder<unknown> {
  return sql`exists (select from review_closings where entry = ${sql.lit(`${kind}-`)} || ${sql.ref(`${table}.id`)} offset 0)`;
}

export const erasureBlocks = Object.keys(needs).filter((name): name is ErasureBlock => Object.hasOwn(needs, name));

/** Whether the contact data of the row of `orders` are needed. */
export const isContactNeeded = sql<boolean>`(${sql.join(Object.values(needs), sql` or `)})`;

/** A payment whose contact data are needed, and why. */
export interface BlockedErasure {
  readonly refid: string;
  readonly paymentId: string;
  readonly reasons: readonly ErasureBlock[];
}

/** Finds which of some payments, whose orders are locked, cannot be erased. */
export async function listBlockedErasures(trx: Trx, refids: readonly string[]): Promise<readonly BlockedErasure[]> {
  const columns = erasureBlocks.map((name) => sql`${needs[name]} as ${sql.id(name)}`);
  const { rows } = await sql<Readonly<Record<ErasureBlock, boolean>> & { refid: string; paymentId: string }>`
    select refid, payment_id as "paymentId", ${sql.join(columns)} from orders where refid = any(${[...refids]}::text[])`.execute(
    trx,
  );
  return rows
    .map(({ refid, paymentId, ...row }) => ({ refid, paymentId, reasons: erasureBlocks.filter((name) => row[name]) }))
    .filter(({ reasons }) => reasons.length > 0);
}

/** What is erased of a table's rows. */
interface ErasureRule {
  readonly table: keyof Tables;
  /** Which rows, of the payments `refids`. */
  readonly rows: (refids: RawBuilder<unknown>) => RawBuilder<unknown>;
  /** The new values; null: the rows are deleted. */
  readonly change: ((now: Date) => RawBuilder<unknown>) | null;
}

/**
 * What is erased of payments: docs/personal-data.md has the same by columns. Amounts, references, states, times and account numbers stay, which
 * the books need. A partner's digests are of orders with their customer, and could be found by trying.
 */
const erasureRules: readonly ErasureRule[] = [
  {
    table: 'orders',
    rows: (refids) => sql`refid = ${refids}`,
    change: (now) => sql`email = null, phone_number = null, customer = null, customer_token_sealed = null,
      customer_check = case customer_check when 'due' then 'refused' else customer_check end,
      partner_order_digest = null, partner_order_sent_digest = null, contact_erased_at = ${now}::timestamptz`,
  },
  {
    table: 'attempts',
    rows: (refids) => sql`order_refid = ${refids}`,
    change: () => sql`payer_email = '', payer_phone = null, payer_address = '', visit_id = null, onward = null,
      card_to_save = null, auto_debit_card = null`,
  },
  {
    table: 'card_verifications',
    rows: (refids) => sql`order_refid = ${refids}`,
    change: () => sql`payer_email = '', payer_address = '', onward = null, card = null`,
  },
  {
    table: 'payment_history',
    rows: (refids) => sql`order_refid = ${refids} and state = 'receipt-sent'`,
    change: () => sql`detail = null`,
  },
  {
    table: 'receipt_sends',
    rows: (refids) => sql`order_refid = ${refids}`,
    change: () => sql`recipient = null`,
  },
  { table: 'receipt_companies', rows: (refids) => sql`order_refid = ${refids}`, change: null },
  { table: 'outbox', rows: (refids) => sql`order_refid = ${refids}`, change: null },
  {
    table: 'one_time_codes',
    rows: (refids) => sql`purpose in ('tac', 'otp') and subject = ${refids}`,
    change: null,
  },
];

/** The number of rows that are erased, by table. */
export type ErasedRows = Readonly<Record<string, number>>;

function toParameter(refids: readonly string[]): RawBuilder<unknown> {
  return sql`any(${[...refids]}::text[])`;
}

/** Erases the contact data of payments, whose orders are locked. */
export async function eraseContacts(trx: Trx, refids: readonly string[], now: Date): Promise<ErasedRows> {
  const erased: Record<string, number> = {};
  for (const { table, rows, change } of erasureRules) {
    const which = rows(toParameter(refids));
    const { numAffectedRows = 0n } = await (
      change === null
        ? sql`delete from ${sql.table(table)} where ${which}`
        : sql`update ${sql.table(table)} set ${change(now)} where ${which}`
    ).execute(trx);
    erased[table] = Number(numAffectedRows);
  }
  return erased;
}

/** Counts what `eraseContacts` would erase. */
export async function countContacts(db: Db | Trx, refids: readonly string[]): Promise<ErasedRows> {
  const counts: Record<string, number> = {};
  for (const { table, rows } of erasureRules) {
    const { rows: found } = await sql<{
      count: number;
    }>`select count(*) as count from ${sql.table(table)} where ${rows(toParameter(refids))}`.execute(db);
    counts[table] = found[0]?.count ?? 0;
  }
  return counts;
}
