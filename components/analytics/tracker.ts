import type { FormEventListener } from '@/components/forms/submission/form-event-listener';
import type { AnalyticsEvent } from '@/lib/analytics/events';
import type * as dataLayerModule from './data-layer';
import type { Analytics } from './use-analytics';

type DataLayer = typeof dataLayerModule;

/** Tracks the events of one document. */
export interface Tracker extends Analytics, FormEventListener {
  /** Allows or stops writing. When allowed, the page's event is written first; events before that are dropped. */
  readonly setAllowed: (isAllowed: boolean) => void;
}

/** Creates a tracker that is not allowed to write yet. The code that writes events is imported once it is. */
export function createTracker(): Tracker {
  let isAllowed = false;
  let pageEvent: AnalyticsEvent | null = null;
  let lastPageEvent = '';
  let dataLayer: Promise<DataLayer | null> | undefined;

  /** Writes in call order. If the code cannot be loaded the events are lost and the page still works. */
  async function write(push: (dataLayer: DataLayer) => void) {
    if (!isAllowed) return;
    dataLayer ??= import('./data-layer').catch(() => null);
    const loaded = await dataLayer;
    // The payer may have withdrawn the consent meanwhile.
    if (loaded !== null && isAllowed) push(loaded);
  }

  function writePageEvent() {
    const event = pageEvent;
    void write(({ pushEvent }) => {
      const content = JSON.stringify(event);
      if (event === null || content === lastPageEvent) return;
      lastPageEvent = content;
      pushEvent(event);
    });
  }

  return {
    setAllowed: (allowed) => {
      isAllowed = allowed;
      writePageEvent();
    },
    track: (event) => {
      pageEvent = event;
      writePageEvent();
      return () => {
        if (pageEvent === event) pageEvent = null;
      };
    },
    trackStep: (step) => {
      const current = pageEvent;
      void write(({ pushStep }) => pushStep(step, current));
    },
    trackMethod: (kind, method) => {
      const current = pageEvent;
      void write(({ pushMethod }) => pushMethod(kind, method, current));
    },
    onSubmissionFailed: (failure) => {
      const page = window.location.pathname;
      void write(({ pushFailedSubmission }) => pushFailedSubmission(failure, page));
    },
  };
}
