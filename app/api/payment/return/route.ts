import { getLocale } from 'next-intl/server';
import { paymentReturn } from '@/lib/contract/payment';
import { isResultRoute, type ResultRoute } from '@/lib/domain/payment/outcomes';
import { readPaymentReference } from '@/lib/domain/payment/references';
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
 * Takes in what a bank's page sends back through the payer's browser, to any of the result routes, and shows the result by a GET.
 * The backend verifies the fields by their signature: no cookie, origin or session is needed (security, rows 4 and 23). What is not signed
 * changes nothing: the result decides what to ask, by the visit that opens it (row 42).
 */
async function takeReturn(request: Request, route: ResultRoute, fields: FormFields): Promise<Response> {
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
    return seeOtherResponse(await findNamedResult(route, fields));
  }
  return explain(request, 502);
}

/** No return of ours. Our own address with something added to it is shown by its reference, anything else as no payment. */
async function findNamedResult(route: ResultRoute, fields: FormFields): Promise<string> {
  const reference = readPaymentReference({ refid: fields['refid'], paymentId: fields['paymentId'] });
  if (reference === null) return route;
  if (reference.refid !== undefined) return resultPath(route, reference.refid);
  const loaded = await loadPayment(reference);
  return loaded.ok ? resultPath(route, loaded.value.refid) : route;
}

/** The return is not lost: the bank is asked, and calls us itself. `retryAfter` in seconds. */
async function explain(request: Request, status: number, retryAfter?: number): Promise<Response> {
  const [say, locale] = await Promise.all([loadTranslator(), getLocale()]);
  return plainPageResponse({
    status,
    locale,
    title: say({ key: 'result.error.unknownText' }),
    text: say({ key: 'result.error.unknownNext' }),
    link: { path: routes.home, label: say({ key: 'layout.goHome' }) },
    nonce: request.headers.get(nonceHeader) ?? undefined,
    retryAfter,
  });
}

function readRoute(request: Request): ResultRoute | null {
  const path = request.headers.get(pathHeader) ?? '';
  return isResultRoute(path) ? path : null;
}

type TakeReturn = (request: Request, route: ResultRoute) => Promise<Response>;

/** Counts returns by the browser's address before anything is read: each is a call to the backend, and may be an enquiry at a gateway. */
function rateLimitReturns(take: TakeReturn): (request: Request) => Promise<Response> {
  return async (request) => {
    const route = readRoute(request);
    if (route === null) return new Response(null, { status: 404 });
    const counted = await consumeRateLimits([{ limit: 'returnsByAddress', key: readClientAddress(request.headers) }]);
    return counted.ok ? take(request, route) : explain(request, 429, counted.error.retryAfter);
  };
}

export const POST = rateLimitReturns(async (request, route) => {
  const fields = await readFormFields(request);
  return fields.ok ? takeReturn(request, route, fields.value) : explain(request, postErrorStatuses[fields.error]);
});

export const GET = rateLimitReturns(async (request, route) =>
  takeReturn(request, route, Object.fromEntries(new URL(request.url).searchParams)),
);
