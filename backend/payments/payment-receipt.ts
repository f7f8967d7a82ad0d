import { parseLocale, type Locale } from '@/lib/domain/locales';
import type { Message } from '../outbox/model';
import { writeReceipt } from '../outbox/receipt';
import { describeReceipt, type PaidAttempt, type ReceiptFacts } from '../receipts/description';
import { makeReceiptUrl } from '../receipts/link';
import type { Services } from '../services';
import type { Order } from './model';

interface ReceiptRequest extends ReceiptFacts {
  readonly recipient: string;
  /** The payer's language unless it is given. */
  readonly language?: Locale | undefined;
}

/** Writes the e-mail with the receipt of a successful attempt, from what is stored of the payment. */
export function buildReceipt(
  services: Pick<Services, 'clock' | 'encryption' | 'publicOrigin' | 'receipts'>,
  order: Order,
  attempt: PaidAttempt,
  { recipient, language = parseLocale(attempt.payer_language), ...facts }: ReceiptRequest,
): Message {
  const receipt = describeReceipt(services, order, attempt, facts);
  const { customerService } = services.receipts;
  const mail = writeReceipt(receipt, language, makeReceiptUrl(services, order.refid), customerService);
  return { kind: 'receipt', recipient, code: null, refid: order.refid, ...mail };
}
