import { continuationCreate } from '@/lib/contract/continuation';
import { success, failure } from '@/lib/domain/result';
import { continueOnPhonePath, paymentPath } from '@/lib/routes';
import { callWithInFlightRetry } from '@/lib/server/backend/call-with-in-flight-retry';
import { backendFailed, makeFormHandler } from '@/lib/server/forms/form-pipeline';
import { loadResultUrl } from '@/lib/server/payment/next-step-url';
import { parsePaymentFields } from '@/lib/server/payment/payment-fields';
import { makeContinuationCookie } from '@/lib/server/session/continuation-cookie';

/** Makes the link that continues a payment on the payer's phone, and shows it as a QR code. A payment that has ended shows its result. */
export const POST = makeFormHandler({
  name: 'payment',
  page: (fields) => paymentPath(fields['refid'] ?? ''),
  retainedFields: [],
  parse: async (fields) => parsePaymentFields(fields),
  requireVisited: ({ refid }) => refid,
  addressLimit: 'cancellationsByAddress',
  send: async ({ refid, idempotencyKey }, { requestId, isFramed }) => {
    const response = await callWithInFlightRetry(continuationCreate, { refid }, { idempotencyKey, requestId });
    if (response.ok) {
      const cookies = [await makeContinuationCookie({ refid, token: response.value.token }, isFramed)];
      return success({ next: continueOnPhonePath(refid), cookies });
    }
    const next = await loadResultUrl(refid);
    return next === null ? failure(backendFailed()) : success({ next });
  },
});
