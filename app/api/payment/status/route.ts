import { paymentResult } from '@/lib/contract/payment';
import { readPaymentReference } from '@/lib/domain/payment/references';
import { jsonResponse } from '@/lib/server/forms/responses';
import { callBackend } from '@/lib/server/backend/backend-client';
import { rateLimitRead } from '@/lib/server/security/rate-limited-read';
import { readVisitId } from '@/lib/server/session/visit-id';
import { requestIdHeader } from '@/lib/server/visit/visit-headers';

/** Lets the result screen poll for changes of a payment or its posting. The response has the status and no data about the payer. */
export const GET = rateLimitRead(async (request) => {
  const reference = readPaymentReference(Object.fromEntries(new URL(request.url).searchParams));
  if (reference?.refid === undefined) return jsonResponse({ status: 'session-expired' }, { status: 404 });
  const requestId = request.headers.get(requestIdHeader);
  const { refid } = reference;
  const response = await callBackend(paymentResult, { refid, visitId: await readVisitId() }, { requestId });
  if (response.ok) {
    const { status, posting } = response.value;
    if (posting === null) return jsonResponse({ status });
    return jsonResponse({ status, posting: { status: posting.status, receiptNumber: posting.receiptNumber } });
  }
  const isUnknown = response.error.kind === 'problem' && response.error.code === 'unknown-payment';
  return jsonResponse({ status: isUnknown ? 'session-expired' : 'error' }, { status: isUnknown ? 404 : 502 });
});
