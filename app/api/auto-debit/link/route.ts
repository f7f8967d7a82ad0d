import { autoDebitLink } from '@/lib/contract/auto-debit';
import { autoDebitPath, routes } from '@/lib/routes';
import {
  clearAccountLinkCookie,
  readAccountLinkSession,
  parseAccountLinkCallback,
} from '@/lib/server/session/account-link';
import { seeOtherResponse } from '@/lib/server/forms/responses';
import { callBackend } from '@/lib/server/backend/backend-client';
import { loadCommonConfig } from '@/lib/server/backend/common-config';
import { makeFlashCookie } from '@/lib/server/forms/flash';
import { tooManyRequests, type FormRefusal } from '@/lib/server/forms/form-pipeline';
import { makeIdempotencyKey } from '@/lib/server/backend/idempotency';
import { readClientAddress } from '@/lib/server/security/rate-limited-read';
import { consumeRateLimits } from '@/lib/server/security/rate-limits';
import { readVisitId } from '@/lib/server/session/visit-id';
import { requestIdHeader } from '@/lib/server/visit/visit-headers';
import { loadTranslator, type MessageKey } from '@/lib/server/visit/translator';
import { continueRegistration } from '../../../../lib/server/auto-debit/registration';

function refuseWith(key: MessageKey): FormRefusal {
  return { issues: [{ field: null, key }] };
}

/** Redirects to the registration's page, which shows the error; with status 429 when a limit was the reason. */
async function redirectWithError(refid: string, { issues, retryAfter }: FormRefusal): Promise<Response> {
  const t = await loadTranslator();
  const formError = issues.map(t).join(' ');
  // Account linking begins and ends outside of frames.
  const flash = await makeFlashCookie('auto-debit', { values: {}, fieldErrors: {}, formError, retryAfter }, false);
  return seeOtherResponse(autoDebitPath(refid), [flash, clearAccountLinkCookie()]);
}

/**
 * Handles the return from the account-linking service, a GET that changes state (security, row 11): it is accepted once, and only with the
 * `state` of this visit.
 */
export async function GET(request: Request): Promise<Response> {
  const [link, config] = await Promise.all([readAccountLinkSession(), loadCommonConfig()]);
  if (link === null || !config.ok || config.value.accountLink === null) return seeOtherResponse(routes.autoDebit);
  const { accountLink: service } = config.value;
  const callback = parseAccountLinkCallback(service, link, new URL(request.url));
  if (!callback.ok) {
    if (callback.error === 'foreign') return seeOtherResponse(autoDebitPath(link.refid));
    return redirectWithError(
      link.refid,
      refuseWith(callback.error === 'denied' ? 'autoDebit.linkDenied' : 'errors.autoDebitLater'),
    );
  }
  const counted = await consumeRateLimits([{ limit: 'codesByAddress', key: readClientAddress(request.headers) }]);
  if (!counted.ok) return redirectWithError(link.refid, tooManyRequests(counted.error.retryAfter));
  const linked = await callBackend(
    autoDebitLink,
    {
      refid: link.refid,
      code: callback.value,
      codeVerifier: link.codeVerifier,
      redirectUri: service.redirectUri,
      visitId: await readVisitId(),
    },
    { idempotencyKey: makeIdempotencyKey(), requestId: request.headers.get(requestIdHeader) },
  );
  if (linked.ok) {
    const { next, cookies = [] } = await continueRegistration(linked.value, false);
    return seeOtherResponse(next, [...cookies, clearAccountLinkCookie()]);
  }
  const code = linked.error.kind === 'problem' ? linked.error.code : null;
  if (code === 'card-refused' || code === 'not-offered' || code === 'unknown-payment') {
    return seeOtherResponse(autoDebitPath(link.refid), [clearAccountLinkCookie()]);
  }
  return redirectWithError(
    link.refid,
    refuseWith(code === 'link-refused' ? 'autoDebit.linkRefused' : 'errors.autoDebitLater'),
  );
}
