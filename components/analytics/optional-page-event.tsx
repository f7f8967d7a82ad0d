import type { AnalyticsEvent } from '@/lib/analytics/events';
import { PageEvent } from './page-event';

/** Tracks the event of a page; renders nothing where there is none, so that the page does not load the tracking component. */
export function OptionalPageEvent({ event }: { readonly event: AnalyticsEvent | null }) {
  return event === null ? null : <PageEvent event={event} />;
}
