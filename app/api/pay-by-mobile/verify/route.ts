import { dcbVerifyTac } from '@/lib/contract/pay-by-mobile';
import { toHostPrefix } from '@/lib/domain/visit/client-network';
import { tacFormSchema } from '@/lib/domain/forms/tac-form';
import { failure, success } from '@/lib/domain/result';
import { paymentPath, resultPath } from '@/lib/routes';
import { callWithInFlightRetry } from '@/lib/server/backend/call-with-in-flight-retry';
import { makeFormHandler, tooManyRequests } from '@/lib/server/forms/form-pipeline';
import { parseForm } from '@/lib/server/forms/parse-form';
import { clearSentTacCookie } from '@/lib/server/session/sent-tac';
import {
  getPayByMobileUrl,
  parsePayByMobileFields,
  redirectToCurrentStep,
} from '../../../../lib/server/payment/pay-by-mobile';

/** Checks the TAC, charges the phone bill and goes on to the result. A wrong code is not kept. */
export const POST = makeFormHandler({
  name: 'pay-by-mobile',
  page: getPayByMobileUrl,
  kept: [],
  parse: async (fields) => {
    const act = parsePayByMobileFields(fields);
    if (!act.ok) return act;
    const form = parseForm(tacFormSchema, fields);
    return form.ok ? success({ ...act.value, ...form.value }) : form;
  },
  rateLimits: (_verified, { clientAddress }) => [{ limit: 'codesByAddress', key: toHostPrefix(clientAddress) }],
  send: async ({ refid, tac, idempotencyKey }, { requestId, isFramed }) => {
    const answer = await callWithInFlightRetry(dcbVerifyTac, { refid, tac }, { idempotencyKey, requestId });
    if (answer.ok) {
      return success({ next: resultPath(answer.value.resultRoute, refid), cookies: [clearSentTacCookie(isFramed)] });
    }
    const { error } = answer;
    if (error.kind === 'fault') return redirectToCurrentStep(refid);
    switch (error.code) {
      case 'wrong-code':
        return failure({ issues: [{ field: 'tac', key: 'validation.tac' }] });
      case 'code-expired':
        return failure({ issues: [{ field: 'tac', key: 'errors.codeExpired' }] });
      case 'attempts-exceeded':
        return failure({ issues: [{ field: null, key: 'errors.tooManyAttempts' }] });
      case 'rate-limited':
        return failure(tooManyRequests(error.retryAfter ?? 60));
      case 'unknown-payment':
        return success({ next: paymentPath(refid) });
      default:
        return redirectToCurrentStep(refid);
    }
  },
});
