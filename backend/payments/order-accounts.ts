import type { Db, Trx } from '../db/database';
import { accountOf, billAccountOf, type Attempt, type Order } from './model';

/** An account that an order pays, and its part of the order's money. Decision 30. */
export interface OrderAccount {
  /** From 1, as the payer has put them together. */
  readonly position: number;
  readonly accountNumber: string;
  /** The masked name of its holder; null where it is not known. */
  readonly accountName: string | null;
  /** Sen. */
  readonly amount: number;
  /** What the payments of the account may come to without the payer's confirmation, this one included: sen; null: nothing is asked. */
  readonly limit: number | null;
  readonly resumesService: boolean;
}

/** Whether an order pays several accounts. Such an order has no single account for auto debit or saved cards. */
export function hasSeveralAccounts({ account_count: count }: Pick<Order, 'account_count'>): boolean {
  return count > 1;
}

/** Returns the masked name of the holder of the account at a position of an order; null where it is not known. Each of its bills is an item. */
export function accountNameOf({ items }: Pick<Order, 'items'>, position: number): string | null {
  return items[position - 1]?.accountName ?? null;
}

/** Lists the accounts that an order pays, by position; none of an order that pays no bill. */
export async function listOrderAccounts(db: Db | Trx, order: Order): Promise<readonly OrderAccount[]> {
  if (!hasSeveralAccounts(order)) {
    const accountNumber = billAccountOf(order);
    if (accountNumber === null) return [];
    const { total: amount, bill_limit: limit, resumes_service: resumesService } = order;
    return [{ position: 1, accountNumber, accountName: accountNameOf(order, 1), amount, limit, resumesService }];
  }
  const accounts = await db
    .selectFrom('order_accounts')
    .select(['position', 'account_number as accountNumber', 'amount', 'bill_limit as limit'])
    .select('resumes_service as resumesService')
    .where('order_refid', '=', order.refid)
    .orderBy('position')
    .execute();
  return accounts.map((account) => ({ ...account, accountName: accountNameOf(order, account.position) }));
}

/** What of an attempt's money is credited to which account: one credit each. */
export interface CreditPart {
  readonly position: number;
  /** Null: the order pays no bill, and names no account. */
  readonly accountNumber: string | null;
  /** Sen. */
  readonly amount: number;
}

/** Divides an attempt's money among the accounts of its order. Throws where the parts are not all of it: a bug. */
export async function divideMoney(trx: Trx, order: Order, attempt: Attempt): Promise<readonly CreditPart[]> {
  if (!hasSeveralAccounts(order)) return [{ position: 1, accountNumber: accountOf(order), amount: attempt.amount }];
  const parts = await listOrderAccounts(trx, order);
  const sum = parts.reduce((total, { amount }) => total + amount, 0);
  if (sum !== attempt.amount || parts.length !== order.account_count) {
    throw new Error(`the accounts of the order ${order.refid} do not add up to its attempt`);
  }
  return parts;
}
