import { autoDebitCard } from '@/lib/contract/auto-debit';
import { autoDebitCardFormSchema } from '@/lib/domain/forms/auto-debit-card-form';
import { failure, success } from '@/lib/domain/result';
import { autoDebitPath } from '@/lib/routes';
import { callWithInFlightRetry } from '@/lib/server/backend/call-with-in-flight-retry';
import { encryptCard } from '@/lib/server/security/card-encryption';
import { backendFailed, makeFormHandler, tooManyRequests } from '@/lib/server/forms/form-pipeline';
import { loadAutoDebit } from '@/lib/server/backend/loaders';
import { parseForm } from '@/lib/server/forms/parse-form';
import { continueRegistration, parseAutoDebitFields } from '../../../../lib/server/auto-debit/registration';

/**
 * Submits the card of a confirmed registration: it is verified by a charge of RM1, which is reversed. It is neither stored nor filled in
 * again.
 */
export const POST = makeFormHandler({
  name: 'auto-debit',
  page: (fields) => autoDebitPath(fields['refid'] ?? ''),
  retainedFields: [],
  parse: async (fields) => {
    const common = parseAutoDebitFields(fields);
    if (!common.ok) return common;
    const loaded = await loadAutoDebit(common.value.refid);
    if (!loaded.ok) return failure(backendFailed('errors.autoDebitLater'));
    if (loaded.value.state !== 'offered' || loaded.value.step === 'confirm') {
      return failure({ next: autoDebitPath(common.value.refid) });
    }
    const form = parseForm(autoDebitCardFormSchema(loaded.value.serverTime), fields);
    if (!form.ok) return form;
    return success({
      ...common.value,
      cardDetails: await encryptCard(form.value.card, loaded.value.cardEncryptionKey),
    });
  },
  requireVisited: ({ refid }) => refid,
  addressLimit: 'codesByAddress',
  send: async ({ refid, cardDetails, idempotencyKey }, { requestId, isFramed }) => {
    const response = await callWithInFlightRetry(autoDebitCard, { refid, cardDetails }, { idempotencyKey, requestId });
    if (response.ok) return success(await continueRegistration(response.value, isFramed));
    const { error } = response;
    if (error.kind === 'fault') return failure(backendFailed('errors.autoDebitLater'));
    switch (error.code) {
      case 'invalid-card':
        return failure({ issues: [{ field: 'cardNumber', key: 'validation.cardNumber' }] });
      case 'card-expired':
        return failure({ issues: [{ field: 'cardExpiry', key: 'validation.cardExpiry' }] });
      case 'card-refused':
        return failure({ issues: [{ field: null, key: 'errors.autoDebitFailed' }] });
      case 'rate-limited':
        return failure(tooManyRequests(error.retryAfter ?? 60));
      case 'unknown-payment':
      case 'not-offered':
      case 'not-confirmed':
        return success({ next: autoDebitPath(refid) });
      default:
        return failure({ issues: [{ field: null, key: 'errors.autoDebitLater' }] });
    }
  },
});
