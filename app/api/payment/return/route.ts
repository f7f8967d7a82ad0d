import { getLocale } from 'next-intl/server';
import { paymentReturn } from '@/lib/contract/payment';
import { isResultRoute, type ResultRoute } from '@/lib/domain/payment/outcomes';
import { readPaymentReference } from '@/lib/domain/payment/references';
import { isKioskPaymentId, kioskReferencePrefix } from '@/lib/domain/visit/kiosk-visit';
import { autoDebitPath, resultPath, routes } from '@/lib/routes';
import { plainPageResponse, seeOtherResponse } from '@/lib/server/forms/responses';
import { callBackend } from '@/lib/server/backend/backend-client';
import { readFormFields, postErrorStatuses, type FormFields } from '@/lib/server/forms/form-request';
import { makeIdempotencyKey } from '@/lib/server/backend/idempotency';
import { readClientAddress } from '@/lib/server/security/rate-limited-read';
import { consumeRateLimits } from '@/lib/server/security/rate-limits';
import { loadPayment } from '@/lib/server/payment/load-payment';
import { nonceHeader, pathHeader, requestIdHeader } from '@/lib/server/visit/visit-headers';
import { loadTranslator } from '@/lib/server/visit/translator';

/**
 * Handles the return of a payer's browser from a gateway, on any result route, and redirects to the result (303). The backend verifies the
 * signature of the fields (backend/payments/returns.ts), so no cookie, origin or session is needed (security, rows 4 and 23). Unsigned fields
 * change nothing (row 42).
 */
async function handleReturn(request: Request, route: ResultRoute, fields: FormFields): Promise<Response> {
  const response = await callBackend(
    paymentReturn,
    { route, fields },
    { idempotencyKey: makeIdempotencyKey(), requestId: request.headers.get(requestIdHeader) },
  );
  if (response.ok) {
    const { purpose, refid, resultRoute } = response.value;
    return seeOtherResponse(purpose === 'card-verification' ? autoDebitPath(refid) : resultPath(resultRoute, refid));
  }
  if (response.error.kind === 'problem' && response.error.status < 500) {
    return seeOtherResponse(await findResultPath(route, fields));
  }
  return unknownOutcomeResponse(request, 502);
}

/**
 * Returns the result URL for fields without a known attempt: of the payment that they name, if any. A kiosk's `paymentId` that names none
 * leads to a reference that names none and keeps the visit a kiosk's: a GET with a `paymentId` would be handled as a return again.
 */
async function findResultPath(route: ResultRoute, fields: FormFields): Promise<string> {
  const { refid, paymentId } = fields;
  const unknown = isKioskPaymentId(paymentId ?? '') ? resultPath(route, kioskReferencePrefix) : route;
  const reference = readPaymentReference({ refid, paymentId });
  if (reference === null) return unknown;
  if (reference.refid !== undefined) return resultPath(route, reference.refid);
  const loaded = await loadPayment(reference);
  return loaded.ok ? resultPath(route, loaded.value.refid) : unknown;
}

/** Responds that the outcome is not known yet. The callback or an enquiry will resolve it. `retryAfter` in seconds. */
async function unknownOutcomeResponse(request: Request, status: number, retryAfter?: number): Promise<Response> {
  const [t, locale] = await Promise.all([loadTranslator(), getLocale()]);
  return plainPageResponse({
    status,
    locale,
    title: t({ key: 'result.error.unknownText' }),
    text: t({ key: 'result.error.unknownNext' }),
    link: { path: routes.home, label: t({ key: 'layout.goHome' }) },
    nonce: request.headers.get(nonceHeader) ?? undefined,
    retryAfter,
  });
}

function readRoute(request: Request): ResultRoute | null {
  const path = request.headers.get(pathHeader) ?? '';
  return isResultRoute(path) ? path : null;
}

type ReturnHandler = (request: Request, route: ResultRoute) => Promise<Response>;

/** Limits returns by client address before the fields are read: each causes a backend call, and perhaps an enquiry at a gateway. */
function rateLimitReturns(handle: ReturnHandler): (request: Request) => Promise<Response> {
  return async (request) => {
    const route = readRoute(request);
    if (route === null) return new Response(null, { status: 404 });
    const counted = await consumeRateLimits([{ limit: 'returnsByAddress', key: readClientAddress(request.headers) }]);
    return counted.ok ? handle(request, route) : unknownOutcomeResponse(request, 429, counted.error.retryAfter);
  };
}

export const POST = rateLimitReturns(async (request, route) => {
  const fields = await readFormFields(request);
  return fields.ok
    ? handleReturn(request, route, fields.value)
    : unknownOutcomeResponse(request, postErrorStatuses[fields.error]);
});

export const GET = rateLimitReturns(async (request, route) =>
  handleReturn(request, route, Object.fromEntries(new URL(request.url).searchParams)),
);
