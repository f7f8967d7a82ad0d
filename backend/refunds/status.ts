import { sen } from '@/lib/domain/money';
import type { ResultRefund } from '@/lib/domain/payment/payment';
import { refundDestinationOf } from '@/lib/domain/payment/refund-destination';
import { getRefundStatus } from '@/lib/domain/payment/refund-states';
import type { Db, Trx } from '../db/database';
import type { Order } from '../payments/model';
import { hasSeveralAccounts } from '../payments/order-accounts';
import { listRefundsOfOrder } from './model';

/** Reads the refunds of a payment as its payer sees them, oldest first: see `listRefundsOfOrder`. One of several accounts is named. */
export async function readRefundStatuses(
  db: Db | Trx,
  order: Pick<Order, 'account_count' | 'refid'>,
): Promise<readonly ResultRefund[]> {
  const refunds = await listRefundsOfOrder(db, order.refid);
  return refunds.flatMap(({ accountNumber: account, amount, byTransfer, endedAt, method, requestedAt, state }) => {
    const status = getRefundStatus(state);
    if (status === null) return [];
    const destination = refundDestinationOf(method, byTransfer || state === 'manual');
    const accountNumber = hasSeveralAccounts(order) ? account : null;
    return [{ status, accountNumber, amount: sen(amount), at: (endedAt ?? requestedAt).toISOString(), destination }];
  });
}
