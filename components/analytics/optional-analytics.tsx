import type { ReactNode } from 'react';
import type { Consent } from '@/lib/analytics/consent';
import { AnalyticsProvider } from './analytics-provider';

/** Lets its children report events, where analytics is on. */
export function OptionalAnalytics({ consent, children }: { readonly consent: Consent; readonly children: ReactNode }) {
  return consent === 'off' ? children : <AnalyticsProvider consent={consent}>{children}</AnalyticsProvider>;
}
