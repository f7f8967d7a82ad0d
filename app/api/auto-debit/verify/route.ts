import { autoDebitVerifyOtp } from '@/lib/contract/auto-debit';
import { otpFormSchema } from '@/lib/domain/forms/otp-form';
import { failure, success } from '@/lib/domain/result';
import { autoDebitPath, autoDebitPinPath } from '@/lib/routes';
import { callWithInFlightRetry } from '@/lib/server/backend/call-with-in-flight-retry';
import { makeFormHandler, tooManyRequests } from '@/lib/server/forms/form-pipeline';
import { parseForm } from '@/lib/server/forms/parse-form';
import { readVisitId } from '@/lib/server/session/visit-id';
import { continueRegistration, parseAutoDebitFields } from '../../../../lib/server/auto-debit/registration';

/** Checks the PIN and redirects to the card form, the card's issuer or the confirmation. A wrong PIN is not filled in again. */
export const POST = makeFormHandler({
  name: 'auto-debit-pin',
  page: (fields) => autoDebitPinPath(fields['refid'] ?? ''),
  retainedFields: [],
  parse: async (fields) => {
    const common = parseAutoDebitFields(fields);
    if (!common.ok) return common;
    const form = parseForm(otpFormSchema, fields);
    return form.ok ? success({ ...common.value, ...form.value }) : form;
  },
  requireVisited: ({ refid }) => refid,
  addressLimit: 'codesByAddress',
  send: async ({ refid, otp, idempotencyKey }, { requestId, isFramed }) => {
    const response = await callWithInFlightRetry(
      autoDebitVerifyOtp,
      { refid, otp, visitId: await readVisitId() },
      { idempotencyKey, requestId },
    );
    if (response.ok) return success(await continueRegistration(response.value, isFramed));
    const { error } = response;
    if (error.kind === 'fault')
      return failure({ issues: [{ field: null, key: 'errors.autoDebitLater' }], status: 502 });
    switch (error.code) {
      case 'wrong-code':
        return failure({ issues: [{ field: 'otp', key: 'validation.otpWrong' }] });
      case 'code-expired':
        return failure({ issues: [{ field: 'otp', key: 'errors.codeExpired' }] });
      // The PIN was right and the card was rate-limited: the registration continues with its card.
      case 'rate-limited':
        return failure({
          ...tooManyRequests(error.retryAfter ?? 60),
          startAgain: { form: 'auto-debit', page: autoDebitPath(refid) },
        });
      // The registration page says that no PIN is accepted any more.
      case 'attempts-exceeded':
      // The PIN was right: the registration page shows the refusal of the card and asks for another.
      case 'card-refused':
      case 'unknown-payment':
      case 'not-offered':
        return success({ next: autoDebitPath(refid) });
      default:
        return failure({
          issues: [{ field: null, key: 'errors.autoDebitLater' }],
          startAgain: { form: 'auto-debit', page: autoDebitPath(refid) },
        });
    }
  },
});
