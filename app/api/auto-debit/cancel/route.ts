import { autoDebitCancel } from '@/lib/contract/auto-debit';
import { failure, success } from '@/lib/domain/result';
import { cancelAutoDebitPath, routes } from '@/lib/routes';
import { parseLinkToken } from '@/lib/server/session/link-token';
import { callWithInFlightRetry } from '@/lib/server/backend/call-with-in-flight-retry';
import { readIdempotencyKey } from '@/lib/server/backend/idempotency';
import { backendFailed, makeFormHandler } from '@/lib/server/forms/form-pipeline';

/** Cancels auto debit. Its page says what became of it. The link is for whoever has it: no payment must have been visited. */
export const POST = makeFormHandler({
  name: 'auto-debit',
  page: (fields) => cancelAutoDebitPath(parseLinkToken(fields['token']) ?? ''),
  retainedFields: [],
  parse: async (fields) => {
    const token = parseLinkToken(fields['token']);
    if (token === undefined) return failure({ next: routes.cancelAutoDebit });
    return success({ token, idempotencyKey: readIdempotencyKey(fields['idempotencyKey']) });
  },
  addressLimit: 'codesByAddress',
  send: async ({ token, idempotencyKey }, { requestId }) => {
    const response = await callWithInFlightRetry(autoDebitCancel, { token }, { idempotencyKey, requestId });
    if (response.ok) return success({ next: cancelAutoDebitPath(token) });
    const isUnknown = response.error.kind === 'problem' && response.error.code === 'unknown-mandate';
    return isUnknown ? success({ next: routes.cancelAutoDebit }) : failure(backendFailed());
  },
});
