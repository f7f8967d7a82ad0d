import { failure, success, type Result } from '@/lib/domain/result';
import { readJson } from '../../http/read-json';
import type { GatewayReport, ReturnError } from '../gateway';
import { paymentSchema, toReport, type Payment } from './payment';
import { referenceParameter } from './request';
import { isSigned } from './signature';

type Fields = Readonly<Record<string, string>>;

/** A callback, which anybody can send, is shorter. Characters. */
const longestBody = 16 * 1024;

/** Reads the payment of a callback without verifying it; null for what is none, such as a browser's return. */
function readCallback({ body, signature }: Fields): Payment | null {
  if (body === undefined || signature === undefined || body.length > longestBody) return null;
  return paymentSchema.safeParse(readJson(body)).data ?? null;
}

/** Returns the attempt's number from a browser's return or a callback, without verifying it; null for another gateway's. */
export function readNumber(fields: Fields): string | null {
  const number = readCallback(fields)?.reference ?? fields[referenceParameter] ?? '';
  return /^[a-z0-9]{20}$/.test(number) ? number : null;
}

/** Verifies and reads a callback. A browser's return is 'unsigned': it only causes an enquiry. */
export function readReport(fields: Fields, callbackKey: string): Result<GatewayReport, ReturnError> {
  const { body = '', signature = '' } = fields;
  const payment = readCallback(fields);
  if (payment === null) return failure(fields[referenceParameter] === undefined ? 'malformed' : 'unsigned');
  return isSigned(callbackKey, body, signature) ? success(toReport(payment)) : failure('unsigned');
}
