import { getLocale } from 'next-intl/server';
import type { RequestOf } from '@/lib/contract/call';
import { reminderAsk } from '@/lib/contract/reminders';
import { reminderFormSchema } from '@/lib/domain/forms/reminder-form';
import { retainedFields } from '@/lib/domain/forms/retained-fields';
import { parseRefid } from '@/lib/domain/payment/references';
import { failure, success } from '@/lib/domain/result';
import { toNetworkPrefix } from '@/lib/domain/visit/client-network';
import { askReminderPath, routes } from '@/lib/routes';
import { callWithInFlightRetry } from '@/lib/server/backend/call-with-in-flight-retry';
import { readIdempotencyKey } from '@/lib/server/backend/idempotency';
import { billExpired } from '@/lib/server/bill/bill-expired';
import { backendFailed, makeFormHandler, tooManyRequests } from '@/lib/server/forms/form-pipeline';
import type { FormFields } from '@/lib/server/forms/form-request';
import { parseForm } from '@/lib/server/forms/parse-form';
import { readExpiredAccountNumber, unsealBill } from '@/lib/server/session/bill-token';
import { readVisitId } from '@/lib/server/session/visit-id';

type AskRequest = RequestOf<typeof reminderAsk>;

/** Returns whose bills the form is about: the payment that it names, of this visit, else the bill that it was shown with; null for neither. */
async function findSubject(fields: FormFields): Promise<AskRequest['of'] | null> {
  const refid = parseRefid(fields['refid']);
  const visitId = refid === undefined ? undefined : await readVisitId();
  if (refid !== undefined && visitId !== undefined) return { refid, visitId };
  const bill = await unsealBill(fields['billToken']);
  return bill && { accountNumber: bill.accountNumber };
}

/** Asks for reminders: the address is sent a link that confirms it, and nothing else before that. Security, row 64. */
export const POST = makeFormHandler<AskRequest & { readonly idempotencyKey: string }>({
  name: 'reminder',
  page: (fields) => askReminderPath(parseRefid(fields['refid'])),
  retainedFields: retainedFields.reminder,
  parse: async (fields) => {
    const form = parseForm(reminderFormSchema, fields);
    if (!form.ok) return form;
    const of = await findSubject(fields);
    if (of === null) return failure(billExpired(await readExpiredAccountNumber(fields['billToken'])));
    const idempotencyKey = readIdempotencyKey(fields['idempotencyKey']);
    return success({ of, email: form.value.reminderEmail, language: await getLocale(), idempotencyKey });
  },
  addressLimit: 'codesByAddress',
  rateLimits: (_request, { clientAddress }) => [
    { limit: 'remindersByNetwork', key: toNetworkPrefix(clientAddress) },
    { limit: 'remindersByNetworkHardLimit', key: toNetworkPrefix(clientAddress) },
  ],
  send: async ({ idempotencyKey, ...request }, { requestId }) => {
    const response = await callWithInFlightRetry(reminderAsk, request, { idempotencyKey, requestId });
    if (response.ok) return success({ next: routes.askedReminder });
    const { error } = response;
    if (error.kind === 'fault') return failure(backendFailed());
    switch (error.code) {
      case 'not-offered':
        return failure({ issues: [{ field: null, key: 'errors.reminderNotOffered' }] });
      case 'too-many-reminders':
        return failure({ issues: [{ field: null, key: 'errors.reminderLimit' }] });
      case 'rate-limited':
        return failure(tooManyRequests(error.retryAfter ?? 60));
      default:
        return failure(backendFailed());
    }
  },
});
