import 'server-only';
import { AsyncLocalStorage } from 'node:async_hooks';
import {
  RateLimiterMemory,
  RateLimiterRedis,
  type RateLimiterAbstract,
  type RateLimiterRes,
} from 'rate-limiter-flexible';
import { toNetworkPrefix } from '@/lib/domain/visit/client-network';
import { failure, success, type Result } from '@/lib/domain/result';
import { readEnvironment } from '../environment';
import { processSingleton } from '../process-singleton';
import { deriveToken } from '../session/sealed-token';
import { connectSharedStore, type SharedStore } from './shared-store';

/** `points` requests in `duration` seconds. */
interface RateLimit {
  readonly points: number;
  readonly duration: number;
  /** A proof of work allows one request beyond it, up to the limits that accept none. */
  readonly acceptsProofOfWork?: true;
}

/** Documented in docs/security.md. A test checks its numbers against these. */
export const limits = {
  /** Posts of the look-up form, and of that of a list of accounts. */
  lookupPostsByAddress: { points: 200, duration: 600, acceptsProofOfWork: true },
  /** Posts of one form with proofs of work, beyond a limit by address that accepts one. */
  postsByAddressHardLimit: { points: 2_000, duration: 600 },
  /** Posts that are not valid. They do not count for the other limits of their forms, which neighbours share, until these are used up. Security, row 45. */
  invalidPostsByAddress: { points: 200, duration: 600 },
  lookupsByAddress: { points: 20, duration: 600, acceptsProofOfWork: true },
  /** Neighbours share it, thousands behind a mobile carrier's addresses: each can continue with a proof of work. Security, row 45. */
  lookupsByNetwork: { points: 100, duration: 600, acceptsProofOfWork: true },
  lookupsByNetworkHardLimit: { points: 1_000, duration: 600 },
  /** The account's owner can continue with a proof of work, so that nobody else can lock the owner out. Security, row 45. */
  lookupsByAccount: { points: 10, duration: 600, acceptsProofOfWork: true },
  lookupsByAccountAndNetwork: { points: 10, duration: 600, acceptsProofOfWork: true },
  /** Changes of a list of accounts, and bills shown again: neighbours share it, and the browser itself posts them, so that none can bring a proof of work. */
  browserPostsByAddress: { points: 1_000, duration: 600 },
  /** Look-ups of an account that the list holds, or whose bill the visit has taken to payment, which guess no number: they are not counted as the other look-ups are. Security, rows 14 and 67. */
  knownLookupsByAccountAndNetwork: { points: 30, duration: 600 },
  /** All look-ups: first a proof of work is required, then none is accepted. */
  lookups: { points: 30_000, duration: 600, acceptsProofOfWork: true },
  lookupsHardLimit: { points: 120_000, duration: 600 },
  /** Enumeration hits mostly unknown accounts. */
  unknownAccountsByNetwork: { points: 30, duration: 600, acceptsProofOfWork: true },
  transactionsByAddress: { points: 60, duration: 600, acceptsProofOfWork: true },
  transactionsByNetwork: { points: 300, duration: 600, acceptsProofOfWork: true },
  transactionsByNetworkHardLimit: { points: 3_000, duration: 600 },
  paymentsByAddress: { points: 200, duration: 600, acceptsProofOfWork: true },
  paymentsByNetwork: { points: 1_000, duration: 600, acceptsProofOfWork: true },
  paymentsByNetworkHardLimit: { points: 5_000, duration: 600 },
  /** Apart from payments begun, so that who begins many does not keep neighbours from ending theirs. Security, row 45. */
  cancellationsByAddress: { points: 200, duration: 600 },
  /** Of browsers from gateways: a rejected return is covered by the gateway's callback or an enquiry. */
  returnsByAddress: { points: 600, duration: 600 },
  /** Each view of a direct link reads the bill at the biller. */
  linkViewsByAddress: { points: 60, duration: 600 },
  /** Views of official receipts, their PDFs, and the names of companies on them. */
  receiptsByAddress: { points: 200, duration: 600 },
  codesByAddress: { points: 60, duration: 600, acceptsProofOfWork: true },
  /** Text messages with a code: each costs money, and somebody's phone rings. */
  textsByNetwork: { points: 100, duration: 600, acceptsProofOfWork: true },
  textsByNetworkHardLimit: { points: 500, duration: 600 },
  texts: { points: 3_000, duration: 600, acceptsProofOfWork: true },
  textsHardLimit: { points: 12_000, duration: 600 },
  /** In a day, fewer than the ten that a number gets (backend/one-time-codes): who knows it does not use them up from one network. */
  textsByNumberAndNetwork: { points: 6, duration: 86_400 },
  /** One request for a text message, however often its form is posted. */
  textRequests: { points: 1, duration: 900 },
  /** Requests for reminders: an e-mail to a typed address each. Security, row 64. */
  remindersByNetwork: { points: 30, duration: 600, acceptsProofOfWork: true },
  remindersByNetworkHardLimit: { points: 300, duration: 600 },
  /** Posts of mail programs that stop reminders: those of one provider's users share its addresses. */
  unsubscribesByAddress: { points: 600, duration: 600 },
  /** The language and the consent to analytics: neighbours share it, and each chooses once or twice. */
  preferencesByAddress: { points: 1_000, duration: 600 },
  readsByAddress: { points: 3_000, duration: 600 },
  /** Reports beyond it are not logged. */
  reportsByAddress: { points: 20, duration: 600 },
  reports: { points: 1_000, duration: 600 },
  /** Each proof of work is accepted once; all expire sooner than this. */
  proofs: { points: 1, duration: 900 },
} as const satisfies Record<string, RateLimit>;
export type RateLimitName = keyof typeof limits;

