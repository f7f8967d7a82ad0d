import 'server-only';
import { toNetworkPrefix } from '@/lib/domain/visit/client-network';
import { failure, type Result } from '@/lib/domain/result';
import type { BackendError } from '../backend/backend-client';
import type { ProofOfWorkStrength } from './proof-of-work';
import {
  consumeRateLimit,
  consumeRateLimits,
  refundRateLimits,
  resetRateLimit,
  type RateLimitExceeded,
  type RateLimitUse,
} from './rate-limits';

/** A request for a text message with a code. */
interface TextMessageRequest {
  readonly refid: string;
  /** Of the form: the backend sends one message for it, however often it is posted. */
  readonly idempotencyKey: string;
  readonly clientAddress: string;
  /** The number that the payer typed; a message to the number on an account has none. */
  readonly recipient?: string;
  /** The proof of work of the post, redeemed only when one is needed. */
  readonly proof: { readonly redeem: () => Promise<ProofOfWorkStrength | null> };
}

/** Which limit is exceeded: one that payers share, or that of the number, for the rest of the day. */
type TextMessageLimit =
  { readonly kind: 'text-limit'; readonly exceeded: RateLimitExceeded } | { readonly kind: 'number-limit' };

/**
 * Requests a text message with a code within the limits that many payers share, whatever its recipient. They count messages, not posts: a
 * request that the backend refuses is refunded, and a repeated one is not counted again, so that nobody can use up the limits without
 * messages being sent. Beyond the first limits each message costs a proof of work, so that neighbours do not lock each other out.
 * Security, rows 19 and 45.
 */
export async function sendWithinTextMessageLimits<Value, Code extends string>(
  { refid, idempotencyKey, clientAddress, recipient, proof }: TextMessageRequest,
  send: () => Promise<Result<Value, BackendError<Code>>>,
): Promise<Result<Value, BackendError<Code> | TextMessageLimit>> {
  const request: RateLimitUse = { limit: 'textRequests', key: `${refid} ${idempotencyKey}` };
  const network = toNetworkPrefix(clientAddress);
  const shared: readonly RateLimitUse[] = [
    { limit: 'textsByNetwork', key: network },
    { limit: 'texts', key: 'all' },
    { limit: 'textsByNetworkHardLimit', key: network },
    { limit: 'textsHardLimit', key: 'all' },
  ];
  const byNumber: readonly RateLimitUse[] =
    recipient === undefined ? [] : [{ limit: 'textsByNumberAndNetwork', key: `${recipient} ${network}` }];
  const isRepeated = (await consumeRateLimit(request)) !== null;
  const counted = await consumeRateLimits(isRepeated ? [] : shared, async () => (await proof.redeem()) !== null);
  if (!counted.ok) {
    await resetRateLimit(request);
    return failure({ kind: 'text-limit', exceeded: counted.error });
  }
  const countedNumber = await consumeRateLimits(isRepeated ? [] : byNumber);
  if (!countedNumber.ok) {
    await Promise.all([refundRateLimits(shared), resetRateLimit(request)]);
    return failure({ kind: 'number-limit' });
  }
  const response = await send();
  // After a fault it is unknown whether the message was sent.
  const isRefused = !response.ok && response.error.kind === 'problem';
  if (isRefused && !isRepeated)
    await Promise.all([refundRateLimits([...shared, ...byNumber]), resetRateLimit(request)]);
  return response;
}
