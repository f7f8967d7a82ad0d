import type { Outcome } from '@/lib/domain/payment/outcomes';
import type { PaymentResult } from '@/lib/domain/payment/payment';
import type { MethodCategory } from '@/lib/domain/methods/method-descriptor';
import { methodTable } from '@/lib/domain/methods/method-table';
import type { FaqQuestion } from '@/lib/domain/faq-questions';

/** The FAQ entry for each outcome; null when its own text is enough. */
const questionOfOutcome = {
  successful: null,
  failed: 'failed',
  pending: 'pending',
  'pending-approval': 'corporate',
  expired: 'timer',
  cancelled: null,
  'session-expired': 'timer',
  processed: 'pending',
  blacklisted: null,
  review: 'twice',
  error: 'twice',
} as const satisfies Record<Outcome, FaqQuestion | null>;

/** The FAQ entry for a failed payment by method category. */
const questionOfFailed = {
  savedCard: 'declined',
  newCard: 'declined',
  fpx: 'fpxFailed',
  m2u: 'fpxFailed',
  wallet: 'failed',
  dcb: 'failed',
} as const satisfies Record<MethodCategory, FaqQuestion>;

/** Returns the FAQ entry for a result; null when there is none. */
export function helpQuestionOf({
  outcome,
  method,
  unappliedPayments,
}: Pick<PaymentResult, 'outcome' | 'method' | 'unappliedPayments'>): FaqQuestion | null {
  if (unappliedPayments.length > 0) return 'twice';
  if (outcome === 'failed' && method !== null) return questionOfFailed[methodTable[method].category];
  // The payer had been at a bank when the time ran out.
  if (outcome === 'expired' && method !== null) return 'twice';
  return questionOfOutcome[outcome];
}
