import type { AnalyticsEvent } from '@/lib/analytics/events';

/** What there is to tell of a page, where the sender finds it (components/analytics/send-events.ts). */
export function PageEvent({ event }: { readonly event: AnalyticsEvent }) {
  return <template data-analytics={JSON.stringify(event)} />;
}
