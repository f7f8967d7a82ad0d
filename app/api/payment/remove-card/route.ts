import { cardDelete } from '@/lib/contract/payment';
import { toHostPrefix } from '@/lib/domain/visit/client-network';
import { readPaymentReference } from '@/lib/domain/payment/references';
import { failure, success } from '@/lib/domain/result';
import { paymentPath, routes } from '@/lib/routes';
import { callWithInFlightRetry } from '@/lib/server/backend/call-with-in-flight-retry';
import { readDeviceToken } from '@/lib/server/session/device-token';
import { backendFailed, makeFormHandler, tooManyRequests } from '@/lib/server/forms/form-pipeline';
import { readIdempotencyKey } from '@/lib/server/backend/idempotency';

/** Removes a saved card and shows the others. A card that is gone already is no error: that is what was asked for. */
export const POST = makeFormHandler({
  name: 'payment',
  page: (fields) => paymentPath(fields['refid'] ?? ''),
  kept: [],
  parse: async (fields) => {
    const refid = readPaymentReference({ refid: fields['refid'] })?.refid;
    if (refid === undefined) return failure({ next: routes.payment });
    const uniqueCardId = fields['uniqueCardId'] ?? '';
    if (!/^[\w-]{1,40}$/.test(uniqueCardId)) return failure({ next: paymentPath(refid) });
    return success({ refid, uniqueCardId, idempotencyKey: readIdempotencyKey(fields['idempotencyKey']) });
  },
  requireVisited: ({ refid }) => refid,
  rateLimits: (_removed, { clientAddress }) => [{ limit: 'paymentsByAddress', key: toHostPrefix(clientAddress) }],
  send: async ({ refid, uniqueCardId, idempotencyKey }, { requestId }) => {
    const deviceToken = await readDeviceToken();
    const answer = await callWithInFlightRetry(
      cardDelete,
      { refid, uniqueCardId, deviceToken },
      { idempotencyKey, requestId },
    );
    const next = paymentPath(refid);
    if (answer.ok) return success({ next });
    const { error } = answer;
    if (error.kind === 'problem' && (error.code === 'unknown-card' || error.code === 'unknown-payment')) {
      return success({ next });
    }
    if (error.kind === 'problem' && error.code === 'rate-limited') {
      return failure(tooManyRequests(error.retryAfter ?? 60));
    }
    return failure(backendFailed('errors.removeCardFailed'));
  },
});
