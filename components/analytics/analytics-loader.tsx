'use client';

import { useEffect } from 'react';
import type { Consent } from '@/lib/analytics/consent';

/** Fetches what asks for consent and, that given, writes events. It stands on a page only where analytics is turned on. */
export function AnalyticsLoader({ consent }: { readonly consent: Consent }) {
  useEffect(() => {
    let stop: (() => void) | undefined;
    let isWanted = true;
    void import('./take-answers').then(({ takeAnswers }) => {
      if (isWanted) stop = takeAnswers(consent);
    });
    return () => {
      isWanted = false;
      stop?.();
    };
  }, [consent]);
  return null;
}
