import { paymentExtend } from '@/lib/contract/payment';
import { maximumExtensions } from '@/lib/domain/payment/time-extension';
import { failure, success } from '@/lib/domain/result';
import { paymentPath } from '@/lib/routes';
import { callWithInFlightRetry } from '@/lib/server/backend/call-with-in-flight-retry';
import { backendFailed, makeFormHandler } from '@/lib/server/forms/form-pipeline';
import { parsePaymentFields } from '@/lib/server/payment/payment-fields';
import { handleAttemptInProgress, loadResultUrl } from '@/lib/server/payment/next-step-url';

/** Gives the payer more time to pay. If the payment has ended, its result is shown instead. */
export const POST = makeFormHandler({
  name: 'payment',
  page: (fields) => paymentPath(fields['refid'] ?? ''),
  retainedFields: [],
  parse: async (fields) => {
    const parsed = parsePaymentFields(fields);
    const extensionsLeft = Number(fields['extensionsLeft']);
    if (!parsed.ok) return parsed;
    const isKnown = Number.isInteger(extensionsLeft) && extensionsLeft >= 1 && extensionsLeft <= maximumExtensions;
    return isKnown ? success({ ...parsed.value, extensionsLeft }) : failure({ next: paymentPath(parsed.value.refid) });
  },
  requireVisited: ({ refid }) => refid,
  addressLimit: 'cancellationsByAddress',
  send: async ({ refid, extensionsLeft, idempotencyKey }, { requestId }) => {
    const request = { refid, extensionsLeft };
    const response = await callWithInFlightRetry(paymentExtend, request, { idempotencyKey, requestId });
    if (response.ok) return success({ next: paymentPath(refid) });
    if (response.error.kind === 'problem' && response.error.code === 'attempt-under-way') {
      return handleAttemptInProgress(refid);
    }
    const next = await loadResultUrl(refid);
    return next === null ? failure(backendFailed()) : success({ next });
  },
});
