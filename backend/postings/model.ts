import { sql } from 'kysely';
import type { PaymentMethod } from '@/lib/domain/methods/payment-methods';
import type { PostingState } from '@/lib/domain/payment/posting-states';
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

/** Postings with their credits: the query to add conditions and an order to. */
export function postingsQuery(db: Db | Trx) {
  return db
    .selectFrom('postings')
    .innerJoin('credits', 'credits.id', 'postings.credit_id')
    .innerJoin('orders', 'orders.refid', 'credits.order_refid')
    .innerJoin('attempts', 'attempts.id', 'credits.attempt_id')
    .select([
      'postings.id',
      'postings.reference',
      'orders.refid',
      // A credit that is posted has an account.
      (row) => row.fn.coalesce('credits.account_number', row.val('')).as('accountNumber'),
      'orders.bill_reference as billReference',
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

export async function findPosting(db: Db | Trx, id: number): Promise<Posting | null> {
  return (await postingsQuery(db).where('postings.id', '=', id).executeTakeFirst()) ?? null;
}

/**
 * Builds the writes of a posting and its job, for the statement that writes the credit under the name `credit`: a bill payment is posted
 * if, and only if, it is credited.
 */
export function postingWrites(trx: Trx, now: Date): Writes {
  return {
    posting: trx
      .insertInto('postings')
      .columns(['reference', 'credit_id', 'state'])
      .expression(sql`select ${createPostingReference()}, id, 'queued' from credit`)
      .returning('id'),
    postingJob: trx
      .insertInto('jobs')
      .columns(['kind', 'subject', 'due_at'])
      .expression(sql`select 'post-payment', id::text, ${now}::timestamptz from posting`),
  };
}
