'use client';

import { useEffect } from 'react';
import { useHydrated } from '@/components/ui/use-hydrated';

declare global {
  interface Window {
    /** What the widget's script reads when it starts. */
    Userback?: { access_token: string };
  }
}

interface FeedbackWidgetProps {
  readonly accessToken: string;
  /** The address of the widget's script. */
  readonly scriptUrl: string;
}

/**
 * The feedback widget that the operator has turned on (specification, section 3: `isUserFeedbackEnabled`, `userbackAccessToken`), loaded
 * once the page is there. The policy of the result pages admits it: scripts with a nonce may load others (`strict-dynamic`).
 */
export function FeedbackWidget({ accessToken, scriptUrl }: FeedbackWidgetProps) {
  const isHydrated = useHydrated();
  useEffect(() => {
    window.Userback = { access_token: accessToken };
  }, [accessToken]);
  return isHydrated ? <script async src={scriptUrl} /> : null;
}
