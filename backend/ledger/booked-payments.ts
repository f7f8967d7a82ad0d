import { sql } from 'kysely';
import type { Db } from '../db/database';

/** A gateway's payment in our ledger: credited, or held for review. */
export interface BookedPayment {
  /** The gateway's. */
  readonly reference: string;
  /** Our number of the attempt. */
  readonly number: string;
  /** Sen. */
  readonly amount: number;
  readonly at: string;
  readonly booked: 'credited' | 'for review';
  readonly paymentId: string;
}

/**
 * Payments booked from `from` (inclusive) to `until` (exclusive), or at any time payments with one of the gateway's references or of attempts
 * with one of our numbers.
 */
export type BookedPaymentQuery =
  | { readonly from: Date; readonly until: Date }
  | { readonly references: readonly string[] }
  | { readonly numbers: readonly string[] };

/** Lists a gateway's booked payments, each reference once: a reference that was credited and reported again is listed as credited. */
export async function listBookedPayments(
  db: Db,
  gateway: string,
  query: BookedPaymentQuery,
): Promise<readonly BookedPayment[]> {
  const rowsOf = async (table: 'credits' | 'reviews') => {
    const all = db
      .selectFrom(table)
      .innerJoin('orders', 'orders.refid', `${table}.order_refid`)
      // By order too, which has an index in both tables.
      .innerJoin('attempts', (join) =>
        join
          .onRef('attempts.id', '=', `${table}.attempt_id`)
          .onRef('attempts.order_refid', '=', `${table}.order_refid`),
      )
      .select([`${table}.gateway_reference as reference`, `${table}.amount`, `${table}.at`])
      .select(['orders.payment_id', 'attempts.number'])
      .where(`${table}.gateway`, '=', gateway)
      .orderBy(`${table}.id`);
    if ('numbers' in query) {
      return all.where('attempts.number', '=', sql<string>`any(${[...query.numbers]}::text[])`).execute();
    }
    return 'references' in query
      ? all.where(`${table}.gateway_reference`, '=', sql<string>`any(${[...query.references]}::text[])`).execute()
      : all.where(`${table}.at`, '>=', query.from).where(`${table}.at`, '<', query.until).execute();
  };
  const money = new Map<string, BookedPayment>();
  for (const [table, booked] of [
    ['credits', 'credited'],
    ['reviews', 'for review'],
  ] as const) {
    for (const { reference, at, payment_id: paymentId, ...row } of await rowsOf(table)) {
      if (!money.has(reference)) money.set(reference, { ...row, reference, at: at.toISOString(), booked, paymentId });
    }
  }
  return [...money.values()];
}
