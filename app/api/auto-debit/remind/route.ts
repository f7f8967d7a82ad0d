import { autoDebitRemind } from '@/lib/contract/auto-debit';
import { isResultRoute } from '@/lib/domain/payment/outcomes';
import { success } from '@/lib/domain/result';
import { autoDebitPath, resultPath } from '@/lib/routes';
import { makeAutoDebitSnoozeCookie } from '@/lib/server/session/auto-debit-snooze';
import { callWithInFlightRetry } from '@/lib/server/backend/call-with-in-flight-retry';
import { makeFormHandler } from '@/lib/server/forms/form-pipeline';
import { parseAutoDebitFields } from '../../../../lib/server/auto-debit/registration';

/** Puts the offer off: not made again on this device for 30 days, and one reminder by e-mail the next day. Design, section 9. */
export const POST = makeFormHandler({
  name: 'auto-debit',
  page: (fields) => autoDebitPath(fields['refid'] ?? ''),
  retainedFields: [],
  parse: async (fields) => {
    const common = parseAutoDebitFields(fields);
    if (!common.ok) return common;
    const route = fields['returnTo'] ?? '';
    const { refid } = common.value;
    return success({ ...common.value, next: isResultRoute(route) ? resultPath(route, refid) : autoDebitPath(refid) });
  },
  addressLimit: 'codesByAddress',
  send: async ({ refid, idempotencyKey, next }, { requestId, isFramed }) => {
    // Whether the reminder could be arranged or not: who has said 'later' is not asked again here.
    await callWithInFlightRetry(autoDebitRemind, { refid }, { idempotencyKey, requestId });
    return success({ next, cookies: [makeAutoDebitSnoozeCookie(isFramed)] });
  },
});
