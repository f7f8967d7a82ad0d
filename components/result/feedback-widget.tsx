'use client';

import { useEffect } from 'react';
import { useHydrated } from '@/components/ui/use-hydrated';

declare global {
  interface Window {
    /** Read by the widget's script when it starts. */
    Userback?: { access_token: string };
  }
}

interface FeedbackWidgetProps {
  readonly accessToken: string;
  /** The URL of the widget's script. */
  readonly scriptUrl: string;
}

/**
 * The operator's feedback widget (specification, section 3: `isUserFeedbackEnabled`, `userbackAccessToken`), loaded after hydration. The
 * result pages' CSP allows it: a script with a nonce may load others (`strict-dynamic`).
 */
export function FeedbackWidget({ accessToken, scriptUrl }: FeedbackWidgetProps) {
  const isHydrated = useHydrated();
  useEffect(() => {
    window.Userback = { access_token: accessToken };
  }, [accessToken]);
  return isHydrated ? <script async src={scriptUrl} /> : null;
}
