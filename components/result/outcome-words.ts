import type { Outcome } from '@/lib/domain/outcomes';

/** Where the words of each outcome stand in the catalogue, under `result`. */
export const outcomeWords = {
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
