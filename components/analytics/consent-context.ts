'use client';

import { createContext, use } from 'react';
import type { ConsentAnswer, Consent } from '@/lib/analytics/consent';

export interface ConsentContextValue {
  readonly consent: Exclude<Consent, 'off'>;
  /** Posts an answer and returns whether the server has stored it. After a refusal no event is written, stored or not. */
  readonly submitAnswer: (action: string, answer: ConsentAnswer) => Promise<boolean>;
  /** Applies an answer that the server has stored. */
  readonly applyAnswer: (answer: ConsentAnswer) => void;
}

export const ConsentContext = createContext<ConsentContextValue | null>(null);

/** Returns the payer's consent. Throws outside an `<AnalyticsProvider>`. */
export function useConsent(): ConsentContextValue {
  const context = use(ConsentContext);
  if (context === null) throw new Error('Consent needs an <AnalyticsProvider> around it');
  return context;
}
