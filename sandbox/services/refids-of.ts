import type { Db } from '../../backend/db/database';

/** Selects the refid of the order that has this refid or paymentId. */
export function refidsOf(db: Db, reference: string) {
  return db
    .selectFrom('orders')
    .select('orders.refid')
    .where((where) => where.or([where('orders.refid', '=', reference), where('orders.payment_id', '=', reference)]));
}
