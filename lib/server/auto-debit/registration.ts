import type { ResponseOf } from '@/lib/contract/call';
import type { autoDebitVerifyOtp } from '@/lib/contract/auto-debit';
import { readPaymentReference, type Refid } from '@/lib/domain/payment/references';
import { failure, success, type Result } from '@/lib/domain/result';
import { autoDebitPath, cardCheckPath, routes } from '@/lib/routes';
import type { FormSuccess } from '@/lib/server/forms/form-pipeline';
import type { FormFields } from '@/lib/server/forms/form-request';
import { readIdempotencyKey } from '@/lib/server/backend/idempotency';

/** Which payment's registration a form belongs to, and the key of this act. */
export interface AutoDebitFields {
  readonly refid: Refid;
  readonly idempotencyKey: string;
}

/** Reads what all forms of auto debit carry. */
export function parseAutoDebitFields(fields: FormFields): Result<AutoDebitFields, FormSuccess> {
  const refid = readPaymentReference({ refid: fields['refid'] })?.refid;
  if (refid === undefined) return failure({ next: routes.autoDebit });
  return success({ refid, idempotencyKey: readIdempotencyKey(fields['idempotencyKey']) });
}

/** Gives the page to which a confirmed registration leads. */
export function getRegistrationUrl({ refid, state }: ResponseOf<typeof autoDebitVerifyOtp>): string {
  return state === 'card-check' ? cardCheckPath(refid) : autoDebitPath(refid);
}
