import { billGet } from '@/lib/contract/bill';
import { toHostPrefix, toNetworkPrefix } from '@/lib/domain/visit/client-network';
import { lookupFormSchema } from '@/lib/domain/forms/lookup-form';
import { failure, success } from '@/lib/domain/result';
import { routes } from '@/lib/routes';
import { callBackend } from '@/lib/server/backend/backend-client';
import { backendFailed, makeFormHandler, tooManyRequests } from '@/lib/server/forms/form-pipeline';
import { retainedFields } from '@/lib/domain/forms/retained-fields';
import { parseForm } from '@/lib/server/forms/parse-form';
import { accountLimits, consumeRateLimit, type RateLimitUse } from '@/lib/server/security/rate-limits';
import { makeBillCookie, sealBill } from '@/lib/server/session/bill-token';

/** Look-ups of unknown accounts, which limits enumeration. Security, row 13. */
function unknownAccounts(clientAddress: string): RateLimitUse {
  return { limit: 'unknownAccountsByNetwork', key: toNetworkPrefix(clientAddress), isConsumedLater: true };
}

/** Takes an account number and shows its bill: the bill is stored in a sealed cookie, and is not in the URL. */
export const POST = makeFormHandler({
  name: 'look-up',
  page: () => routes.home,
  retainedFields: retainedFields['look-up'],
  parse: async (fields) => parseForm(lookupFormSchema, fields),
  addressLimit: 'lookupPostsByAddress',
  rateLimits: ({ accountNumber }, { clientAddress, hasScripts }) => [
    { limit: 'lookupsByAddress', key: toHostPrefix(clientAddress) },
    { limit: 'lookupsByNetwork', key: toNetworkPrefix(clientAddress) },
    { limit: 'lookupsByNetworkHardLimit', key: toNetworkPrefix(clientAddress) },
    ...accountLimits(accountNumber, { clientAddress, hasScripts }),
    { limit: 'lookups', key: 'all' },
    { limit: 'lookupsHardLimit', key: 'all' },
    unknownAccounts(clientAddress),
  ],
  proofOfWork: ({ accountNumber = '' }) => ({ for: 'look-up', subject: accountNumber }),
  send: async (lookUp, { requestId, clientAddress }) => {
    const response = await callBackend(billGet, lookUp, { requestId });
    const isUnknown = !response.ok && response.error.kind === 'problem' && response.error.code === 'unknown-account';
    // Not awaited, so that the response time is the same for known and unknown accounts.
    if (isUnknown) void consumeRateLimit(unknownAccounts(clientAddress)).catch(() => undefined);
    if (response.ok) {
      return success({ next: routes.bill, cookies: [makeBillCookie(await sealBill(response.value))] });
    }
    const { error } = response;
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
