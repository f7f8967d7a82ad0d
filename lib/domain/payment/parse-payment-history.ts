import * as z from 'zod/mini';
import { isPaymentMethod, type PaymentMethod } from '../methods/payment-methods';
import { sen } from '../money';
import { isResultRoute, outcomes, type ResultRoute } from './outcomes';
import { historyMaxLength, type KeptPayment } from './payment-history';
import { isPaymentId, isRefid, type PaymentId, type Refid } from './references';
import '../zod-without-eval';

const is = <Value extends string>(check: (text: string) => text is Value) =>
  z.custom<Value>((value) => typeof value === 'string' && check(value));

/** Every text is of a fixed form or list, so that no card number fits into one. */
const keptPaymentSchema = z.object({
  refid: is<Refid>(isRefid),
  paymentId: is<PaymentId>(isPaymentId),
  route: is<ResultRoute>(isResultRoute),
  at: z.iso.datetime({ offset: true }),
  accountEnding: z.nullable(z.string().check(z.regex(/^\d{4}$/))),
  accountCount: z.optional(z.int().check(z.gte(1), z.lte(99))),
  amount: z.pipe(z.int().check(z.gte(0), z.lte(99_999_999_999)), z.transform(sen)),
  method: is<PaymentMethod>(isPaymentMethod),
  outcome: z.enum(outcomes),
});

/** Parses the payments that are stored on a device. Invalid ones are dropped, each by itself. */
export function parsePaymentHistory(stored: unknown): readonly KeptPayment[] {
  if (!Array.isArray(stored)) return [];
  return stored
    .slice(0, historyMaxLength)
    .map((one) => keptPaymentSchema.safeParse(one))
    .flatMap((parsed) => (parsed.success ? [parsed.data] : []));
}
