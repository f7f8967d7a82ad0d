import { loadNextStepUrl } from '@/lib/server/payment/next-step-url';
import { readPaymentReference, type Refid } from '@/lib/domain/payment/references';
import { failure, success, type Result } from '@/lib/domain/result';
import { payByMobilePath, routes } from '@/lib/routes';
import { backendFailed, type FormRefusal, type FormSuccess } from '@/lib/server/forms/form-pipeline';
import type { FormFields } from '@/lib/server/forms/form-request';
import { readIdempotencyKey } from '@/lib/server/backend/idempotency';

/** Which payment a form of pay by mobile belongs to, and the key of this act. */
export interface PayByMobileFields {
  readonly refid: Refid;
  readonly idempotencyKey: string;
}

/** The page that shows the forms of pay by mobile. */
export function getPayByMobileUrl(fields: FormFields): string {
  return payByMobilePath(fields['refid'] ?? '');
}

/** Reads what all forms of pay by mobile carry. */
export function parsePayByMobileFields(fields: FormFields): Result<PayByMobileFields, FormSuccess> {
  const refid = readPaymentReference({ refid: fields['refid'] })?.refid;
  if (refid === undefined) return failure({ next: routes.payment });
  return success({ refid, idempotencyKey: readIdempotencyKey(fields['idempotencyKey']) });
}

/** Answers an act that came too late, or whose own answer was lost: the payment itself says where it stands. */
export async function redirectToCurrentStep(refid: string): Promise<Result<FormSuccess, FormRefusal>> {
  const next = await loadNextStepUrl(refid);
  return next === null || next === payByMobilePath(refid) ? failure(backendFailed()) : success({ next });
}
