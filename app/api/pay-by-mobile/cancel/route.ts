import { dcbCancel } from '@/lib/contract/pay-by-mobile';
import { hostOf } from '@/lib/domain/visit/client-network';
import { success } from '@/lib/domain/result';
import { paymentPath, resultPath } from '@/lib/routes';
import { callWithInFlightRetry } from '@/lib/server/backend/call-with-in-flight-retry';
import { handleForm } from '@/lib/server/forms/form-pipeline';
import { dropSentTacCookie } from '@/lib/server/session/sent-tac';
import { pageOfMobile, readMobileAct, showMobilePayment } from '../../../../lib/server/payment/pay-by-mobile';

/** Gives up paying by mobile; the order stays open for another method. What the carrier has begun is shown where it stands. */
export const POST = handleForm({
  name: 'pay-by-mobile',
  page: pageOfMobile,
  kept: [],
  parse: async (fields) => readMobileAct(fields),
  ofPayment: ({ refid }) => refid,
  limitedUses: (_cancelled, { clientAddress }) => [{ limit: 'paymentsByAddress', of: hostOf(clientAddress) }],
  send: async ({ refid, idempotencyKey }, { requestId, isFramed }) => {
    const answer = await callWithInFlightRetry(dcbCancel, { refid }, { idempotencyKey, requestId });
    if (answer.ok) {
      return success({ next: resultPath('/cancelDCBPayment', refid), cookies: [dropSentTacCookie(isFramed)] });
    }
    if (answer.error.kind === 'problem' && answer.error.code === 'unknown-payment') {
      return success({ next: paymentPath(refid) });
    }
    return showMobilePayment(refid);
  },
});
