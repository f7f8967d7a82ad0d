import { sen } from '@/lib/domain/money';
import type { ResultRefund } from '@/lib/domain/payment/payment';
import { refundDestinationOf } from '@/lib/domain/payment/refund-destination';
import { getRefundStatus } from '@/lib/domain/payment/refund-states';
import type { Db, Trx } from '../db/database';
import { listRefundsOfOrder } from './model';

/** Reads the refunds of a payment as its payer sees them, oldest first: see `listRefundsOfOrder`. */
export async function readRefundStatuses(db: Db | Trx, refid: string): Promise<readonly ResultRefund[]> {
  const refunds = await listRefundsOfOrder(db, refid);
  return refunds.flatMap(({ amount, byTransfer, endedAt, method, requestedAt, state }) => {
    const status = getRefundStatus(state);
    if (status === null) return [];
    const destination = refundDestinationOf(method, byTransfer || state === 'manual');
    return [{ status, amount: sen(amount), at: (endedAt ?? requestedAt).toISOString(), destination }];
  });
}
