import { continuationUse } from '@/lib/contract/continuation';
import { failure, success } from '@/lib/domain/result';
import { continuationPath, paymentPath, routes } from '@/lib/routes';
import { callWithInFlightRetry } from '@/lib/server/backend/call-with-in-flight-retry';
import { readIdempotencyKey } from '@/lib/server/backend/idempotency';
import { backendFailed, makeFormHandler } from '@/lib/server/forms/form-pipeline';
import { parseLinkToken } from '@/lib/server/session/link-token';

/**
 * Opens a payment on the payer's phone by its link, once. Whoever can open the payment's page may pay it, so its address is told to this visit only.
 * A link that is used, over or unknown leads back to its page, which says so. Security, row 63.
 */
export const POST = makeFormHandler({
  name: 'continuation',
  page: (fields) => continuationPath(parseLinkToken(fields['token']) ?? ''),
  retainedFields: [],
  parse: async (fields) => {
    const token = parseLinkToken(fields['token']);
    if (token === undefined) return failure({ next: routes.continuation });
    return success({ token, idempotencyKey: readIdempotencyKey(fields['idempotencyKey']) });
  },
  addressLimit: 'cancellationsByAddress',
  send: async ({ token, idempotencyKey }, { requestId }) => {
    const response = await callWithInFlightRetry(continuationUse, { token }, { idempotencyKey, requestId });
    if (response.ok) return success({ next: paymentPath(response.value.refid) });
    const { error } = response;
    if (error.kind === 'fault' || error.status >= 500) return failure(backendFailed());
    return success({ next: continuationPath(token) });
  },
});
