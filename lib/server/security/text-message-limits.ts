import 'server-only';
import { toNetworkPrefix } from '@/lib/domain/visit/client-network';
import { failure, type Result } from '@/lib/domain/result';
import type { BackendError } from '../backend/backend-client';
import {
  consumeRateLimit,
  consumeRateLimits,
  refundRateLimits,
  resetRateLimit,
  type RateLimitUse,
} from './rate-limits';

/** A request for a text message with a code. */
interface TextMessageRequest {
  readonly refid: string;
  /** Of the form: the backend sends one message for it, however often it is posted. */
  readonly idempotencyKey: string;
  readonly clientAddress: string;
}

/**
 * Requests a text message with a code within the limits that many payers share, whatever its recipient. They count messages, not posts: a
 * request that the backend refuses is refunded, and a repeated one is not counted again, so that nobody can use up the limits without
 * messages being sent. Security, row 19.
 */
export async function sendWithinTextMessageLimits<Value, Code extends string>(
  { refid, idempotencyKey, clientAddress }: TextMessageRequest,
  send: () => Promise<Result<Value, BackendError<Code>>>,
): Promise<Result<Value, BackendError<Code> | { readonly kind: 'text-limit'; readonly retryAfter: number }>> {
  const request: RateLimitUse = { limit: 'textRequests', key: `${refid} ${idempotencyKey}` };
  const shared: readonly RateLimitUse[] = [
    { limit: 'textsByNetwork', key: toNetworkPrefix(clientAddress) },
    { limit: 'texts', key: 'all' },
  ];
  const isRepeated = (await consumeRateLimit(request)) !== null;
  const counted = await consumeRateLimits(isRepeated ? [] : shared);
  if (!counted.ok) {
    await resetRateLimit(request);
    return failure({ kind: 'text-limit', retryAfter: counted.error.retryAfter });
  }
  const response = await send();
  // After a fault it is unknown whether the message was sent.
  const isRefused = !response.ok && response.error.kind === 'problem';
  if (isRefused && !isRepeated) await Promise.all([refundRateLimits(shared), resetRateLimit(request)]);
  return response;
}
