import { parseLocale, type Locale } from '@/lib/domain/locales';
import { sen } from '@/lib/domain/money';
import type { ResultPosting, ResultRefund } from '@/lib/domain/payment/payment';
import type { Message } from '../outbox/model';
import { writeReceipt } from '../outbox/receipt';
import type { Services } from '../services';
import { accountOf, contactOf, type Attempt, type Order } from './model';

/** A successful attempt with what its bank has told. */
export interface PaidAttempt extends Attempt {
  readonly gateway_reference: string;
  readonly confirmed_at: Date;
}

interface ReceiptRequest {
  readonly recipient: string;
  /** The payer's language unless it is given. */
  readonly language?: Locale | undefined;
  /** The posting of a paid bill as it is now; null for a payment that pays no bill. */
  readonly posting: ResultPosting | null;
  /** Oldest first. */
  readonly refunds: readonly ResultRefund[];
  /** Whether the account is on auto debit; null: not known. */
  readonly isAutoDebit: boolean | null;
}

/** Writes the receipt of a successful attempt, from what is stored of the payment. */
export function buildReceipt(
  { publicOrigin }: Pick<Services, 'publicOrigin'>,
  order: Order,
  attempt: PaidAttempt,
  { recipient, language = parseLocale(attempt.payer_language), posting, refunds, isAutoDebit }: ReceiptRequest,
): Message {
  const resultUrl = new URL(attempt.result_route, publicOrigin);
  resultUrl.searchParams.set('refid', order.refid);
  const receipt = writeReceipt({
    language,
    productName: order.product_name,
    accountNumber: accountOf(order),
    amount: sen(attempt.amount),
    method: attempt.method,
    bankName: attempt.bank_name,
    paymentId: order.payment_id,
    bankReference: attempt.gateway_reference,
    transactionId: attempt.number,
    startedAt: attempt.created_at.toISOString(),
    confirmedAt: attempt.confirmed_at.toISOString(),
    instalmentMonths: attempt.instalment_months,
    isAutoDebit,
    posting,
    refunds,
    isContactErased: contactOf(attempt) === null,
    resultUrl: resultUrl.href,
  });
  return { kind: 'receipt', recipient, code: null, refid: order.refid, ...receipt };
}
