import type { Outcome } from '@/lib/domain/payment/outcomes';
import type { PaymentResult } from '@/lib/domain/payment/payment';
import { methodTable, type MethodCategory } from '@/lib/domain/methods/payment-methods';
import type { FaqQuestion } from '@/lib/domain/faq-questions';

/** The question that each outcome raises; null where its own words say it all. */
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

/** What is asked of a failed payment, by its method. */
const questionOfFailed = {
  savedCard: 'declined',
  newCard: 'declined',
  fpx: 'fpxFailed',
  m2u: 'fpxFailed',
  wallet: 'failed',
  dcb: 'failed',
} as const satisfies Record<MethodCategory, FaqQuestion>;

/** Gives the question of the FAQ that a result raises; null when there is none. */
export function findHelp({ outcome, method }: Pick<PaymentResult, 'outcome' | 'method'>): FaqQuestion | null {
  if (outcome === 'failed' && method !== null) return questionOfFailed[methodTable[method].category];
  // Time ran out after the payer had gone to a bank.
  if (outcome === 'expired' && method !== null) return 'twice';
  return questionOfOutcome[outcome];
}
