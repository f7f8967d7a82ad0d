import 'server-only';
import { billGet } from '@/lib/contract/bill';
import type { LookupForm } from '@/lib/domain/forms/lookup-form';
import { toHostPrefix, toNetworkPrefix } from '@/lib/domain/visit/client-network';
import { failure, success, type Result } from '@/lib/domain/result';
import { routes } from '@/lib/routes';
import { callBackend } from '../backend/backend-client';
import {
  backendFailed,
  tooManyRequests,
  type FormContext,
  type FormRefusal,
  type FormSuccess,
} from '../forms/form-pipeline';
import { accountLimits, consumeRateLimit, type RateLimitUse } from '../security/rate-limits';
import { makeBillCookie, sealBill } from '../session/bill-token';

/** Look-ups of unknown accounts, which limits enumeration. Security, row 13. */
function unknownAccounts(clientAddress: string): RateLimitUse {
  return { limit: 'unknownAccountsByNetwork', key: toNetworkPrefix(clientAddress), isConsumedLater: true };
}

/** Returns the rate limits that a look-up of an account consumes. */
export function lookUpLimits(
  accountNumber: string,
  { clientAddress, hasScripts }: Pick<FormContext, 'clientAddress' | 'hasScripts'>,
): readonly RateLimitUse[] {
  return [
    { limit: 'lookupsByAddress', key: toHostPrefix(clientAddress) },
    { limit: 'lookupsByNetwork', key: toNetworkPrefix(clientAddress) },
    { limit: 'lookupsByNetworkHardLimit', key: toNetworkPrefix(clientAddress) },
    ...accountLimits(accountNumber, { clientAddress, hasScripts }),
    { limit: 'lookups', key: 'all' },
    { limit: 'lookupsHardLimit', key: 'all' },
    unknownAccounts(clientAddress),
  ];
}

/** Looks up an account and leads to its bill, which is stored in a sealed cookie and is not in the URL. */
export async function lookUpBill(
  lookUp: LookupForm,
  { requestId, clientAddress }: Pick<FormContext, 'requestId' | 'clientAddress'>,
): Promise<Result<FormSuccess, FormRefusal>> {
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
}
