import type { Db } from '../../backend/db/database';
import { accountOf, loadPayment, type Payment } from '../../backend/payments/model';
import { listOrderAccounts } from '../../backend/payments/order-accounts';
import { outcomeOf } from '../../backend/payments/outcome';

/** Finds a payment by refid or paymentId; null for an unknown one. */
export async function findPayment(db: Db, reference: string): Promise<Payment | null> {
  const byRefid = await loadPayment(db, { refid: reference });
  const found = byRefid.ok ? byRefid : await loadPayment(db, { paymentId: reference });
  return found.ok ? found.value : null;
}

/** Returns the history of a payment: each state, its time, and its actor; null for an unknown reference. */
export async function readHistory(db: Db, reference: string) {
  const found = await findPayment(db, reference);
  if (found === null) return null;
  const { order, attempts } = found;
  const entries = await db
    .selectFrom('payment_history')
    .selectAll()
    .where('order_refid', '=', order.refid)
    .orderBy('id')
    .execute();
  const reviews = await db.selectFrom('reviews').selectAll().where('order_refid', '=', order.refid).execute();
  const accounts = await listOrderAccounts(db, order);
  const numberOf = new Map(attempts.map(({ id, number }) => [id, number]));
  return {
    refid: order.refid,
    paymentId: order.payment_id,
    partnerKey: order.partner_key,
    state: order.state,
    status: outcomeOf(found),
    amount: order.total,
    accountNumber: accountOf(order),
    accounts: accounts.map(({ accountNumber, amount }) => ({ accountNumber, amount })),
    createdAt: order.created_at.toISOString(),
    deadline: order.deadline.toISOString(),
    attempts: attempts.map((attempt) => ({
      number: attempt.number,
      gateway: attempt.gateway,
      method: attempt.method,
      provider: attempt.provider,
      state: attempt.state,
      amount: attempt.amount,
      gatewayReference: attempt.gateway_reference,
      reasonCode: attempt.reason_code,
    })),
    history: entries.map((entry) => ({
      attempt: entry.attempt_id === null ? null : (numberOf.get(entry.attempt_id) ?? null),
      state: entry.state,
      movedBy: entry.moved_by,
      detail: entry.detail,
      at: entry.at.toISOString(),
    })),
    reviews: reviews.map((review) => ({
      reason: review.reason,
      amount: review.amount,
      gateway: review.gateway,
      gatewayReference: review.gateway_reference,
      at: review.at.toISOString(),
    })),
  };
}
