import { paymentCancel } from '@/lib/contract/payment';
import { failure, success } from '@/lib/domain/result';
import { paymentPath, resultPath } from '@/lib/routes';
import { callWithInFlightRetry } from '@/lib/server/backend/call-with-in-flight-retry';
import { backendFailed, makeFormHandler } from '@/lib/server/forms/form-pipeline';
import { parsePaymentFields } from '@/lib/server/payment/payment-fields';
import { loadResultUrl, handleAttemptInProgress } from '@/lib/server/payment/next-step-url';

/** Cancels a payment. If it may hold money, or has ended, its state is shown instead; the payer is never sent to a bank. */
export const POST = makeFormHandler({
  name: 'payment',
  page: (fields) => paymentPath(fields['refid'] ?? ''),
  retainedFields: [],
  parse: async (fields) => parsePaymentFields(fields),
  requireVisited: ({ refid }) => refid,
  addressLimit: 'cancellationsByAddress',
  send: async ({ refid, idempotencyKey }, { requestId }) => {
    const response = await callWithInFlightRetry(paymentCancel, { refid }, { idempotencyKey, requestId });
    if (response.ok) return success({ next: resultPath('/cancelPayment', refid) });
    const code = response.error.kind === 'problem' ? response.error.code : null;
    if (code === 'unknown-payment') return success({ next: paymentPath(refid) });
    if (code === 'attempt-under-way' || code === 'request-in-flight') return handleAttemptInProgress(refid);
    const next = await loadResultUrl(refid);
    return next === null ? failure(backendFailed()) : success({ next });
  },
});
