'use client';

import { createContext, use } from 'react';
import type { AnalyticsEvent } from '@/lib/analytics/events';
import type { PaymentMethod } from '@/lib/domain/methods/payment-methods';

/** What a page reports to analytics. Nothing is written without the payer's consent. */
export interface Analytics {
  /**
   * Tracks what the page shows, once for the same content. Before the payer has answered it is kept, and written when the payer agrees.
   * Returns a function that forgets it, for when the page shows it no longer.
   */
  readonly track: (event: AnalyticsEvent) => () => void;
  /** Tracks a step of the payer, with the payment data of the page's own event. */
  readonly trackStep: (step: 'proceed_to_payment') => void;
  /** Tracks a payment method that the payer has chosen or pays by, with the payment data of the page's own event. */
  readonly trackMethod: (kind: 'method_choice' | 'payment_attempt', method: PaymentMethod) => void;
}

/** Without a provider analytics is off. */
export const AnalyticsContext = createContext<Analytics>({
  track: () => () => undefined,
  trackStep: () => undefined,
  trackMethod: () => undefined,
});

/** Returns what reports events to analytics. It does nothing where analytics is off. */
export function useAnalytics(): Analytics {
  return use(AnalyticsContext);
}
