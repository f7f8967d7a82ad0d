'use client';

import { createContext, use } from 'react';
import type { AnalyticsEvent } from '@/lib/analytics/events';
import type { PaymentMethod } from '@/lib/domain/methods/payment-methods';

/** What a page reports to analytics. Nothing is written without the payer's consent. */
export interface Analytics {
  /**
   * Tracks the page's event, once for the same content. Before the payer has answered it is held, and written when consent is given.
   * Returns a function that drops it, for when the page no longer shows it.
   */
  readonly track: (event: AnalyticsEvent) => () => void;
  /** Tracks a step of the payer with the payment data of the page's event. */
  readonly trackStep: (step: 'proceed_to_payment') => void;
  /** Tracks a chosen or used payment method with the payment data of the page's event. */
  readonly trackMethod: (kind: 'method_choice' | 'payment_attempt', method: PaymentMethod) => void;
}

/** Analytics is off without a provider. */
export const AnalyticsContext = createContext<Analytics>({
  track: () => () => undefined,
  trackStep: () => undefined,
  trackMethod: () => undefined,
});

/** Returns the analytics of the page; a no-op when analytics is off. */
export function useAnalytics(): Analytics {
  return use(AnalyticsContext);
}
