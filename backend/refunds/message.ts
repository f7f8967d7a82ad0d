import { parseLocale } from '@/lib/domain/locales';
import { sen } from '@/lib/domain/money';
import { refundDestinationOf } from '@/lib/domain/payment/refund-destination';
import type { Trx } from '../db/database';
import type { Message } from '../outbox/model';
import { refundText } from '../outbox/texts';
import { contactOf } from '../payments/model';
import { hasSeveralAccounts } from '../payments/order-accounts';
import { productNameOf } from '../payments/product-name';
import type { Services } from '../services';
import type { Refund } from './model';

/**
 * Builds the e-mail that tells a payer that money was returned, in the language in which they paid; null once their contact data are erased.
 */
export async function buildRefundMessage(
  { publicOrigin }: Services,
  trx: Trx,
  refund: Refund,
): Promise<Message | null> {
  const payment = await trx
    .selectFrom('attempts')
    .innerJoin('orders', 'orders.refid', 'attempts.order_refid')
    .select(['attempts.payer_email', 'attempts.payer_language', 'attempts.method', 'attempts.result_route'])
    .select(['orders.partner_key', 'orders.product_name', 'orders.further_items'])
    .select(['orders.payment_id', 'orders.account_count'])
    .where('attempts.id', '=', refund.attemptId)
    .executeTakeFirstOrThrow();
  const recipient = contactOf(payment);
  if (recipient === null) return null;
  const language = parseLocale(payment.payer_language);
  const resultUrl = new URL(payment.result_route, publicOrigin);
  resultUrl.searchParams.set('refid', refund.refid);
  const text = refundText(
    {
      amount: sen(refund.amount),
      accountNumber: hasSeveralAccounts(payment) ? refund.accountNumber : null,
      productName: productNameOf(payment, language),
      paymentId: payment.payment_id,
      destination: refundDestinationOf(payment.method, refund.sentAt === null),
    },
    resultUrl.href,
    language,
  );
  return { kind: 'refund', recipient, text, code: null, refid: refund.refid };
}