const limitNames = Object.keys(limits).filter((name): name is RateLimitName => name in limits);

export interface Limiters {
  readonly of: ReadonlyMap<RateLimitName, RateLimiterAbstract>;
  close(): void;
}

declare module '../process-singleton' {
  interface ProcessSingletons {
    limiters: Promise<Limiters>;
  }
}

/**
 * A limiter in memory sets a timer for each key, and a timer retains the async context of its request: timers are created outside of
 * requests.
 */
const runOutsideRequest = AsyncLocalStorage.snapshot();

/**
 * Counts are per process, or in the store that all processes share. While the store is unreachable each process counts on its own, with the
 * same limits: requests are always limited, and never all refused.
 */
function makeLimiter(name: RateLimitName, store: SharedStore | null): RateLimiterAbstract {
  const settings = { points: limits[name].points, duration: limits[name].duration };
  const ownCount = new RateLimiterMemory({ ...settings, keyPrefix: name });
  if (store === null) return ownCount;
  return new RateLimiterRedis({
    ...settings,
    keyPrefix: `ebill:limit:${name}`,
    storeClient: store.client,
    insuranceLimiter: ownCount,
    rejectIfRedisNotReady: true,
  });
}

/** Creates the limiters of one process. `redisUrl`: the shared store; null: the counts are per process. */
export async function makeLimiters(redisUrl: string | null): Promise<Limiters> {
  const store = redisUrl === null ? null : await connectSharedStore(redisUrl);
  return {
    of: new Map(limitNames.map((name) => [name, makeLimiter(name, store)])),
    close: () => store?.close(),
  };
}

async function findLimiter(name: RateLimitName): Promise<RateLimiterAbstract> {
  const limiters = await processSingleton('limiters', () => makeLimiters(readEnvironment().redisUrl));
  const limiter = limiters.of.get(name);
  if (limiter === undefined) throw new Error(`no limit ${name}`);
  return limiter;
}

/** One use of a rate limit, by one key. */
export interface RateLimitUse {
  readonly limit: RateLimitName;
  readonly key: string;
  /** It is only checked now, and consumed later by `consumeRateLimit`, once it is known whether it counts. */
  readonly isConsumedLater?: true;
  /** The part of the limit that this use may find consumed, and no proof of work adds to it; by default all of it, with one. */
  readonly share?: number;
}

/**
 * Returns the uses of a request that nobody has asked for: a page makes it by itself. It finds half of each limit at most, and leaves the
 * other half to the payer; nothing is consumed unless every limit lets it pass.
 */
