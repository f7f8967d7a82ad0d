import { paymentCancel } from '@/lib/contract/payment';
import { toHostPrefix } from '@/lib/domain/visit/client-network';
import { readPaymentReference } from '@/lib/domain/payment/references';
import { failure, success } from '@/lib/domain/result';
import { paymentPath, resultPath, routes } from '@/lib/routes';
import { callWithInFlightRetry } from '@/lib/server/backend/call-with-in-flight-retry';
import { backendFailed, makeFormHandler } from '@/lib/server/forms/form-pipeline';
import { readIdempotencyKey } from '@/lib/server/backend/idempotency';
import { loadResultUrl, handleAttemptInProgress } from '../../../../lib/server/payment/next-step-url';

/** Gives up a payment. One that may be moving money, or that has ended, is shown so instead; nobody is sent on to a bank. */
export const POST = makeFormHandler({
  name: 'payment',
  page: (fields) => paymentPath(fields['refid'] ?? ''),
  kept: [],
  parse: async (fields) => {
    const refid = readPaymentReference({ refid: fields['refid'] })?.refid;
    if (refid === undefined) return failure({ next: routes.payment });
    return success({ refid, idempotencyKey: readIdempotencyKey(fields['idempotencyKey']) });
  },
  requireVisited: ({ refid }) => refid,
  rateLimits: (_cancelled, { clientAddress }) => [{ limit: 'paymentsByAddress', key: toHostPrefix(clientAddress) }],
  send: async ({ refid, idempotencyKey }, { requestId }) => {
    const answer = await callWithInFlightRetry(paymentCancel, { refid }, { idempotencyKey, requestId });
    if (answer.ok) return success({ next: resultPath('/cancelPayment', refid) });
    const code = answer.error.kind === 'problem' ? answer.error.code : null;
    if (code === 'unknown-payment') return success({ next: paymentPath(refid) });
    if (code === 'attempt-under-way' || code === 'request-in-flight') return handleAttemptInProgress(refid);
    const next = await loadResultUrl(refid);
    return next === null ? failure(backendFailed()) : success({ next });
  },
});
