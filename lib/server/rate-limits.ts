import 'server-only';
import { isIP } from 'node:net';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { failure, success, type Result } from '@/lib/domain/result';
import { keepInProcess } from './process-state';

/** How much is allowed: `points` in `duration` seconds. Numbers of look-ups: docs/sandbox.md. */
const limits = {
  lookUpsByAddress: { points: 20, duration: 600 },
  lookUpsByNetwork: { points: 100, duration: 600 },
  lookUpsByAccount: { points: 10, duration: 600 },
  transactionsByAddress: { points: 60, duration: 600 },
  paymentsByAddress: { points: 200, duration: 600 },
  codesByAddress: { points: 60, duration: 600 },
} as const;
export type LimitName = keyof typeof limits;

export type Limiters = Record<LimitName, RateLimiterMemory>;

function makeLimiters(): Limiters {
  const make = (name: LimitName) => new RateLimiterMemory({ keyPrefix: name, ...limits[name] });
  return {
    lookUpsByAddress: make('lookUpsByAddress'),
    lookUpsByNetwork: make('lookUpsByNetwork'),
    lookUpsByAccount: make('lookUpsByAccount'),
    transactionsByAddress: make('transactionsByAddress'),
    paymentsByAddress: make('paymentsByAddress'),
    codesByAddress: make('codesByAddress'),
  };
}

/** One use of something limited: which limit, and whose. */
export interface LimitedUse {
  readonly limit: LimitName;
  readonly of: string;
}

/** Counts the uses; when one of them is too many, gives the seconds to wait. */
export async function countUses(uses: readonly LimitedUse[]): Promise<Result<null, { readonly retryAfter: number }>> {
  const limiters = keepInProcess('limiters', makeLimiters);
  for (const use of uses) {
    try {
      await limiters[use.limit].consume(use.of);
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      return failure({ retryAfter: Math.max(1, Math.ceil(refused.msBeforeNext / 1000)) });
    }
  }
  return success(null);
}

/** Gives the network that an address belongs to: /24 of IPv4, /48 of IPv6. */
export function networkOf(address: string): string {
  if (isIP(address) === 4) return address.split('.').slice(0, 3).join('.');
  return isIP(address) === 6
    ? new URL(`http://[${address}]`).hostname.slice(1).split(':').slice(0, 3).join(':')
    : address;
}
