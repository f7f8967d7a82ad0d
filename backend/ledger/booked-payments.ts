import { sql } from 'kysely';
import type { Db } from '../db/database';

/** Money of a gateway as our books have it: credited, or kept for review. */
export interface BookedPayment {
  readonly reference: string;
  /** Sen. */
  readonly amount: number;
  readonly at: string;
  readonly booked: 'credited' | 'for review';
  readonly paymentId: string;
}

/** Money of one gateway: what was booked from `from` until before `until`, or what has one of the references, whenever that was. */
export type BookedPaymentQuery =
  { readonly from: Date; readonly until: Date } | { readonly references: readonly string[] };

/** Gives a gateway's money, each of its references once: a reference that is credited and came again is told as credited. */
export async function listBookedPayments(
  db: Db,
  gateway: string,
  query: BookedPaymentQuery,
): Promise<readonly BookedPayment[]> {
  const rowsOf = async (table: 'credits' | 'reviews') => {
    const all = db
      .selectFrom(table)
      .innerJoin('orders', 'orders.refid', `${table}.order_refid`)
      .select([`${table}.gateway_reference as reference`, `${table}.amount`, `${table}.at`, 'orders.payment_id'])
      .where(`${table}.gateway`, '=', gateway)
      .orderBy(`${table}.id`);
    return 'references' in query
      ? all.where(`${table}.gateway_reference`, '=', sql<string>`any(${[...query.references]}::text[])`).execute()
      : all.where(`${table}.at`, '>=', query.from).where(`${table}.at`, '<', query.until).execute();
  };
  const money = new Map<string, BookedPayment>();
  for (const [table, booked] of [
    ['credits', 'credited'],
    ['reviews', 'for review'],
  ] as const) {
    for (const { reference, amount, at, payment_id: paymentId } of await rowsOf(table)) {
      if (!money.has(reference)) money.set(reference, { reference, amount, at: at.toISOString(), booked, paymentId });
    }
  }
  return [...money.values()];
}
