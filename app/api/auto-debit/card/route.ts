import { autoDebitCard } from '@/lib/contract/auto-debit';
import { toHostPrefix } from '@/lib/domain/visit/client-network';
import { formatCardExpiry } from '@/lib/domain/card/card-fields';
import type { AutoDebit } from '@/lib/domain/auto-debit';
import { autoDebitCardFormSchema } from '@/lib/domain/forms/auto-debit-card-form';
import type { CardEntry } from '@/lib/domain/forms/payment-form-cards';
import { failure, success } from '@/lib/domain/result';
import { autoDebitPath } from '@/lib/routes';
import { callWithInFlightRetry } from '@/lib/server/backend/call-with-in-flight-retry';
import { encryptCardData } from '@/lib/server/security/card-encryption';
import { backendFailed, makeFormHandler, tooManyRequests } from '@/lib/server/forms/form-pipeline';
import { loadAutoDebit } from '@/lib/server/backend/loaders';
import { parseForm } from '@/lib/server/forms/parse-form';
import { getRegistrationUrl, parseAutoDebitFields } from '../../../../lib/server/auto-debit/registration';

/** A card that came in the clear, from a page without scripts, is encrypted before anything else touches it. */
async function sealCard(card: CardEntry, key: AutoDebit['cardEncryptionKey']): Promise<string> {
  if (card.kind === 'sealed') return card.jwe;
  const { number, expiry, cvv, name } = card;
  return encryptCardData({ number, expiry: formatCardExpiry(expiry), cvv, name }, key);
}

/** Takes the card for a confirmed registration: verified by RM1, reversed at once. Nothing of it is kept here or given back. */
export const POST = makeFormHandler({
  name: 'auto-debit',
  page: (fields) => autoDebitPath(fields['refid'] ?? ''),
  kept: [],
  parse: async (fields) => {
    const act = parseAutoDebitFields(fields);
    if (!act.ok) return act;
    const loaded = await loadAutoDebit(act.value.refid);
    if (!loaded.ok) return failure(backendFailed('errors.autoDebitLater'));
    if (loaded.value.state !== 'offered' || loaded.value.step === 'confirm') {
      return failure({ next: autoDebitPath(act.value.refid) });
    }
    const form = parseForm(autoDebitCardFormSchema(loaded.value.serverTime), fields);
    if (!form.ok) return form;
    return success({ ...act.value, cardDetails: await sealCard(form.value.card, loaded.value.cardEncryptionKey) });
  },
  requireVisited: ({ refid }) => refid,
  rateLimits: (_card, { clientAddress }) => [{ limit: 'codesByAddress', key: toHostPrefix(clientAddress) }],
  send: async ({ refid, cardDetails, idempotencyKey }, { requestId }) => {
    const answer = await callWithInFlightRetry(autoDebitCard, { refid, cardDetails }, { idempotencyKey, requestId });
    if (answer.ok) return success({ next: getRegistrationUrl(answer.value) });
    const { error } = answer;
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
