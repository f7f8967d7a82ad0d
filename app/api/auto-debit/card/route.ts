import { autoDebitCard } from '@/lib/contract/auto-debit';
import { autoDebitCardFormSchema } from '@/lib/domain/forms/auto-debit-card-form';
import type { AutoDebit } from '@/lib/domain/auto-debit';
import type { RequestOf } from '@/lib/contract/call';
import { failure, success, type Result } from '@/lib/domain/result';
import type { FormFields } from '@/lib/server/forms/form-request';
import { autoDebitPath } from '@/lib/routes';
import { callWithInFlightRetry } from '@/lib/server/backend/call-with-in-flight-retry';
import { encryptCard } from '@/lib/server/security/card-encryption';
import { backendFailed, makeFormHandler, tooManyRequests, type FormRefusal } from '@/lib/server/forms/form-pipeline';
import { loadAutoDebit } from '@/lib/server/backend/loaders';
import { parseForm } from '@/lib/server/forms/parse-form';
import { continueRegistration, parseAutoDebitFields } from '../../../../lib/server/auto-debit/registration';

type Card = Pick<RequestOf<typeof autoDebitCard>, 'cardDetails'>;

/** Parses and encrypts the card; nothing of one that is entered at the gateway, whatever is sent. */
async function parseCard(fields: FormFields, autoDebit: AutoDebit): Promise<Result<Card, FormRefusal>> {
  if (autoDebit.cardEntry === 'gateway') return success({});
  const form = parseForm(autoDebitCardFormSchema(autoDebit.serverTime), fields);
  if (!form.ok) return form;
  return success({ cardDetails: await encryptCard(form.value.card, autoDebit.cardEncryptionKey) });
}

/**
 * Submits the card of a confirmed registration: it is verified by a charge of RM1, which is reversed. It is neither stored nor filled in
 * again. Where it is entered at the gateway, no card field is read.
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
    const card = await parseCard(fields, loaded.value);
    return card.ok ? success({ ...common.value, ...card.value }) : card;
  },
  requireVisited: ({ refid }) => refid,
  addressLimit: 'codesByAddress',
  send: async ({ idempotencyKey, ...card }, { requestId, isFramed }) => {
    const { refid } = card;
    const response = await callWithInFlightRetry(autoDebitCard, card, { idempotencyKey, requestId });
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
