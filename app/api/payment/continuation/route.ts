import { parseRefid } from '@/lib/domain/payment/references';
import { jsonResponse } from '@/lib/server/forms/responses';
import { loadContinuedPayment } from '@/lib/server/payment/continuation';
import { rateLimitRead } from '@/lib/server/security/rate-limited-read';
import { readContinuationToken } from '@/lib/server/session/continuation-cookie';
import { requestIdHeader } from '@/lib/server/visit/visit-headers';

/** Lets the page with a QR code poll whether the code was used, and how far the payment is: for the visit that has made the code. */
export const GET = rateLimitRead(async (request) => {
  const refid = parseRefid(new URL(request.url).searchParams.get('refid') ?? undefined);
  const token = refid === undefined ? null : await readContinuationToken(refid);
  if (refid === undefined || token === null) return jsonResponse({}, { status: 404 });
  const loaded = await loadContinuedPayment(refid, token, request.headers.get(requestIdHeader));
  return loaded.ok ? jsonResponse({ status: loaded.value.state }) : jsonResponse({}, { status: 502 });
});
