'use client';

import { useEffect } from 'react';
import type { AnalyticsEvent } from '@/lib/analytics/events';
import { useAnalytics } from './use-analytics';

/** Tracks what the page shows; another event when the page is rendered again with one. */
export function PageEvent({ event }: { readonly event: AnalyticsEvent }) {
  const { track } = useAnalytics();
  useEffect(() => track(event), [track, event]);
  return null;
}
