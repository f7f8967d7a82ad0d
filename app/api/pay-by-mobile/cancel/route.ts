import { dcbCancel } from '@/lib/contract/pay-by-mobile';
import { success } from '@/lib/domain/result';
import { paymentPath, resultPath } from '@/lib/routes';
import { callWithInFlightRetry } from '@/lib/server/backend/call-with-in-flight-retry';
import { makeFormHandler } from '@/lib/server/forms/form-pipeline';
import { clearSentTacCookie } from '@/lib/server/session/sent-tac';
import { parsePaymentFields } from '@/lib/server/payment/payment-fields';
import { getPayByMobileUrl, redirectToCurrentStep } from '../../../../lib/server/payment/pay-by-mobile';

/**
 * Cancels paying by mobile; the order stays open for another method. An attempt that the carrier is processing is shown at its current
 * step.
 */
export const POST = makeFormHandler({
  name: 'pay-by-mobile',
  page: getPayByMobileUrl,
  retainedFields: [],
  parse: async (fields) => parsePaymentFields(fields),
  requireVisited: ({ refid }) => refid,
  addressLimit: 'cancellationsByAddress',
  send: async ({ refid, idempotencyKey }, { requestId, isFramed }) => {
    const response = await callWithInFlightRetry(dcbCancel, { refid }, { idempotencyKey, requestId });
    if (response.ok) {
      return success({ next: resultPath('/cancelDCBPayment', refid), cookies: [clearSentTacCookie(isFramed)] });
    }
    if (response.error.kind === 'problem' && response.error.code === 'unknown-payment') {
      return success({ next: paymentPath(refid) });
    }
    return redirectToCurrentStep(refid);
  },
});
