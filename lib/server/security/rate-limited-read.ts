import 'server-only';
import { toHostPrefix } from '@/lib/domain/visit/client-network';
import { jsonResponse } from '../forms/responses';
import { consumeRateLimits } from './rate-limits';
import { clientAddressHeader } from '../visit/visit-headers';

/** The client address for rate limits, as the front set it; requests without the front share one key. */
export function readClientAddress(headers: Headers): string {
  return toHostPrefix(headers.get(clientAddressHeader) ?? 'unknown');
}

/** Wraps a read handler with a rate limit by client address: 429 with `Retry-After` when it is exceeded. */
export function rateLimitRead(read: (request: Request) => Promise<Response>): (request: Request) => Promise<Response> {
  return async (request) => {
    const counted = await consumeRateLimits([{ limit: 'readsByAddress', key: readClientAddress(request.headers) }]);
    return counted.ok ? read(request) : jsonResponse({}, { status: 429, retryAfter: counted.error.retryAfter });
  };
}
