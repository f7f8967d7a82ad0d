import { z } from 'zod';
import { parseRinggit } from '@/lib/domain/money';
import { failure, success, type Result } from '@/lib/domain/result';
import type { GatewayReport, ReturnError, Verdict } from '../gateway';
import { verifyResponse, type EghlFields } from './hash';

/** The required fields of a response. */
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

/** eGHL, TxnStatus. An unpublished number is treated as pending, so that the payment is enquired again. */
const verdictOfStatus: Readonly<Record<string, Verdict>> = {
  '0': 'successful',
  '1': 'failed',
  '2': 'pending',
  // Paid and refunded.
  '9': 'cancelled',
  '10': 'cancelled',
  // Authorised, not captured.
  '15': 'pending',
  '16': 'successful',
  '31': 'pending',
  '-1': 'unknown',
  '-2': 'unknown',
};

/** An error of eGHL: it says nothing about the payment. */
const errorStatus = '-2';

/**
 * Maps a status and its message to a verdict. A cancellation is a failure with a message. A reloaded page is reported as a failure too,
 * whatever the payment's outcome: 'unknown', so that the caller enquires.
 */
export function readTxnStatus(status: string, message: string): Verdict {
  if (status === '1' && /buyer cancel/i.test(message)) return 'cancelled';
  if (status === '1' && /duplicate payment ?id/i.test(message)) return 'unknown';
  return verdictOfStatus[status] ?? 'pending';
}

/** What is needed to verify and read a response. */
export interface EghlResponseContext {
  readonly serviceId: string;
  readonly password: string;
  /** The bank's or wallet's name for the receipt. */
  readonly nameOfProvider: (issuingBank: string) => string | null;
}

/**
 * Verifies and parses a response: a browser return (GET or POST), a callback, or the response to a QUERY, which have the same fields and
 * hash. 'unsigned' if HashValue2 is invalid or the message is for another merchant, 'malformed' if it is not a response.
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

/** Whether a response reports an error of eGHL, which says nothing about the payment. */
export function isErrorReport(report: GatewayReport): boolean {
  return report.reasonCode === errorStatus;
}
