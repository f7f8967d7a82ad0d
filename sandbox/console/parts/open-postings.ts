import type { Db } from '../../../backend/db/database';

/** Selects the postings that the biller has not accepted, oldest first, each with its credit. */
export function selectOpenPostings(db: Db) {
  return db
    .selectFrom('postings')
    .innerJoin('credits', 'credits.id', 'postings.credit_id')
    .select(['credits.order_refid as refid', 'credits.amount', 'credits.at'])
    .select(['postings.reference', 'postings.state', 'postings.reason'])
    .where('postings.state', 'not in', ['accepted', 'cancelled'])
    .orderBy('postings.id');
}
