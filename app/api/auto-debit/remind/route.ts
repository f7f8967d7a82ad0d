import { autoDebitRemind } from '@/lib/contract/auto-debit';
import { hostOf } from '@/lib/domain/visit/client-network';
import { isResultRoute } from '@/lib/domain/payment/outcomes';
import { success } from '@/lib/domain/result';
import { autoDebitPath, resultPath } from '@/lib/routes';
import { makeLaterCookie } from '@/lib/server/session/auto-debit-snooze';
import { callWithInFlightRetry } from '@/lib/server/backend/call-with-in-flight-retry';
import { handleForm } from '@/lib/server/forms/form-pipeline';
import { readAutoDebitAct } from '../../../../lib/server/auto-debit/registration';

/** Puts the offer off: not made again on this device for 30 days, and one reminder by e-mail the next day. Design, section 9. */
export const POST = handleForm({
  name: 'auto-debit',
  page: (fields) => autoDebitPath(fields['refid'] ?? ''),
  kept: [],
  parse: async (fields) => {
    const act = readAutoDebitAct(fields);
    if (!act.ok) return act;
    const route = fields['returnTo'] ?? '';
    const { refid } = act.value;
    return success({ ...act.value, next: isResultRoute(route) ? resultPath(route, refid) : autoDebitPath(refid) });
  },
  limitedUses: (_put, { clientAddress }) => [{ limit: 'codesByAddress', of: hostOf(clientAddress) }],
  send: async ({ refid, idempotencyKey, next }, { requestId, isFramed }) => {
    // Whether the reminder could be arranged or not: who has said 'later' is not asked again here.
    await callWithInFlightRetry(autoDebitRemind, { refid }, { idempotencyKey, requestId });
    return success({ next, cookies: [makeLaterCookie(isFramed)] });
  },
});
