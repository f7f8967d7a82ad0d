import { getLocale } from 'next-intl/server';
import { autoDebitSendOtp } from '@/lib/contract/auto-debit';
import { failure, success } from '@/lib/domain/result';
import { autoDebitPath, autoDebitPinPath } from '@/lib/routes';
import { makeAccountLinkCookie } from '@/lib/server/session/account-link';
import { callWithInFlightRetry } from '@/lib/server/backend/call-with-in-flight-retry';
import { makeFormHandler, refuseRateLimited, tooManyRequests } from '@/lib/server/forms/form-pipeline';
import { loadCommonConfig } from '@/lib/server/backend/loaders';
import { sendWithinTextMessageLimits } from '@/lib/server/security/text-message-limits';
import { makeSentPinCookie } from '@/lib/server/session/sent-pin';
import { wasOfferShown } from '@/lib/server/auto-debit/offer';
import { parseAutoDebitFields } from '../../../../lib/server/auto-debit/registration';

/** Begins a registration: sends a PIN to the number on the account, for the first time or again, or prepares the account link. */
export const POST = makeFormHandler({
  name: 'auto-debit-pin',
  page: (fields) => autoDebitPinPath(fields['refid'] ?? ''),
  retainedFields: [],
  parse: async (fields) => {
    const common = parseAutoDebitFields(fields);
    if (!common.ok) return common;
    const config = await loadCommonConfig();
    const isLinked = config.ok && config.value.autoDebit.type === 'ulm';
    const isOfferShown = await wasOfferShown(common.value.refid, fields['offerToken']);
    return success({ ...common.value, isLinked, isOfferShown });
  },
  // A visit with only the reference cannot have a text sent; account linking sends none, and begins in another window.
  requireVisited: ({ refid, isLinked, isOfferShown }) => (isLinked || isOfferShown ? null : refid),
  addressLimit: 'codesByAddress',
  send: async ({ refid, idempotencyKey, isLinked }, { requestId, clientAddress, isFramed }, proof) => {
    if (isLinked) {
      return success({ next: autoDebitPath(refid), cookies: [await makeAccountLinkCookie(refid)] });
    }
    const request = { refid, language: await getLocale() };
    const response = await sendWithinTextMessageLimits({ refid, idempotencyKey, clientAddress, proof }, () =>
      callWithInFlightRetry(autoDebitSendOtp, request, { idempotencyKey, requestId }),
    );
    if (response.ok) {
      const { resendAfter, resendsLeft } = response.value;
      return success({
        next: autoDebitPinPath(refid),
        cookies: [await makeSentPinCookie({ refid, resendAfter, resendsLeft }, isFramed)],
      });
    }
    const { error } = response;
    if (error.kind === 'text-limit') return failure(refuseRateLimited(error.exceeded, proof.purpose));
    if (error.kind !== 'problem')
      return failure({ issues: [{ field: null, key: 'errors.autoDebitLater' }], status: 502 });
    switch (error.code) {
      case 'no-mobile-number':
        return failure({ issues: [{ field: null, key: 'errors.noMobileNumber' }] });
      case 'resend-too-early':
        return failure({ issues: [{ field: null, key: 'errors.resendTooEarly' }] });
      case 'rate-limited':
        return failure(tooManyRequests(error.retryAfter ?? 60));
      case 'unknown-payment':
      case 'not-offered':
        return success({ next: autoDebitPath(refid) });
      case 'too-many-sends':
      default:
        return failure({ issues: [{ field: null, key: 'errors.autoDebitLater' }] });
    }
  },
});
