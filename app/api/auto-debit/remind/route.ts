import { autoDebitRemind } from '@/lib/contract/auto-debit';
import { isResultRoute } from '@/lib/domain/payment/outcomes';
import { success } from '@/lib/domain/result';
import { autoDebitPath, resultPath } from '@/lib/routes';
import { makeAutoDebitSnoozeCookie } from '@/lib/server/session/auto-debit-snooze';
import { callWithInFlightRetry } from '@/lib/server/backend/call-with-in-flight-retry';
import { makeFormHandler } from '@/lib/server/forms/form-pipeline';
import { wasOfferShown } from '@/lib/server/auto-debit/offer';
import { hasVisited } from '@/lib/server/session/visited-payments';
import { parseAutoDebitFields } from '../../../../lib/server/auto-debit/registration';

/**
 * Snoozes the offer: it is not shown again on this device for 30 days, and one reminder is sent by e-mail the next day. Design, section 9.
 */
export const POST = makeFormHandler({
  name: 'auto-debit',
  page: (fields) => autoDebitPath(fields['refid'] ?? ''),
  retainedFields: [],
  parse: async (fields) => {
    const common = parseAutoDebitFields(fields);
    if (!common.ok) return common;
    const route = fields['returnTo'] ?? '';
    const { refid } = common.value;
    const isOfferShown = await wasOfferShown(refid, fields['offerToken']);
    const next = isResultRoute(route) ? resultPath(route, refid) : autoDebitPath(refid);
    return success({ ...common.value, isOfferShown, next });
  },
  addressLimit: 'codesByAddress',
  send: async ({ refid, idempotencyKey, isOfferShown, next }, { requestId, isFramed }) => {
    // Whether the reminder could be scheduled or not: a payer who chose 'later' is not asked again here. A visit with only the reference
    // schedules none, since the e-mail goes to the payer.
    if (isOfferShown || (await hasVisited(refid))) {
      await callWithInFlightRetry(autoDebitRemind, { refid }, { idempotencyKey, requestId });
    }
    return success({ next, cookies: [makeAutoDebitSnoozeCookie(isFramed)] });
  },
});
