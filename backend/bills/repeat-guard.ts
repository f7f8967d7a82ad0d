import {
  getOutstanding,
  hasCountedPayment,
  isRepeatedPayment,
  type RecentPayment,
} from '@/lib/domain/bill/recent-payments';
import { sen, type Sen } from '@/lib/domain/money';
import { getAccountEnding } from '@/lib/domain/payment/customer-masking';
import type { AccountBill } from '../billers/biller';
import type { Db, Trx } from '../db/database';
import type { Order } from '../payments/model';
import { hasSeveralAccounts, listOrderAccounts, type OrderAccount } from '../payments/order-accounts';
import { listAccountPayments, lockBillAccounts, type AccountPayment } from './account-payments';

/** Recent payments that are listed: those that are not, count as well. */
const maxListed = 10;

/** What of an account's balance is paid already, and what is not. */
export interface AccountState {
  readonly outstanding: Sen;
  readonly recentPayments: readonly RecentPayment[];
  /** All payments of the account that count, whether its balance has them or not: sen. */
  readonly paid: number;
}

function sumUp(payments: readonly AccountPayment[]): number {
  return payments.reduce((sum, { amount, isCounted }) => sum + (isCounted ? amount : 0), 0);
}

function toRecentPayment({ amount, at, status, unpaid, isCounted }: AccountPayment): RecentPayment {
  return { amount: sen(amount), at: at.toISOString(), status, unpaid, isCounted };
}

function toRecentPayments(payments: readonly AccountPayment[]): readonly RecentPayment[] {
  return payments.filter(({ isInBalance }) => !isInBalance).map(toRecentPayment);
}

/** Selects the payments that a page lists. Anybody can begin attempts: they do not displace payments that were made. */
function selectListed(payments: readonly RecentPayment[]): readonly RecentPayment[] {
  const rank = ({ unpaid, isCounted }: RecentPayment) => (unpaid === null ? 0 : isCounted ? 1 : 2);
  return payments.toSorted((one, other) => rank(one) - rank(other)).slice(0, maxListed);
}

/** Reads which payments a bill does not have in its balance. `readAt`: before the biller was asked for the bill. */
export async function readAccountState(db: Db | Trx, bill: AccountBill, readAt: Date): Promise<AccountState> {
  const { balance, asOf } = bill.imported ?? { balance: bill.currentBalance, asOf: readAt };
  const payments = await listAccountPayments(db, bill.accountNumber, { asOf, now: readAt });
  const recentPayments = toRecentPayments(payments);
  return {
    outstanding: getOutstanding(balance, recentPayments),
    recentPayments: selectListed(recentPayments),
    paid: sumUp(payments),
  };
}

/** Reads an account's state as `readAccountState` does, under the account's lock. */
export async function lockAccountState(trx: Trx, bill: AccountBill, readAt: Date): Promise<AccountState> {
  await lockBillAccounts(trx, [bill.accountNumber]);
  return readAccountState(trx, bill, readAt);
}

/**
 * Returns what all payments of an account may come to, a new order of `total` sen included, before its payer is asked for a confirmation.
 * `isConfirmed`: the payer has confirmed that it repeats another payment.
 */
export function getBillLimit(state: AccountState, total: Sen, isConfirmed: boolean): Sen {
  const isAllowed = isConfirmed || !isRepeatedPayment(total, state);
  return sen(state.paid + (isAllowed ? Math.max(state.outstanding, total) : state.outstanding));
}

/** Other payments of an order's accounts, as its payment page shows them. */
export interface OtherPayments {
  /** Those that the balance did not have when the order was created, and attempts that nobody has paid. */
  readonly recentPayments: readonly RecentPayment[];
  /** A payment of the order needs its payer's confirmation. */
  readonly isRepeated: boolean;
}

/** The same of one of its accounts. */
interface OtherPaymentsOfAccount extends OtherPayments {
  /** All that count, sen. */
  readonly paid: number;
}

/** Reads the other payments of one account of an order. */
async function readOthersOfAccount(
  db: Db | Trx,
  order: Order,
  { accountNumber, amount, limit }: OrderAccount,
  now: Date,
): Promise<OtherPaymentsOfAccount> {
  if (limit === null) return { recentPayments: [], isRepeated: false, paid: 0 };
  const all = await listAccountPayments(db, accountNumber, { asOf: order.created_at, now });
  const others = all.filter(({ refid }) => refid !== order.refid);
  const paid = sumUp(others);
  const isRepeated = isRepeatedPayment(sen(amount), { recentPayments: others, outstanding: limit - paid });
  const recent = toRecentPayments(others);
  // Where a confirmation is needed its reason is shown, even if the balance has that payment by now.
  const isReasonMissing = isRepeated && !hasCountedPayment(recent);
  const reason = isReasonMissing
    ? others
        .filter(({ isCounted }) => isCounted)
        .slice(0, 1)
        .map(toRecentPayment)
    : [];
  return { recentPayments: selectListed([...reason, ...recent]), isRepeated, paid };
}

/** Reads the other payments of an order's accounts. An order that pays no bill has none. */
export async function readOtherPayments(db: Db | Trx, order: Order, now: Date): Promise<OtherPayments> {
  const found: OtherPaymentsOfAccount[] = [];
  for (const account of await listOrderAccounts(db, order)) {
    const others = await readOthersOfAccount(db, order, account, now);
    const accountEnding = hasSeveralAccounts(order) ? getAccountEnding(account.accountNumber) : null;
    found.push({ ...others, recentPayments: others.recentPayments.map((payment) => ({ ...payment, accountEnding })) });
  }
  return {
    recentPayments: selectListed(found.flatMap(({ recentPayments }) => recentPayments)),
    isRepeated: found.some(({ isRepeated }) => isRepeated),
  };
}

/**
 * Checks under the locks of the accounts, held until the end of the SQL transaction that starts an attempt, that the attempt does not repeat a
 * payment that the payer has not been shown. With the payer's confirmation it may. Returns whether the attempt may start.
 */
export async function guardAttempt(trx: Trx, order: Order, isConfirmed: boolean, now: Date): Promise<boolean> {
  const accounts = (await listOrderAccounts(trx, order)).filter(({ limit }) => limit !== null);
  await lockBillAccounts(
    trx,
    accounts.map(({ accountNumber }) => accountNumber),
  );
  for (const account of accounts) {
    const { isRepeated, paid } = await readOthersOfAccount(trx, order, account, now);
    if (!isRepeated) continue;
    if (!isConfirmed) return false;
    await raiseLimit(trx, order, account, paid + account.amount);
  }
  return true;
}

/** Stores what the payments of an account of an order may come to, since its payer has confirmed that it repeats one: sen. */
async function raiseLimit(trx: Trx, order: Order, { position }: OrderAccount, limit: number): Promise<void> {
  if (!hasSeveralAccounts(order)) {
    await trx.updateTable('orders').set({ bill_limit: limit }).where('refid', '=', order.refid).execute();
    return;
  }
  await trx
    .updateTable('order_accounts')
    .set({ bill_limit: limit })
    .where('order_refid', '=', order.refid)
    .where('position', '=', position)
    .execute();
}
