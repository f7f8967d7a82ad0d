'use client';

import { createContext, use } from 'react';
import type { ConsentAnswer, Consent } from '@/lib/analytics/consent';

export interface ConsentContextValue {
  readonly consent: Exclude<Consent, 'off'>;
  /** Sends an answer without a new page, and returns whether the server has kept it. After a refusal nothing is written, kept or not. */
  readonly submitAnswer: (action: string, answer: ConsentAnswer) => Promise<boolean>;
  /** Applies an answer that the server has kept. */
  readonly applyAnswer: (answer: ConsentAnswer) => void;
}

export const ConsentContext = createContext<ConsentContextValue | null>(null);

/** Returns the payer's consent. Throws without an `<AnalyticsProvider>`: that is a bug. */
export function useConsent(): ConsentContextValue {
  const context = use(ConsentContext);
  if (context === null) throw new Error('Consent needs an <AnalyticsProvider> around it');
  return context;
}
