import { z } from 'zod';
import { parseRinggit } from '@/lib/domain/money';
import { failure, success, type Result } from '@/lib/domain/result';
import type { GatewayReport, ReturnError, Verdict } from '../gateway';
import { verifyResponse, type EghlFields } from './hash';

/** What must stand in a response for it to speak of a payment; the rest may be missing. */
const responseSchema = z.object({
  ServiceID: z.string().min(1).max(3),
  PaymentID: z.string().min(1).max(20),
  OrderNumber: z.string().max(40).default(''),
  Amount: z.string().regex(/^\d{1,10}\.\d{2}$/),
  CurrencyCode: z.string().length(3),
  TxnStatus: z.string().regex(/^-?\d{1,3}$/),
  TxnID: z.string().max(64).default(''),
  TxnMessage: z.string().max(255).default(''),
  HashValue2: z.string().length(64),
});

/** eGHL, TxnStatus. Numbers that it does not publish say nothing certain: such a payment is asked for again. */
const verdictOfStatus: Readonly<Record<string, Verdict>> = {
  '0': 'successful',
  '1': 'failed',
  '2': 'pending',
  // Paid once, and given back since.
  '9': 'cancelled',
  '10': 'cancelled',
  // Authorised is not money yet.
  '15': 'pending',
  '16': 'successful',
  '31': 'pending',
  '-1': 'unknown',
  '-2': 'unknown',
};

/** eGHL's own fault: it says nothing of the payment. */
const errorStatus = '-2';

/**
 * Gives the verdict of a status and its message. A payer who gave up comes as a failure that says so. A page that was loaded again comes as a
 * failure too, whatever has become of the payment: 'unknown', so that whoever hears it asks.
 */
export function readTxnStatus(status: string, message: string): Verdict {
  if (status === '1' && /buyer cancel/i.test(message)) return 'cancelled';
  if (status === '1' && /duplicate payment ?id/i.test(message)) return 'unknown';
  return verdictOfStatus[status] ?? 'pending';
}

/** Whom a response must be addressed to. */
export interface EghlResponseContext {
  readonly serviceId: string;
  readonly password: string;
  /** The bank's or wallet's name for the receipt. */
  readonly nameOfProvider: (issuingBank: string) => string | null;
}

/**
 * Reads a response, by the browser (GET or POST), by the callback, or as the answer to a QUERY: the same fields under the same hash.
 * 'unsigned' when HashValue2 is not eGHL's or the message is another merchant's, 'malformed' when it is no response.
 */
export function readResponse(fields: EghlFields, trust: EghlResponseContext): Result<GatewayReport, ReturnError> {
  const parsed = responseSchema.safeParse(fields);
  if (!parsed.success) return failure('malformed');
  const response = parsed.data;
  if (!verifyResponse(trust.password, fields) || response.ServiceID !== trust.serviceId) return failure('unsigned');
  const amount = parseRinggit(response.Amount);
  if (!amount.ok) return failure('malformed');
  return success({
    number: response.PaymentID,
    verdict: readTxnStatus(response.TxnStatus, response.TxnMessage),
    amount: amount.value,
    currency: response.CurrencyCode,
    gatewayReference: response.TxnID,
    reasonCode: response.TxnStatus,
    bankName: trust.nameOfProvider(fields.IssuingBank ?? ''),
  });
}

/** Whether a response says that eGHL itself failed, which is no word on the payment. */
export function isErrorReport(report: GatewayReport): boolean {
  return report.reasonCode === errorStatus;
}