export function leaveHalf(uses: readonly RateLimitUse[]): readonly RateLimitUse[] {
  return [...uses.map((use) => ({ ...use, isConsumedLater: true, share: 0.5 }) as const), ...uses];
}

/** Keys are hashed, so that addresses and account numbers are not readable in the store. */
function hashKey({ limit, key: of }: RateLimitUse): string {
  return deriveToken('limits', `${limit} ${of}`);
}

function getRetryAfter({ msBeforeNext }: RateLimiterRes): number {
  return Math.max(1, Math.ceil(msBeforeNext / 1000));
}

/** Checks a rate limit without consuming it. Returns the seconds to wait when it is exceeded, else null. */
async function peekRateLimit(use: RateLimitUse): Promise<number | null> {
  const counted = await (await findLimiter(use.limit)).get(hashKey(use));
  const points = limits[use.limit].points * (use.share ?? 1);
  return counted !== null && counted.consumedPoints >= points ? getRetryAfter(counted) : null;
}

/** Not `instanceof`: the limiters are the process's, made in one bundle (of pages, or of the middleware) and used in the other. */
function isRefusal(thrown: unknown): thrown is RateLimiterRes {
  return typeof thrown === 'object' && thrown !== null && !(thrown instanceof Error) && 'msBeforeNext' in thrown;
}

/** Consumes a rate limit. Returns the seconds to wait when it is exceeded, else null. */
export async function consumeRateLimit(use: RateLimitUse): Promise<number | null> {
  try {
    const limiter = await findLimiter(use.limit);
    await runOutsideRequest(() => limiter.consume(hashKey(use)));
    return null;
  } catch (refused) {
    if (!isRefusal(refused)) throw refused;
    return getRetryAfter(refused);
  }
}

/** Refunds one use of each rate limit: the counted event has not happened. */
export async function refundRateLimits(uses: readonly RateLimitUse[]): Promise<void> {
  for (const use of uses) {
    const limiter = await findLimiter(use.limit);
    await runOutsideRequest(() => limiter.reward(hashKey(use)));
  }
}

/** Resets a rate limit: its next use is the first. */
export async function resetRateLimit(use: RateLimitUse): Promise<void> {
  const limiter = await findLimiter(use.limit);
  await runOutsideRequest(() => limiter.delete(hashKey(use)));
}

/** What a request beyond a limit needs: a proof of work, or waiting. */
export interface RateLimitExceeded {
  readonly kind: 'proof-of-work' | 'wait';
  /** Seconds. */
  readonly retryAfter: number;
}

/** Returns whether a proof of work allows a request beyond a limit. */
export function acceptsProofOfWork({ limit }: Pick<RateLimitUse, 'limit'>): boolean {
  const { acceptsProofOfWork: does }: RateLimit = limits[limit];
  return does === true;
}

/** Consumes the rate limits. `hasProof` is called only when needed, since it redeems the proof. */
export async function consumeRateLimits(
  uses: readonly RateLimitUse[],
  hasProof: () => Promise<boolean> = async () => false,
): Promise<Result<null, RateLimitExceeded>> {
  let isProven: boolean | null = null;
  for (const use of uses) {
    const retryAfter = await (use.isConsumedLater ? peekRateLimit(use) : consumeRateLimit(use));
    if (retryAfter === null) continue;
    if (use.share !== undefined || !acceptsProofOfWork(use)) return failure({ kind: 'wait', retryAfter });
    isProven ??= await hasProof();
    if (!isProven) return failure({ kind: 'proof-of-work', retryAfter });
  }
  return success(null);
}

/**
 * The rate limits of look-ups of one account. With scripts, a browser can solve a proof of work when there were too many look-ups from
 * anywhere; without scripts only those from its own network count. Security, row 45.
 */
export function accountLimits(
  accountNumber: string,
  { clientAddress, hasScripts }: { readonly clientAddress: string; readonly hasScripts: boolean },
): readonly RateLimitUse[] {
  return [
    { limit: 'lookupsByAccountAndNetwork', key: `${accountNumber} ${toNetworkPrefix(clientAddress)}` },
    ...(hasScripts ? [{ limit: 'lookupsByAccount', key: accountNumber } as const] : []),
  ];
}
