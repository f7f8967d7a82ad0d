import { parseLocale } from '@/lib/domain/locales';
import { awaitsReceiptNumber } from '@/lib/domain/receipt/receipt';
import type { Db } from '../db/database';
import type { ReceiptCompletion } from '../outbox/delivery';
import { writeReceipt } from '../outbox/receipt';
import { loadPayment } from '../payments/model';
import type { Services } from '../services';
import { isPaid } from './description';
import { makeReceiptUrl } from './link';
import { describePaid } from './service';

/** Whether a message is the receipt that a payment has sent, and not one that an operator has sent again: that may be in another language. */
async function isFirstReceipt(db: Db, id: number, refid: string): Promise<boolean> {
  const { first } = await db
    .selectFrom('outbox')
    .select((row) => row.fn.min('id').as('first'))
    .where('order_refid', '=', refid)
    .where('kind', '=', 'receipt')
    .executeTakeFirstOrThrow();
  return first === id;
}

/**
 * Completes the receipt of a bill payment when it is delivered: with the receipt number that the biller has given since it was written. One
 * that has no number yet stays as it is, as does that of a payment that pays no bill.
 */
export function createReceiptCompletion(services: Services): ReceiptCompletion {
  return async (id, refid) => {
    const { db, receipts } = services;
    const payment = await loadPayment(db, { refid });
    const paid = payment.ok ? payment.value.attempts.find(isPaid) : undefined;
    if (!payment.ok || paid === undefined || !(await isFirstReceipt(db, id, refid))) return null;
    const receipt = await describePaid(services, payment.value, paid);
    if (receipt.posting === null || awaitsReceiptNumber(receipt)) return null;
    const url = makeReceiptUrl(services, refid);
    return writeReceipt(receipt, parseLocale(paid.payer_language), url, receipts.customerService);
  };
}
