import 'server-only';
import { parseRefid, type Refid } from '@/lib/domain/payment/references';
import { failure, success, type Result } from '@/lib/domain/result';
import { routes } from '@/lib/routes';
import { readIdempotencyKey } from '../backend/idempotency';
import type { FormSuccess } from '../forms/form-pipeline';
import type { FormFields } from '../forms/form-request';

/** The fields that every form of a payment has. */
export interface PaymentFields {
  readonly refid: Refid;
  readonly idempotencyKey: string;
}

/** Parses the fields that every form of a payment has. Without a payment the payer is sent to the payment page, which shows the error. */
export function parsePaymentFields(fields: FormFields): Result<PaymentFields, FormSuccess> {
  const refid = parseRefid(fields['refid']);
  if (refid === undefined) return failure({ next: routes.payment });
  return success({ refid, idempotencyKey: readIdempotencyKey(fields['idempotencyKey']) });
}
