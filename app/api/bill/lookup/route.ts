import { billGet } from '@/lib/contract/bill';
import { lookupFormSchema } from '@/lib/domain/forms/lookup-form';
import { failure, success } from '@/lib/domain/result';
import { routes } from '@/lib/routes';
import { callBackend } from '@/lib/server/backend-client';
import { backendFailed, handleForm, tooManyRequests } from '@/lib/server/form-pipeline';
import { parseForm } from '@/lib/server/parse-form';
import { networkOf } from '@/lib/server/rate-limits';
import { makeBillCookie, sealShownBill } from '@/lib/server/shown-bill';

/** Takes an account number and shows its bill: the bill itself goes into a sealed cookie, nothing of it into the address. */
export const POST = handleForm({
  name: 'look-up',
  page: () => routes.home,
  kept: ['accountNumber'],
  parse: async (fields) => parseForm(lookupFormSchema, fields),
  limitedUses: ({ accountNumber }, { clientAddress }) => [
    { limit: 'lookUpsByAddress', of: clientAddress },
    { limit: 'lookUpsByNetwork', of: networkOf(clientAddress) },
    { limit: 'lookUpsByAccount', of: accountNumber },
  ],
  send: async (lookUp, { requestId }) => {
    const answer = await callBackend(billGet, lookUp, { requestId });
    if (answer.ok) {
      return success({ next: routes.bill, cookies: [makeBillCookie(await sealShownBill(answer.value))] });
    }
    const { error } = answer;
    if (error.kind === 'fault') return failure(backendFailed());
    switch (error.code) {
      case 'unknown-account':
        return failure({ issues: [{ field: 'accountNumber', key: 'validation.accountNumberUnknown' }] });
      case 'captcha-required':
      case 'rate-limited':
        return failure(tooManyRequests(error.retryAfter ?? 600));
      default:
        return failure(backendFailed());
    }
  },
});
