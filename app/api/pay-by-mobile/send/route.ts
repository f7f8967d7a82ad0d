import { getLocale } from 'next-intl/server';
import { dcbSendTac } from '@/lib/contract/pay-by-mobile';
import { mobileFormSchema } from '@/lib/domain/forms/mobile-form';
import { failure, success } from '@/lib/domain/result';
import { payByMobilePath, paymentPath } from '@/lib/routes';
import { callWithInFlightRetry } from '@/lib/server/backend/call-with-in-flight-retry';
import { makeFormHandler, refuseRateLimited, tooManyRequests } from '@/lib/server/forms/form-pipeline';
import { retainedFields } from '@/lib/domain/forms/retained-fields';
import { parseForm } from '@/lib/server/forms/parse-form';
import { sendWithinTextMessageLimits } from '@/lib/server/security/text-message-limits';
import { makeSentTacCookie } from '@/lib/server/session/sent-tac';
import { parsePaymentFields } from '@/lib/server/payment/payment-fields';
import { getPayByMobileUrl, redirectToCurrentStep, refuseNumber } from '../../../../lib/server/payment/pay-by-mobile';

/** Sends a TAC to the number to charge, for the first time or again. The carrier checks that the number is its own. */
export const POST = makeFormHandler({
  name: 'pay-by-mobile',
  page: getPayByMobileUrl,
  retainedFields: retainedFields['pay-by-mobile'],
  parse: async (fields) => {
    const common = parsePaymentFields(fields);
    if (!common.ok) return common;
    const form = parseForm(mobileFormSchema, fields);
    return form.ok ? success({ ...common.value, ...form.value }) : form;
  },
  requireVisited: ({ refid }) => refid,
  addressLimit: 'codesByAddress',
  send: async ({ refid, mobileNumber, idempotencyKey }, { requestId, clientAddress, isFramed }, proof) => {
    const request = { refid, mobileNumber, language: await getLocale() };
    const response = await sendWithinTextMessageLimits(
      { refid, idempotencyKey, clientAddress, recipient: mobileNumber, proof },
      () => callWithInFlightRetry(dcbSendTac, request, { idempotencyKey, requestId }),
    );
    if (response.ok) {
      const { resendAfter, expiresAt, resendsLeft } = response.value;
      const cookie = await makeSentTacCookie({ refid, mobileNumber, resendAfter, expiresAt, resendsLeft }, isFramed);
      return success({ next: payByMobilePath(refid), cookies: [cookie] });
    }
    const { error } = response;
    if (error.kind === 'text-limit') return failure(refuseRateLimited(error.exceeded, proof.purpose));
    if (error.kind === 'number-limit') return failure({ issues: [{ field: null, key: 'errors.tooManySends' }] });
    if (error.kind === 'fault') return redirectToCurrentStep(refid);
    switch (error.code) {
      case 'number-refused':
        return failure(await refuseNumber(refid));
      case 'resend-too-early':
        return failure({ issues: [{ field: null, key: 'errors.resendTooEarly' }] });
      case 'too-many-sends':
        return failure({ issues: [{ field: null, key: 'errors.tooManySends' }] });
      case 'rate-limited':
        return failure(tooManyRequests(error.retryAfter ?? 60));
      case 'unknown-payment':
        return success({ next: paymentPath(refid) });
      default:
        return redirectToCurrentStep(refid);
    }
  },
});
