import { z } from 'zod';
import { parseRinggit, type Sen } from '@/lib/domain/money';
import { failure, success, type Result } from '@/lib/domain/result';
import type { GatewayReport, ReturnError, GatewayStatus } from '../gateway';
import { amountPattern, numberPattern } from './formats';
import { verifyResponse, type EghlFields } from './hash';

/** A field that eGHL chooses. The only `.` of the hashed text is in Amount, and determines where Amount ends. */
const withoutPoint = z.string().regex(/^[^.]{0,64}$/);

/**
 * The fields of a response. HashValue2 joins them without separators, so that each format must determine where its field begins and ends
 * (security, row 41): ServiceID is ours, PaymentID and OrderNumber are the same number of fixed length, no status is the beginning of
 * another one and of the amount behind it (`formats.ts`), and the parameters, which we do not send, are empty.
 */
const responseSchema = z.object({
  ServiceID: z.string(),
  PaymentID: z.string().regex(numberPattern),
  OrderNumber: z.string().default(''),
  Amount: z.string().regex(amountPattern),
  CurrencyCode: z.string().regex(/^[A-Z]{3}$/),
  TxnStatus: z.string(),
  TxnID: withoutPoint.default(''),
  AuthCode: withoutPoint.default(''),
  Param6: z.literal('').default(''),
  Param7: z.literal('').default(''),
  TxnMessage: z.string().max(255).default(''),
  HashValue2: z.string().length(64),
});

/**
 * eGHL, TxnStatus. 15 (authorised) and 16 (captured) are statuses of cards, which neither wallets nor Maybank2u have, and are rejected like
 * unpublished statuses. A declined RM68.78 (`1`, `68.78`) has the hash of a captured RM8.78 (`16`, `8.78`).
 */
const statusOfCode: Readonly<Record<string, GatewayStatus>> = {
  '0': 'successful',
  '1': 'failed',
  '2': 'pending',
  // Paid and refunded.
  '9': 'cancelled',
  '10': 'cancelled',
  '31': 'pending',
  '-1': 'unknown',
  '-2': 'unknown',
};

/** An error of eGHL, not a status of the payment. */
const errorStatus = '-2';

/**
 * Maps the status and message of the response to a QUERY to a gateway status; null for a status that wallets and Maybank2u do not have. A
 * cancellation is a failure with a message.
 */
export function readTxnStatus(status: string, message: string): GatewayStatus | null {
  if (status === '1' && /buyer cancel/i.test(message)) return 'cancelled';
  if (status === '1' && /duplicate payment ?id/i.test(message)) return 'unknown';
  return Object.hasOwn(statusOfCode, status) ? (statusOfCode[status] ?? null) : null;
}

/**
 * What a status tells of the wallet or bank: a payment without an outcome. A failure is a declined, an insufficient or a faulty payment alike (`1`), and
 * tells nothing.
 */
export function readCause(status: string): 'unfinished' | null {
  return status === '2' ? 'unfinished' : null;
}

/** The context for verifying and reading a response. */
export interface EghlResponseContext {
  readonly serviceId: string;
  readonly password: string;
  /** The bank's or wallet's name for the receipt. */
  readonly nameOfProvider: (issuingBank: string) => string | null;
}

/**
 * Verifies and parses a response: a browser return (GET or POST), a callback, or the response to a QUERY, which have the same fields and
 * hash; only the last may have no order number. 'unsigned' if HashValue2 is invalid or the message is for another merchant, 'malformed' if it
 * is not a response, or has a field that makes the hash ambiguous.
 */
export function readResponse(
  source: 'report' | 'query',
  fields: EghlFields,
  trust: EghlResponseContext,
): Result<GatewayReport, ReturnError> {
  const parsed = responseSchema.safeParse(fields);
  if (!parsed.success) return failure('malformed');
  const response = parsed.data;
  const status = needsQuery(source, response) ? 'unknown' : readTxnStatus(response.TxnStatus, response.TxnMessage);
  const amount = parseRinggit(response.Amount);
  const isOfOneOrder =
    response.OrderNumber === response.PaymentID || (source === 'query' && response.OrderNumber === '');
  if (status === null || !amount.ok || !isOfOneOrder) return failure('malformed');
  if (!verifyResponse(trust.password, fields) || response.ServiceID !== trust.serviceId) return failure('unsigned');
  return success({
    number: response.PaymentID,
    status,
    amount: amount.value,
    currency: response.CurrencyCode,
    gatewayReference: response.TxnID,
    reasonCode: response.TxnStatus,
    bankName: trust.nameOfProvider(fields.IssuingBank ?? ''),
  });
}

/**
 * Whether a report is ambiguous without a QUERY: a failure, a cancellation and a reloaded page, whatever the state of its payment, are one status,
 * and the message that distinguishes them is not hashed.
 */
function needsQuery(source: 'report' | 'query', { TxnStatus }: { readonly TxnStatus: string }): boolean {
  return source === 'report' && TxnStatus === '1';
}

/** Whether a response reports an error of eGHL, not a status of the payment. */
export function isErrorReport(report: GatewayReport): boolean {
  return report.reasonCode === errorStatus;
}

/**
 * Reads the response to a REFUND, which has the fields and hashes of a QUERY's: TxnStatus 0 is a refund, 1 is none. Anything else tells nothing, and
 * so does a response that is unsigned, or of another payment or amount: the money may have been returned.
 */
export function readRefundResponse(
  fields: EghlFields,
  { password, serviceId }: EghlResponseContext,
  refund: { readonly number: string; readonly amount: Sen },
): 'refunded' | 'refused' | 'unknown' {
  const response = responseSchema.safeParse(fields).data;
  if (response === undefined || !verifyResponse(password, fields)) return 'unknown';
  const { Amount, CurrencyCode, OrderNumber, PaymentID, ServiceID, TxnStatus } = response;
  const amount = parseRinggit(Amount);
  const isOfPayment = PaymentID === refund.number && (OrderNumber === PaymentID || OrderNumber === '');
  const isOfAmount = amount.ok && amount.value === refund.amount && CurrencyCode === 'MYR';
  if (!isOfPayment || !isOfAmount || ServiceID !== serviceId) return 'unknown';
  if (TxnStatus === '0') return 'refunded';
  return TxnStatus === '1' ? 'refused' : 'unknown';
}
