import { sql, type ExpressionBuilder } from 'kysely';
import type { Outcome } from '@/lib/domain/payment/outcomes';
import type { PostingState } from '@/lib/domain/payment/posting-states';
import type { PaymentMethod } from '@/lib/domain/methods/payment-methods';
import type { Db } from '../../../backend/db/database';
import type { Tables } from '../../../backend/db/tables';
import type { Attempt, Payment } from '../../../backend/payments/model';
import { outcomeOf } from '../../../backend/payments/outcome';
import { containing } from '../../services/containing';
import { selectOpenPostings } from './open-postings';

/** How many payments a page of the list has. */
export const pageSize = 25;

/** How many of the newest payments are read at most for a page of those with one status, which is computed. */
const maximumRead = 5_000;
const batchSize = 250;

/** The status of a payment as the console names it: its outcome, or `open` where nobody has tried to pay yet. */
export type ConsoleStatus = Outcome | 'open';

/** Returns the status of a payment. */
export function consoleStatusOf(payment: Payment): ConsoleStatus {
  const { order, attempts } = payment;
  const isUntried = order.state === 'open' && order.refusal === null && attempts.length === 0;
  return isUntried ? 'open' : outcomeOf(payment);
}

/** Which payments are listed; what is left out restricts nothing. */
export interface PaymentFilter {
  /** A whole refid, paymentId, account number, order number, partner key or receipt's transaction ID, or a part of a name or e-mail address. */
  readonly search?: string;
  readonly account?: string;
  readonly status?: string;
  readonly method?: PaymentMethod;
}

/**
 * Lists payments that pass the filter, newest first. `page` counts from 1. Returns one page, and whether there are older payments. Of those with one
 * status, only the newest 5,000 payments are read.
 */
export async function listPayments(
  db: Db,
  filter: PaymentFilter,
  page: number,
): Promise<{ readonly payments: readonly Payment[]; readonly hasMore: boolean }> {
  const [from, to] = [(page - 1) * pageSize, page * pageSize];
  if (filter.status === undefined) {
    const found = await readPayments(db, filter, from, pageSize + 1);
    return { payments: found.slice(0, pageSize), hasMore: found.length > pageSize };
  }
  const matching: Payment[] = [];
  for (let offset = 0; offset < maximumRead && matching.length <= to; offset += batchSize) {
    const batch = await readPayments(db, filter, offset, batchSize);
    matching.push(...batch.filter((payment) => consoleStatusOf(payment) === filter.status));
    if (batch.length < batchSize) break;
  }
  return { payments: matching.slice(from, to), hasMore: matching.length > to };
}

/** Whether an account is one of those of a payment of several. */
function isOneOfSeveral(where: ExpressionBuilder<Tables, 'orders'>, account: string) {
  const refids = where.selectFrom('order_accounts').select('order_refid');
  return where('refid', 'in', refids.where('order_accounts.account_number', '=', account));
}

async function readPayments(
  db: Db,
  { search, account, method }: PaymentFilter,
  offset: number,
  limit: number,
): Promise<readonly Payment[]> {
  let query = db
    .selectFrom('orders')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('refid')
    .limit(limit)
    .offset(offset);
  if (account !== undefined) {
    query = query.where((where) =>
      where.or([
        where('account_number', '=', account),
        where('bill_account', '=', account),
        isOneOfSeveral(where, account),
      ]),
    );
  }
  if (method !== undefined) {
    query = query.where(({ exists, selectFrom }) =>
      exists(
        selectFrom('attempts')
          .select('id')
          .whereRef('order_refid', '=', 'orders.refid')
          .where('attempts.method', '=', method),
      ),
    );
  }
  if (search !== undefined) {
    const refid = (await findByTransaction(db, search)) ?? search;
    const part = containing(search);
    query = query.where((where) =>
      where.or([
        where('refid', '=', refid),
        where('payment_id', '=', search),
        where('account_number', '=', search),
        isOneOfSeveral(where, search),
        where('partner_order_number', '=', search),
        where('partner_key', '=', search),
        where('product_name', 'ilike', part),
        where('email', 'ilike', part),
        where.exists(
          where
            .selectFrom('attempts')
            .select('id')
            .whereRef('order_refid', '=', 'orders.refid')
            .where('payer_email', 'ilike', part),
        ),
        where(sql<string>`items::text`, 'ilike', part),
      ]),
    );
  }
  const orders = await query.execute();
  const attempts = await attemptsOfOrders(
    db,
    orders.map(({ refid }) => refid),
  );
  return orders.map((order) => ({
    order,
    attempts: attempts.filter(({ order_refid }) => order_refid === order.refid),
  }));
}

async function findByTransaction(db: Db, number: string): Promise<string | undefined> {
  const attempt = await db.selectFrom('attempts').select('order_refid').where('number', '=', number).executeTakeFirst();
  return attempt?.order_refid;
}

async function attemptsOfOrders(db: Db, refids: readonly string[]): Promise<readonly Attempt[]> {
  if (refids.length === 0) return [];
  return db.selectFrom('attempts').selectAll().where('order_refid', 'in', refids).orderBy('id').execute();
}

/** Returns the payments of a list whose postings the biller has not accepted, by refid, each with the state of one of them. */
export async function findOpenPostings(
  db: Db,
  payments: readonly Payment[],
): Promise<ReadonlyMap<string, PostingState>> {
  if (payments.length === 0) return new Map();
  const refids = payments.map(({ order }) => order.refid);
  const postings = await selectOpenPostings(db).where('credits.order_refid', 'in', refids).execute();
  return new Map(postings.map(({ refid, state }) => [refid, state]));
}
