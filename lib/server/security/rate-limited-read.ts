import 'server-only';
import { toHostPrefix } from '@/lib/domain/visit/client-network';
import { jsonResponse } from '../forms/responses';
import { consumeRateLimits } from './rate-limits';
import { clientAddressHeader } from '../visit/visit-headers';

/** The address that a request counts under, as the front saw it; one without a front counts with all of its kind. */
export function readClientAddress(headers: Headers): string {
  return toHostPrefix(headers.get(clientAddressHeader) ?? 'unknown');
}

/** Makes of a handler that reads one that answers an address 429, with `Retry-After`, when it asks too much. */
export function rateLimitRead(read: (request: Request) => Promise<Response>): (request: Request) => Promise<Response> {
  return async (request) => {
    const counted = await consumeRateLimits([{ limit: 'readsByAddress', key: readClientAddress(request.headers) }]);
    return counted.ok ? read(request) : jsonResponse({}, { status: 429, retryAfter: counted.error.retryAfter });
  };
}
