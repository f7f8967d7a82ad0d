import { sql } from 'kysely';
import { isCountedAttempt, type RecentPaymentStatus, type UnpaidAttempt } from '@/lib/domain/bill/recent-payments';
import { attemptStates, hasEnded } from '@/lib/domain/payment/payment-states';
import type { Db, Trx } from '../db/database';
import { isMissingFromBalance } from '../postings/balance';

interface StoredPayment {
  readonly refid: string;
  /** Sen. */
  readonly amount: number;
  readonly at: Date;
  readonly status: RecentPaymentStatus;
  /** How it was begun if nobody has paid it yet. */
  readonly unpaid: UnpaidAttempt | null;
  /** Whether the balance as of the given time has it. */
  readonly isInBalance: boolean;
}

/** Money of an account, or an attempt that may bring some: an attempt under way, money held for review, or a credit. */
export interface AccountPayment extends StoredPayment {
  /** Whether it counts: an attempt that nobody has paid does so for a short time only. */
  readonly isCounted: boolean;
}

const activeStates = attemptStates.filter((state) => !hasEnded(state));

/**
 * Lists all money of an account's bills, newest first, compared with a balance as of a time. A refused posting, and money held for review,
 * count until an operator has closed their entry of the review queue. What was refunded of a credit does not count. An attempt is unpaid
 * while it is only redirected or waits for its approval; one whose gateway call has no answer yet may have moved money.
 */
export async function listAccountPayments(
  db: Db | Trx,
  accountNumber: string,
  { asOf, now }: { readonly asOf: Date; readonly now: Date },
): Promise<readonly AccountPayment[]> {
  // Orders of the release before `bill_account` have the account in `account_number` (`billAccountOf`).
  const ofAccount = sql`(orders.bill_account = ${accountNumber}
    or orders.account_number = ${accountNumber} and orders.bill_account is null and orders.is_bill)`;
  // Of a payment of several accounts it is the account's part.
  const partOf = sql`order_accounts join orders on orders.refid = order_accounts.order_refid and order_accounts.account_number = ${accountNumber}`;
  const attemptColumns = sql`attempts.created_at as at,
      case attempts.state when 'pending-approval' then 'pending-approval' else 'in-progress' end as status,
      case
        when attempts.state = 'pending-approval' then 'approval'
        when attempts.state = 'redirected' and attempts.onward->>'kind' in ('barcode', 'qr') then 'code'
        when attempts.state = 'redirected' then 'redirect'
      end as unpaid,
      false as "isInBalance"`;
  const isActive = sql`attempts.state in (${sql.join(activeStates)})`;
  const isHeld = sql`not exists (select from review_closings where entry = 'money-' || reviews.id)`;
  const { rows } = await sql<StoredPayment>`
    select orders.refid, attempts.amount, ${attemptColumns}
    from orders join attempts on attempts.order_refid = orders.refid
    where ${ofAccount} and ${isActive}
    union all
    select orders.refid, order_accounts.amount, ${attemptColumns}
    from ${partOf} join attempts on attempts.order_refid = orders.refid
    where ${isActive}
    union all
    select orders.refid, reviews.amount, reviews.at, 'review', null, false
    from orders join reviews on reviews.order_refid = orders.refid
    where ${ofAccount} and ${isHeld}
    union all
    select orders.refid, least(order_accounts.amount, reviews.amount), reviews.at, 'review', null, false
    from ${partOf} join reviews on reviews.order_refid = orders.refid
    where ${isHeld}
    union all
    select credits.order_refid, credits.amount - refunded.amount, credits.at,
      case postings.state when 'refused' then 'review' else 'received' end,
      null,
      not case postings.state
        when 'refused' then not exists (select from review_closings where entry = 'posting-' || postings.id)
        else ${isMissingFromBalance(asOf)}
      end
    from credits join postings on postings.credit_id = credits.id
      cross join lateral (
        select coalesce(sum(amount), 0)::bigint as amount from refunds
        where credit_id = credits.id and state = 'succeeded'
      ) refunded
    where credits.account_number = ${accountNumber} and credits.amount > refunded.amount
    order by at desc`.execute(db);
  return rows.map((payment) => ({ ...payment, isCounted: isCountedAttempt(payment.unpaid, payment.at, now) }));
}

/**
 * Locks accounts until the end of the SQL transaction: what is begun or created for one account is serialised. Always the last locks of a
 * transaction, and always in the same sequence, so that two payments of the same accounts do not wait for each other.
 */
export async function lockBillAccounts(trx: Trx, accountNumbers: readonly string[]): Promise<void> {
  for (const accountNumber of accountNumbers.toSorted()) {
    await trx
      .insertInto('bill_accounts')
      .values({ account_number: accountNumber })
      .onConflict((conflict) => conflict.column('account_number').doUpdateSet({ account_number: accountNumber }))
      .execute();
  }
}
