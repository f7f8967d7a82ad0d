import 'server-only';
import type { autoDebitVerifyOtp } from '@/lib/contract/auto-debit';
import type { ResponseOf } from '@/lib/contract/call';
import { parseRefid, type Refid } from '@/lib/domain/payment/references';
import { failure, success, type Result } from '@/lib/domain/result';
import { autoDebitPath, cardVerificationPath, routes } from '@/lib/routes';
import { readIdempotencyKey } from '../backend/idempotency';
import { makeVisitPaymentCookie } from '../session/visit-payments';
import type { FormSuccess } from '../forms/form-pipeline';
import type { FormFields } from '../forms/form-request';

/** The fields that every auto-debit form has. */
export interface AutoDebitFields {
  readonly refid: Refid;
  readonly idempotencyKey: string;
}

/** Parses the fields that every auto-debit form has. */
export function parseAutoDebitFields(fields: FormFields): Result<AutoDebitFields, FormSuccess> {
  const refid = parseRefid(fields['refid']);
  if (refid === undefined) return failure({ next: routes.autoDebit });
  return success({ refid, idempotencyKey: readIdempotencyKey(fields['idempotencyKey']) });
}

/** Returns the URL that follows a confirmed registration; only the visit that confirmed it is sent to its card's issuer. */
export async function continueRegistration(
  { refid, state }: ResponseOf<typeof autoDebitVerifyOtp>,
  isFramed: boolean,
): Promise<FormSuccess> {
  if (state !== 'card-check') return { next: autoDebitPath(refid) };
  return {
    next: cardVerificationPath(refid),
    cookies: [await makeVisitPaymentCookie(refid, { verifiesCard: true }, isFramed)],
  };
}
