'use client';

import { useEffect } from 'react';
import type { AnalyticsEvent } from '@/lib/analytics/events';
import { useAnalytics } from './use-analytics';

/** Tracks the page's event, and again when the page renders with another one. */
export function PageEvent({ event }: { readonly event: AnalyticsEvent }) {
  const { track } = useAnalytics();
  useEffect(() => track(event), [track, event]);
  return null;
}
