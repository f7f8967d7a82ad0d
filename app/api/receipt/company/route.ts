import { receiptCompany } from '@/lib/contract/receipt';
import { retainedFields } from '@/lib/domain/forms/retained-fields';
import { companyFormSchema } from '@/lib/domain/forms/company-form';
import { failure, success } from '@/lib/domain/result';
import { namedReceiptPath, receiptPath, routes } from '@/lib/routes';
import { callWithInFlightRetry } from '@/lib/server/backend/call-with-in-flight-retry';
import { readIdempotencyKey } from '@/lib/server/backend/idempotency';
import { backendFailed, makeFormHandler } from '@/lib/server/forms/form-pipeline';
import { parseForm } from '@/lib/server/forms/parse-form';
import { loadReceipt } from '@/lib/server/receipt/load-receipt';
import { parseResultReference } from '@/lib/server/receipt/result-reference';
import { parseLinkToken } from '@/lib/server/session/link-token';

/** Whether a receipt names no company, so that there is none to take off. */
async function isUnnamed(token: string): Promise<boolean> {
  const loaded = await loadReceipt(token);
  return loaded.ok && loaded.value.receipt.companyName === null;
}

/** Names the company that paid on its receipt, or takes the name off. The payer's own link allows it: no payment must have been visited. */
export const POST = makeFormHandler({
  name: 'receipt',
  page: (fields) => receiptPath(parseLinkToken(fields['token']) ?? '', parseResultReference(fields)),
  retainedFields: retainedFields.receipt,
  parse: async (fields) => {
    const token = parseLinkToken(fields['token']);
    if (token === undefined) return failure({ next: routes.receipt });
    const form = parseForm(companyFormSchema, fields);
    if (!form.ok) return form;
    const { companyName = null } = form.value;
    const isNothing = companyName === null && (await isUnnamed(token));
    if (isNothing) return failure({ issues: [{ field: 'companyName', key: 'validation.companyNameRequired' }] });
    const from = parseResultReference(fields);
    return success({ token, from, companyName, idempotencyKey: readIdempotencyKey(fields['idempotencyKey']) });
  },
  addressLimit: 'receiptsByAddress',
  send: async ({ token, from, companyName, idempotencyKey }, { requestId }) => {
    const response = await callWithInFlightRetry(receiptCompany, { token, companyName }, { idempotencyKey, requestId });
    // The page says what became of the link.
    const isRefused = !response.ok && response.error.kind === 'problem' && response.error.status < 500;
    if (response.ok) return success({ next: namedReceiptPath(token, from) });
    return isRefused ? success({ next: receiptPath(token, from) }) : failure(backendFailed());
  },
});
