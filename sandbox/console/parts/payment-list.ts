import type { Db } from '../../../backend/db/database';
import type { Attempt, Payment } from '../../../backend/payments/model';

/** How many payments a page of the list has. */
export const pageSize = 25;

/**
 * Lists payments, newest first: all, or those found by refid, paymentId, account number or a receipt's transaction ID. `page` counts from 1.
 * Returns one page, and whether there are older payments.
 */
export async function listPayments(
  db: Db,
  search: string,
  page: number,
): Promise<{ readonly payments: readonly Payment[]; readonly hasMore: boolean }> {
  const newest = db
    .selectFrom('orders')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('refid')
    .limit(pageSize + 1)
    .offset((page - 1) * pageSize);
  const refid = search === '' ? search : ((await findByTransaction(db, search)) ?? search);
  const named = newest.where((where) =>
    where.or([where('refid', '=', refid), where('payment_id', '=', search), where('account_number', '=', search)]),
  );
  const found = await (search === '' ? newest : named).execute();
  const orders = found.slice(0, pageSize);
  const attempts = await attemptsOfOrders(
    db,
    orders.map(({ refid }) => refid),
  );
  return {
    payments: orders.map((order) => ({
      order,
      attempts: attempts.filter(({ order_refid }) => order_refid === order.refid),
    })),
    hasMore: found.length > pageSize,
  };
}

async function findByTransaction(db: Db, number: string): Promise<string | undefined> {
  const attempt = await db.selectFrom('attempts').select('order_refid').where('number', '=', number).executeTakeFirst();
  return attempt?.order_refid;
}

async function attemptsOfOrders(db: Db, refids: readonly string[]): Promise<readonly Attempt[]> {
  if (refids.length === 0) return [];
  return db.selectFrom('attempts').selectAll().where('order_refid', 'in', refids).orderBy('id').execute();
}
