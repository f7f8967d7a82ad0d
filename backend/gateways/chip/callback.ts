import { z } from 'zod';
import { sen } from '@/lib/domain/money';
import { failure, success, type Result } from '@/lib/domain/result';
import { readJson } from '../../http/read-json';
import type { DisputeReport, GatewayReport, ReturnError } from '../gateway';
import type { ChipPublicKeys } from './public-keys';
import { isOpen, purchaseSchema, toReport } from './purchase';
import { returnField } from './request';

type Fields = Readonly<Record<string, string>>;
type Keys = Pick<ChipPublicKeys, 'isSigned'>;

/** The backend takes no longer body. Characters. */
const longestBody = 64 * 1024;
const numberPattern = /^[a-z0-9]{20}$/;

const amount = z.int().min(1).max(99_999_999_999);
const eventSchema = z.object({ event_type: z.string().max(100) });
const referenceSchema = z.object({ reference: z.string().max(128) });

/** What we read of CHIP's schema `Payment`, the payload of `payment.*` events. */
const paymentSchema = z.object({
  type: z.literal('payment'),
  reference: z.string().regex(numberPattern),
  payment: z.object({ amount, currency: z.string().length(3) }),
  related_to: z.object({ type: z.literal('purchase'), id: z.uuid() }),
});

const disputeStatuses: ReadonlyMap<string, DisputeReport['status']> = new Map([
  ['payment.charged_back', 'opened'],
  ['payment.chargeback_reversed', 'won'],
]);

/** The event of a callback with its object; null for what is no callback: a browser's return. */
function readEvent({
  body,
  signature,
}: Fields): { readonly body: string; readonly signature: string; readonly value: unknown } | null {
  if (body === undefined || signature === undefined || body.length > longestBody) return null;
  return { body, signature, value: readJson(body) };
}

/** Returns our number from a browser's return or a callback, without verifying it. */
export function readNumber(fields: Fields): string | null {
  const event = readEvent(fields);
  const number = event === null ? fields[returnField] : referenceSchema.safeParse(event.value).data?.reference;
  return number !== undefined && numberPattern.test(number) ? number : null;
}

/**
 * Whether a callback is signed and says nothing of an attempt's outcome, such as `purchase.viewed` or `payment.refunded`.
 */
export function isWithoutEffect(fields: Fields, keys: Keys): boolean {
  if (readDispute(fields, keys) !== null) return false;
  const report = readEventReport(fields, keys);
  return !report.ok && report.error === 'irrelevant';
}

/** Verifies a callback and reads its report. A browser's return is 'unsigned': CHIP signs none. */
export function readReport(fields: Fields, keys: Keys): Result<GatewayReport, ReturnError> {
  const report = readEventReport(fields, keys);
  if (report.ok) return report;
  return failure(report.error === 'irrelevant' ? 'malformed' : report.error);
}

function readEventReport(fields: Fields, keys: Keys): Result<GatewayReport, ReturnError | 'irrelevant'> {
  const event = readEvent(fields);
  if (event === null) return failure('unsigned');
  const type = eventSchema.safeParse(event.value).data?.event_type;
  if (type === undefined) return failure('malformed');
  if (!keys.isSigned(event.body, event.signature)) return failure('unsigned');
  if (!type.startsWith('purchase.')) return failure('irrelevant');
  const purchase = purchaseSchema.safeParse(event.value);
  if (!purchase.success || !numberPattern.test(purchase.data.reference)) return failure('malformed');
  return isOpen(purchase.data) ? failure('irrelevant') : success(toReport(purchase.data));
}

/**
 * Verifies and reads a callback about a chargeback, whose id is that of its purchase; null for any other. CHIP reports that one was registered, and
 * that one was reversed; how it reports one that is lost is not published.
 */
export function readDispute(fields: Fields, keys: Keys): Result<DisputeReport, ReturnError> | null {
  const event = readEvent(fields);
  const type = eventSchema.safeParse(event?.value).data?.event_type;
  if (event === null || type === undefined) return null;
  const status = disputeStatuses.get(type);
  // Signature first: a purchase that anybody sends can have thousands of attempts to read. Security, row 49.
  if (!keys.isSigned(event.body, event.signature)) return status === undefined ? null : failure('unsigned');
  const disputed = status === undefined ? readDisputedPurchase(event.value) : readDisputedPayment(event.value);
  if (disputed === null) return status === undefined ? null : failure('malformed');
  return success({ ...disputed, status: status ?? 'opened', reasonCode: type, respondBy: null });
}

type Disputed = Pick<DisputeReport, 'dispute' | 'number' | 'amount' | 'currency'>;

function readDisputedPayment(value: unknown): Disputed | null {
  const read = paymentSchema.safeParse(value);
  if (!read.success) return null;
  const { reference: number, payment, related_to: purchase } = read.data;
  return { dispute: purchase.id, number, amount: sen(payment.amount), currency: payment.currency };
}

/** Reads a purchase with the status `chargeback`, whatever the event. */
function readDisputedPurchase(value: unknown): Disputed | null {
  const read = purchaseSchema.safeParse(value);
  if (!read.success || read.data.status !== 'chargeback' || read.data.payment === null) return null;
  const { id: dispute, reference: number, payment } = read.data;
  return { dispute, number, amount: sen(payment.amount), currency: payment.currency };
}
