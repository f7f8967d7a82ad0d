import { sql } from 'kysely';
import type { PaymentMethod } from '@/lib/domain/methods/payment-methods';
import type { PostingState } from '@/lib/domain/payment/posting-states';
import type { Biller } from '../billers/biller';
import { addMilliseconds, dayMs } from '../clock';
import type { Db, Trx } from '../db/database';
import type { Writes } from '../db/execute-batch';
import { createPostingReference } from '../random-ids';

/** A posting with its credit. */
export interface Posting {
  readonly id: number;
  readonly reference: string;
  readonly refid: string;
  readonly accountNumber: string;
  readonly billReference: string | null;
  /** Sen. */
  readonly amount: number;
  readonly paidAt: Date;
  readonly method: PaymentMethod;
  readonly gateway: string;
  readonly gatewayReference: string;
  readonly state: PostingState;
  readonly biller: string | null;
  readonly receiptNumber: string | null;
  readonly reason: string | null;
  readonly sentAt: Date | null;
}

/** Returns the id of a posting's entry in the review queue. */
export function postingEntry(id: number): string {
  return `posting-${id}`;
}

/** How long a posting may go without a final answer, ms: from a biller that is called, and from one that gets files. */
const answerDueMs = { calls: dayMs, files: 7 * dayMs } as const;

/** Returns the time before which a posting that is still without a final answer was sent, or credited if it is queued, to be overdue. */
export function postingsOverdueSince({ postings }: Pick<Biller, 'postings'>, now: Date): Date {
  return addMilliseconds(now, -(postings === null ? answerDueMs.files : answerDueMs.calls));
}

/** Postings with their credits: the query to add conditions and an order to. */
export function postingsQuery(db: Db | Trx) {
  return db
    .selectFrom('postings')
    .innerJoin('credits', 'credits.id', 'postings.credit_id')
    .innerJoin('orders', 'orders.refid', 'credits.order_refid')
    .innerJoin('attempts', 'attempts.id', 'credits.attempt_id')
    .leftJoin('order_accounts', (join) =>
      join
        .onRef('order_accounts.order_refid', '=', 'credits.order_refid')
        .onRef('order_accounts.position', '=', 'credits.position'),
    )
    .select([
      'postings.id',
      'postings.reference',
      'orders.refid',
      // A credit that is posted has an account.
      (row) => row.fn.coalesce('credits.account_number', row.val('')).as('accountNumber'),
      (row) => row.fn.coalesce('order_accounts.bill_reference', 'orders.bill_reference').as('billReference'),
      'credits.amount',
      'credits.at as paidAt',
      'attempts.method',
      'credits.gateway',
      'credits.gateway_reference as gatewayReference',
      'postings.state',
      'postings.biller',
      'postings.receipt_number as receiptNumber',
      'postings.reason',
      'postings.sent_at as sentAt',
    ]);
}

/** Lists the postings of an order's credits, in the order of its accounts. */
export async function listPostingsOfOrder(db: Db | Trx, refid: string): Promise<readonly Posting[]> {
  return postingsQuery(db).where('credits.order_refid', '=', refid).orderBy('credits.position').execute();
}

export async function findPosting(db: Db | Trx, id: number): Promise<Posting | null> {
  return (await postingsQuery(db).where('postings.id', '=', id).executeTakeFirst()) ?? null;
}

/**
 * Builds the writes of postings and their jobs, for the statement that writes the credits of `positions` under the name `credit`: a bill payment
 * is posted if, and only if, it is credited.
 */
export function postingWrites(trx: Trx, positions: readonly number[], now: Date): Writes {
  const references = positions.map((position) => sql`(${position}::int, ${createPostingReference()})`);
  return {
    posting: trx
      .insertInto('postings')
      .columns(['reference', 'credit_id', 'state'])
      .expression(
        sql`select reference, id, 'queued' from credit join (values ${sql.join(references)}) own (position, reference) using (position)`,
      )
      .returning('id'),
    postingJob: trx
      .insertInto('jobs')
      .columns(['kind', 'subject', 'due_at'])
      .expression(sql`select 'post-payment', id::text, ${now}::timestamptz from posting`),
  };
}
