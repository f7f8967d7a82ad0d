import type { RequestOf, ResponseInputOf } from '@/lib/contract/call';
import type { paymentCompany } from '@/lib/contract/payment';
import { hasEnded } from '@/lib/domain/payment/payment-states';
import { success, type Result } from '@/lib/domain/result';
import { inTransaction, type Trx } from '../db/database';
import { refuse, type Refusal } from '../http/refusal';
import { isBegunBy, lockPayment } from '../payments/model';
import { writeHistory } from '../payments/transitions';
import type { Services } from '../services';
import { readCompanyName } from './description';

/**
 * Stores or removes the name of the company that pays an order, in the transaction that has the order's lock. The history has when, and not the
 * name, which is erased with the payer's contact.
 */
export async function storeCompanyName(trx: Trx, refid: string, companyName: string | null, at: Date): Promise<void> {
  if ((await readCompanyName(trx, refid)) === companyName) return;
  await trx.deleteFrom('receipt_companies').where('order_refid', '=', refid).execute();
  if (companyName !== null) {
    await trx.insertInto('receipt_companies').values({ order_refid: refid, name: companyName, at }).execute();
    // The name has to be erased later, too.
    await trx
      .updateTable('orders')
      .set({ contact_erased_at: null })
      .where('refid', '=', refid)
      .where('contact_erased_at', 'is not', null)
      .execute();
  }
  await writeHistory(trx, { refid, attemptId: null, state: 'receipt-company', by: 'payer', at });
}

/**
 * Names the company that pays from its account before its receipt is sent: payment.company. Only for the visit that has begun the payment, until it has
 * ended unpaid. Security, row 58.
 */
export async function namePayingCompany(
  { clock, db }: Services,
  { refid, visitId, companyName }: RequestOf<typeof paymentCompany>,
): Promise<Result<ResponseInputOf<typeof paymentCompany>, Refusal<'unknown-payment' | 'company-not-asked'>>> {
  return inTransaction(db, async (trx) => {
    const payment = await lockPayment(trx, refid);
    if (payment === null) return refuse('unknown-payment');
    const isOfCompany = payment.attempts.some(
      (attempt) =>
        attempt.method === 'fpxCorporate' &&
        isBegunBy(attempt, visitId) &&
        (attempt.state === 'successful' || !hasEnded(attempt.state)),
    );
    if (!isOfCompany) return refuse('company-not-asked');
    await storeCompanyName(trx, refid, companyName, clock.now());
    return success({ companyName });
  });
}
