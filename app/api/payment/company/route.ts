import { paymentCompany } from '@/lib/contract/payment';
import { companyFormSchema } from '@/lib/domain/forms/company-form';
import { retainedFields } from '@/lib/domain/forms/retained-fields';
import { defaultResultRoute } from '@/lib/domain/payment/outcomes';
import type { Refid } from '@/lib/domain/payment/references';
import { failure, success } from '@/lib/domain/result';
import { namePayingCompanyPath, resultPath } from '@/lib/routes';
import { callWithInFlightRetry } from '@/lib/server/backend/call-with-in-flight-retry';
import { loadPaymentResult } from '@/lib/server/backend/loaders';
import { backendFailed, makeFormHandler } from '@/lib/server/forms/form-pipeline';
import { parseForm } from '@/lib/server/forms/parse-form';
import { parsePaymentFields } from '@/lib/server/payment/payment-fields';
import { readVisitId } from '@/lib/server/session/visit-id';

/** Whether no company is named, so that there is none to take off. */
async function isUnnamed(refid: Refid): Promise<boolean> {
  const result = await loadPaymentResult(defaultResultRoute, refid);
  return result.ok && result.value.receiptCompany?.companyName === null;
}

/** Names the company that pays before its receipt is sent, or takes the name off. What cannot be named any more is shown by the result. */
export const POST = makeFormHandler({
  name: 'company',
  page: (fields) => namePayingCompanyPath(fields['refid'] ?? ''),
  retainedFields: retainedFields.company,
  parse: async (fields) => {
    const payment = parsePaymentFields(fields);
    if (!payment.ok) return payment;
    const { refid, idempotencyKey } = payment.value;
    const form = parseForm(companyFormSchema, fields);
    if (!form.ok) return form;
    const { companyName = null } = form.value;
    if (companyName === null && (await isUnnamed(refid))) {
      return failure({ issues: [{ field: 'companyName', key: 'validation.companyNameRequired' }] });
    }
    const visitId = await readVisitId();
    if (visitId === undefined) return failure({ next: resultPath(defaultResultRoute, refid) });
    return success({ refid, visitId, companyName, idempotencyKey });
  },
  requireVisited: ({ refid }) => refid,
  addressLimit: 'receiptsByAddress',
  send: async ({ idempotencyKey, ...request }, { requestId }) => {
    const response = await callWithInFlightRetry(paymentCompany, request, { idempotencyKey, requestId });
    const isRefused = !response.ok && response.error.kind === 'problem' && response.error.status < 500;
    if (response.ok) return success({ next: resultPath(defaultResultRoute, request.refid, 'company-saved') });
    return isRefused
      ? success({ next: resultPath(defaultResultRoute, request.refid, 'company') })
      : failure(backendFailed());
  },
});
