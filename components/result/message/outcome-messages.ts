import type { Outcome } from '@/lib/domain/payment/outcomes';
import type { PaymentResult } from '@/lib/domain/payment/payment';

/** Where the words of each outcome stand in the catalogue, under `result`. */
export const outcomeMessageKeys = {
  successful: 'successful',
  failed: 'failed',
  pending: 'pending',
  'pending-approval': 'pendingApproval',
  expired: 'expired',
  cancelled: 'cancelled',
  'session-expired': 'sessionExpired',
  processed: 'processed',
  blacklisted: 'blacklisted',
  review: 'review',
  error: 'error',
} as const satisfies Record<Outcome, string>;

/**
 * Gives the keys of a result's title, of what is true and of what to do next. 'Try again' and the like are said only when nothing has
 * left for a bank: of an attempt without a known end, nobody knows whether money has moved. An order that nobody has tried to pay is
 * not one that is no longer valid.
 */
export function outcomeMessages({ outcome, method, canTryAgain }: PaymentResult) {
  const isUncertain = method !== null && (outcome === 'expired' || outcome === 'error');
  if (isUncertain) {
    return {
      title: `${outcome}.title`,
      text: `${outcome}.unknownText`,
      next: `${outcome}.unknownNext`,
    } as const;
  }
  const words = outcome === 'session-expired' && canTryAgain ? 'notTried' : outcomeMessageKeys[outcome];
  return { title: `${words}.title`, text: `${words}.text`, next: `${words}.next` } as const;
}
