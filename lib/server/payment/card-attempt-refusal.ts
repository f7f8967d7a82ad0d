import { getLocale } from 'next-intl/server';
import { methodTable } from '@/lib/domain/methods/method-table';
import type { PaymentMethod } from '@/lib/domain/methods/payment-methods';
import { formatMoment } from '@/lib/domain/format-time';
import { tooManyRequests, type FormRefusal } from '@/lib/server/forms/form-pipeline';
import type { MessageKey } from '@/lib/server/visit/translator';

/** The part of the backend's answer that is read here; seconds. */
interface CardAttemptProblem {
  readonly code: string;
  readonly parameters: Readonly<Record<string, string | number>>;
  readonly retryAfter: number | null;
}

const messageKeys: ReadonlyMap<string, MessageKey> = new Map([
  ['card', 'errors.cardTriedTooOften'],
  ['payment', 'errors.tooManyCardsForPayment'],
  ['other', 'errors.tooManyCards'],
]);

/**
 * The backend's refusal of another card attempt: which limit was exceeded, until when, and that other methods work. It is shown at the card, or
 * at the methods where only another method is left. Security, row 17.
 */
export async function refuseCardAttempt(
  method: PaymentMethod,
  { code, parameters, retryAfter }: CardAttemptProblem,
): Promise<FormRefusal> {
  const { of = '', until = '' } = parameters;
  const wait = retryAfter ?? 60;
  const key = code === 'captcha-required' ? 'errors.tooManyCardsWithoutScripts' : messageKeys.get(String(of));
  if (key === undefined || Number.isNaN(Date.parse(String(until)))) return tooManyRequests(wait);
  const words = { until: formatMoment(String(until), await getLocale()) };
  const isAnyCardRefused = key === 'errors.tooManyCardsForPayment';
  const field = (isAnyCardRefused ? null : methodTable[method].card?.errorField) ?? 'selectedPaymentMethod';
  return { issues: [{ field, key, parameters: words }], status: 429, retryAfter: wait };
}
