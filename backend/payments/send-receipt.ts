import type { Locale } from '@/lib/domain/locales';
import { maskEmail } from '@/lib/domain/payment/customer-masking';
import { failure, success, type Result } from '@/lib/domain/result';
import { readAutoDebitFlag } from '../auto-debit/offer';
import { addMilliseconds, dayMs } from '../clock';
import { inTransaction, type Trx } from '../db/database';
import { recordAction } from '../operators/actions';
import type { Operator } from '../operators/model';
import { writeMessage } from '../outbox/model';
import { readPostings } from '../postings/status';
import { readRefundStatuses } from '../refunds/status';
import { isPaid, readCompanyName, readIssuer } from '../receipts/description';
import type { Services } from '../services';
import { contactOf, findOrder, findRefid, lockPayment } from './model';
import { buildReceipt } from './payment-receipt';
import { writeHistory } from './transitions';

/** Receipts of one payment that are sent again in a day. Security, row 21. */
export const maxReceiptsPerDay = 5;

export interface ReceiptCommand {
  /** The operator's id of the command: repeated, it sends nothing more. */
  readonly command: string;
  /** The payment's refid or paymentId. */
  readonly reference: string;
  /** Another address than the payer's. */
  readonly to: string | null;
  /** Another language than the payer's. */
  readonly language: Locale | null;
  readonly by: Operator;
}

export type ReceiptRefusal =
  'unknown-payment' | 'not-paid' | 'contact-erased' | 'too-many-receipts' | 'command-reused' | 'no-mail-delivery';

interface SentReceipt {
  readonly refid: string;
  /** Masked; null once it is erased. */
  readonly to: string | null;
}

async function countSentSince(trx: Trx, refid: string, since: Date): Promise<number> {
  const { count } = await trx
    .selectFrom('receipt_sends')
    .select((row) => row.cast<number>(row.fn.countAll(), 'bigint').as('count'))
    .where('order_refid', '=', refid)
    .where('at', '>', since)
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * Sends the receipt of a successful payment again, written from what is stored of it now, to its payer or to another address: once for each
 * command. Under the order's lock, which serialises the commands of a payment.
 */
export async function sendReceipt(
  services: Services,
  { command, reference, to, language, by }: ReceiptCommand,
): Promise<Result<SentReceipt, ReceiptRefusal>> {
  if (!services.sendsMail) return failure('no-mail-delivery');
  const refid = await findRefid(services.db, reference);
  const order = refid === null ? null : await findOrder(services.db, refid);
  if (refid === null || order === null) return failure('unknown-payment');
  const postings = await readPostings(services, order);
  const sent = await inTransaction(services.db, async (trx): Promise<Result<SentReceipt, ReceiptRefusal>> => {
    const payment = await lockPayment(trx, refid);
    const paid = payment?.attempts.find(isPaid);
    if (!payment || paid === undefined) return failure('not-paid');
    const before = await trx
      .selectFrom('receipt_sends')
      .select(['order_refid', 'recipient'])
      .where('command', '=', command)
      .executeTakeFirst();
    if (before !== undefined) {
      return before.order_refid === refid ? success({ refid, to: before.recipient }) : failure('command-reused');
    }
    const recipient = to ?? contactOf(paid);
    if (recipient === null) return failure('contact-erased');
    const now = services.clock.now();
    const isLimited = (await countSentSince(trx, refid, addMilliseconds(now, -dayMs))) >= maxReceiptsPerDay;
    if (isLimited) return failure('too-many-receipts');
    const refunds = await readRefundStatuses(trx, order);
    const receipt = buildReceipt(services, payment.order, paid, {
      recipient,
      language: language ?? undefined,
      issuer: await readIssuer(trx, services, payment.order),
      companyName: await readCompanyName(trx, refid),
      ...postings,
      refunds,
      isAutoDebit: await readAutoDebitFlag(trx, payment.order),
    });
    await writeMessage(trx, receipt, now);
    // The message has an address, which is to be erased in its turn.
    if (payment.order.contact_erased_at !== null) {
      await trx.updateTable('orders').set({ contact_erased_at: null }).where('refid', '=', refid).execute();
    }
    const masked = maskEmail(recipient);
    await trx
      .insertInto('receipt_sends')
      .values({ command, order_refid: refid, recipient: masked, sent_by: by.name, at: now })
      .execute();
    await recordAction(trx, { operator: by, action: 'receipt-sent', subject: refid, reason: null, at: now });
    await writeHistory(trx, {
      refid,
      attemptId: null,
      state: 'receipt-sent',
      by: 'operator',
      at: now,
      detail: `${by.name}: ${masked}`,
    });
    return success({ refid, to: masked });
  });
  if (sent.ok) services.wakeJobRunner();
  return sent;
}
