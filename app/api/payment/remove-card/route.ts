import { cardDelete } from '@/lib/contract/payment';
import { isSavedCardId } from '@/lib/domain/card/saved-cards';
import { failure, success } from '@/lib/domain/result';
import { cardRemovedPath, paymentPath } from '@/lib/routes';
import { callWithInFlightRetry } from '@/lib/server/backend/call-with-in-flight-retry';
import { readDeviceToken } from '@/lib/server/session/device-token';
import { backendFailed, makeFormHandler, tooManyRequests } from '@/lib/server/forms/form-pipeline';
import { parsePaymentFields } from '@/lib/server/payment/payment-fields';

/** Removes a saved card and shows the others. A card that has already been removed is not an error (idempotent). */
export const POST = makeFormHandler({
  name: 'payment',
  page: (fields) => paymentPath(fields['refid'] ?? ''),
  retainedFields: [],
  parse: async (fields) => {
    const common = parsePaymentFields(fields);
    if (!common.ok) return common;
    const uniqueCardId = fields['uniqueCardId'] ?? '';
    if (!isSavedCardId(uniqueCardId)) return failure({ next: paymentPath(common.value.refid) });
    return success({ ...common.value, uniqueCardId });
  },
  requireVisited: ({ refid }) => refid,
  addressLimit: 'cancellationsByAddress',
  send: async ({ refid, uniqueCardId, idempotencyKey }, { requestId }) => {
    const deviceToken = await readDeviceToken();
    const response = await callWithInFlightRetry(
      cardDelete,
      { refid, uniqueCardId, deviceToken },
      { idempotencyKey, requestId },
    );
    const next = cardRemovedPath(refid);
    if (response.ok) return success({ next });
    const { error } = response;
    if (error.kind === 'problem' && (error.code === 'unknown-card' || error.code === 'unknown-payment')) {
      return success({ next });
    }
    if (error.kind === 'problem' && error.code === 'rate-limited') {
      return failure(tooManyRequests(error.retryAfter ?? 60));
    }
    return failure(backendFailed('errors.removeCardFailed'));
  },
});
