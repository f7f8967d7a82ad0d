import { dcbVerifyTac } from '@/lib/contract/pay-by-mobile';
import { tacFormSchema } from '@/lib/domain/forms/tac-form';
import { failure, success } from '@/lib/domain/result';
import { payByMobilePath, paymentPath, resultPath } from '@/lib/routes';
import { callWithInFlightRetry } from '@/lib/server/backend/call-with-in-flight-retry';
import { makeFormHandler, tooManyRequests } from '@/lib/server/forms/form-pipeline';
import { parseForm } from '@/lib/server/forms/parse-form';
import { clearSentTacCookie, makeLockedTacCookie } from '@/lib/server/session/sent-tac';
import { parsePaymentFields } from '@/lib/server/payment/payment-fields';
import { getPayByMobileUrl, redirectToCurrentStep } from '../../../../lib/server/payment/pay-by-mobile';

/** Checks the TAC, charges the phone bill and redirects to the result. A wrong code is not filled in again. */
export const POST = makeFormHandler({
  name: 'pay-by-mobile',
  page: getPayByMobileUrl,
  retainedFields: [],
  parse: async (fields) => {
    const common = parsePaymentFields(fields);
    if (!common.ok) return common;
    const form = parseForm(tacFormSchema, fields);
    return form.ok ? success({ ...common.value, ...form.value }) : form;
  },
  addressLimit: 'codesByAddress',
  requireVisited: ({ refid }) => refid,
  send: async ({ refid, tac, idempotencyKey }, { requestId, isFramed }) => {
    const response = await callWithInFlightRetry(dcbVerifyTac, { refid, tac }, { idempotencyKey, requestId });
    if (response.ok) {
      return success({ next: resultPath(response.value.resultRoute, refid), cookies: [clearSentTacCookie(isFramed)] });
    }
    const { error } = response;
    if (error.kind === 'fault') return redirectToCurrentStep(refid);
    switch (error.code) {
      case 'wrong-code': {
        const { triesLeft } = error.parameters;
        return failure({
          issues: [
            triesLeft === undefined
              ? { field: 'tac', key: 'validation.tac' }
              : { field: 'tac', key: 'errors.tacTriesLeft', parameters: { triesLeft } },
          ],
        });
      }
      case 'code-expired':
        return failure({ issues: [{ field: 'tac', key: 'errors.codeExpired' }] });
      // The page says so in place of its forms, after a reload too.
      case 'attempts-exceeded':
        return success({ next: payByMobilePath(refid), cookies: [await makeLockedTacCookie(refid, isFramed)] });
      case 'rate-limited':
        return failure(tooManyRequests(error.retryAfter ?? 60));
      case 'unknown-payment':
        return success({ next: paymentPath(refid) });
      default:
        return redirectToCurrentStep(refid);
    }
  },
});
