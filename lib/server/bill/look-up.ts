import 'server-only';
import type { z } from 'zod';
import { billGet, type billSchema } from '@/lib/contract/bill';
import { toBill } from '@/lib/contract/mapping';
import { getRememberedBill } from '@/lib/domain/bill/remembered-bill';
import type { LookupForm } from '@/lib/domain/forms/lookup-form';
import { toHostPrefix, toNetworkPrefix } from '@/lib/domain/visit/client-network';
import { failure, success, type Result } from '@/lib/domain/result';
import { routes } from '@/lib/routes';
import { callBackend } from '../backend/backend-client';
import { loadCommonConfig } from '../backend/common-config';
import {
  backendFailed,
  tooManyRequests,
  type FormContext,
  type FormRefusal,
  type FormSuccess,
} from '../forms/form-pipeline';
import {
  accountLimits,
  consumeRateLimit,
  consumeRateLimits,
  leaveHalf,
  type RateLimitUse,
} from '../security/rate-limits';
import { endAccountsCookie, makeAccountsCookie, type AccountList } from '../session/accounts-token';
import { makeBillCookie, sealBill, type TokenBill } from '../session/bill-token';
import type { SetCookie } from '../session/cookie';

type BillResponse = z.output<typeof billSchema>;

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

/** A look-up of an account whose number is parsed, or sealed by us. */
type LookUp = Readonly<Record<'accountNumber', string>> & Pick<LookupForm, 'captchaResponse'>;

/** Finds the latest bill of an account, as the backend returns it. */
async function findBill(
  lookUp: LookUp,
  { requestId, clientAddress }: Pick<FormContext, 'requestId' | 'clientAddress'>,
): Promise<Result<BillResponse, FormRefusal>> {
  const response = await callBackend(billGet, lookUp, { requestId });
  const isUnknown = !response.ok && response.error.kind === 'problem' && response.error.code === 'unknown-account';
  // Not awaited, so that the response time is the same for known and unknown accounts.
  if (isUnknown) void consumeRateLimit(unknownAccounts(clientAddress)).catch(() => undefined);
  if (response.ok) return response;
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

/**
 * Looks up an account and leads to its bill, which is stored in a sealed cookie and is not in the URL. The payer starts with this bill: a list of
 * accounts to pay ends.
 */
export async function lookUpBill(
  lookUp: LookupForm,
  visit: Pick<FormContext, 'requestId' | 'clientAddress'>,
): Promise<Result<FormSuccess, FormRefusal>> {
  return showBill(lookUp, visit, async () => endAccountsCookie());
}

/** Looks up an account for a list of accounts to pay, which lasts as long as the bill that is shown. */
export async function lookUpListedBill(
  lookUp: LookUp,
  list: AccountList,
  visit: Pick<FormContext, 'requestId' | 'clientAddress'>,
): Promise<Result<FormSuccess, FormRefusal>> {
  return showBill(lookUp, visit, () => makeAccountsCookie(list));
}

async function showBill(
  lookUp: LookUp,
  visit: Pick<FormContext, 'requestId' | 'clientAddress'>,
  makeListCookie: () => Promise<SetCookie>,
): Promise<Result<FormSuccess, FormRefusal>> {
  const found = await findBill(lookUp, visit);
  if (!found.ok) return found;
  return success({
    next: routes.bill,
    cookies: [makeBillCookie(await sealBill(found.value)), await makeListCookie()],
  });
}

/**
 * Reads a bill again whose page finds that this visit has paid it since it was looked up. Returns null where it cannot be read now: too often, or by a fault
 * of the backend.
 */
export async function readPaidBill(
  accountNumber: string,
  visit: Pick<FormContext, 'requestId' | 'clientAddress'>,
): Promise<TokenBill | null> {
  const key = `${accountNumber} ${toNetworkPrefix(visit.clientAddress)}`;
  const counted = await consumeRateLimits(leaveHalf([{ limit: 'knownLookupsByAccountAndNetwork', key }]));
  if (!counted.ok) return null;
  const found = await findBill({ accountNumber, captchaResponse: undefined }, visit);
  return found.ok ? { bill: toBill(found.value), billToken: await sealBill(found.value) } : null;
}

/**
 * Looks up the account that a device remembers, for its home page: what is shown of the bill, and the token that pays it. No cookie: the bill that
 * this visit has open in another tab stays the one that it shows.
 */
export async function lookUpRememberedBill(
  lookUp: LookupForm,
  visit: Pick<FormContext, 'requestId' | 'clientAddress'>,
): Promise<Result<FormSuccess, FormRefusal>> {
  const [found, config] = await Promise.all([findBill(lookUp, visit), loadCommonConfig()]);
  if (!found.ok) return found;
  if (!config.ok) return failure(backendFailed());
  const bill = getRememberedBill(toBill(found.value), config.value);
  return success({ next: routes.home, data: { bill, billToken: await sealBill(found.value) } });
}
