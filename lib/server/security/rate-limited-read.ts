import 'server-only';
import { hostOf } from '@/lib/domain/visit/client-network';
import { answerJson } from '../forms/responses';
import { countUses } from './rate-limits';
import { clientAddressHeader } from '../visit/visit-headers';

/** The address that a request counts under, as the front saw it; one without a front counts with all of its kind. */
export function addressOf(headers: Headers): string {
  return hostOf(headers.get(clientAddressHeader) ?? 'unknown');
}

/** Makes of a handler that reads one that answers an address 429, with `Retry-After`, when it asks too much. */
export function limitReads(read: (request: Request) => Promise<Response>): (request: Request) => Promise<Response> {
  return async (request) => {
    const counted = await countUses([{ limit: 'readsByAddress', of: addressOf(request.headers) }]);
    return counted.ok ? read(request) : answerJson({}, { status: 429, retryAfter: counted.error.retryAfter });
  };
}
