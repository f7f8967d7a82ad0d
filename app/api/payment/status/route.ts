import type { z } from 'zod';
import { paymentResult, type paidAccountSchema, type postingSchema } from '@/lib/contract/payment';
import { readPaymentReference } from '@/lib/domain/payment/references';
import { jsonResponse } from '@/lib/server/forms/responses';
import { callBackend } from '@/lib/server/backend/backend-client';
import { rateLimitRead } from '@/lib/server/security/rate-limited-read';
import { readVisitId } from '@/lib/server/session/visit-id';
import { requestIdHeader } from '@/lib/server/visit/visit-headers';

function toProgress({ status, receiptNumber }: z.output<typeof postingSchema>) {
  return { status, receiptNumber };
}

/** Returns what the result screen shows of one of several accounts; null while nothing is posted. */
function toAccountProgress({ isRefunded, posting }: z.output<typeof paidAccountSchema>) {
  if (isRefunded) return { status: 'refunded', receiptNumber: null };
  return posting && toProgress(posting);
}

/**
 * Lets the result screen poll for changes of a payment or its posting, and the payment page find an attempt of its visit. The response has the status and
 * no data about the payer.
 */
export const GET = rateLimitRead(async (request) => {
  const reference = readPaymentReference(Object.fromEntries(new URL(request.url).searchParams));
  if (reference?.refid === undefined) return jsonResponse({ status: 'session-expired' }, { status: 404 });
  const requestId = request.headers.get(requestIdHeader);
  const { refid } = reference;
  const response = await callBackend(paymentResult, { refid, visitId: await readVisitId() }, { requestId });
  if (response.ok) {
    const { status, posting, accounts, transactionId, transactionDateTime } = response.value;
    const progress = accounts.map(toAccountProgress);
    return jsonResponse({
      status,
      ...(transactionId !== null && { attemptedAt: transactionDateTime }),
      ...(posting !== null && { posting: toProgress(posting) }),
      ...(progress.some((account) => account !== null) && { accounts: progress }),
    });
  }
  const isUnknown = response.error.kind === 'problem' && response.error.code === 'unknown-payment';
  return jsonResponse({ status: isUnknown ? 'session-expired' : 'error' }, { status: isUnknown ? 404 : 502 });
});
