'use client';

import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { FormEventListenerContext } from '@/components/forms/submission/form-event-listener';
import { MainRefContext } from '@/components/layout/main';
import type { ConsentAnswer } from '@/lib/analytics/consent';
import { ConsentContext, type ConsentContextValue } from './consent-context';
import { createTracker } from './tracker';
import { AnalyticsContext } from './use-analytics';

interface AnalyticsProviderProps {
  /** As the server rendered it. There is no provider if analytics is off. */
  readonly consent: ConsentContextValue['consent'];
  readonly children: ReactNode;
}

/** Provides the payer's consent, and reports events of the page and its forms. */
export function AnalyticsProvider({ consent: renderedConsent, children }: AnalyticsProviderProps) {
  const [answer, setAnswer] = useState<ConsentAnswer | null>(null);
  const [tracker] = useState(createTracker);
  const main = useRef<HTMLElement>(null);
  const consent = answer ?? renderedConsent;

  // Effects of children run before those of their parents, so the page's own event is already known.
  useEffect(() => {
    tracker.setAllowed(consent === 'yes');
    return () => tracker.setAllowed(false);
  }, [tracker, consent]);

  const consentValue = useMemo<ConsentContextValue>(
    () => ({
      consent,
      submitAnswer: async (action, submitted) => {
        if (submitted === 'no') tracker.setAllowed(false);
        const forms = await import('@/components/forms/submission/submit-form').catch(() => null);
        const fields = new URLSearchParams({ answer: submitted });
        return (await forms?.submitForm(action, fields))?.kind === 'accepted';
      },
      applyAnswer: setAnswer,
    }),
    [consent, tracker],
  );

  return (
    <AnalyticsContext value={tracker}>
      <FormEventListenerContext value={tracker}>
        <ConsentContext value={consentValue}>
          <MainRefContext value={main}>{children}</MainRefContext>
        </ConsentContext>
      </FormEventListenerContext>
    </AnalyticsContext>
  );
}
