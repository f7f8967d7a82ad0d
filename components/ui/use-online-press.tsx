'use client';

import { useState, type SyntheticEvent } from 'react';

/**
 * For a form that leaves the page: offline the browser would show its own error page in place of this one. Returns the handler of the
 * press, which prevents it offline, and the live region that says so until the next press.
 */
export function useOnlinePress(offlineText: string) {
  const [isOffline, setOffline] = useState(false);
  return {
    onPress(event: SyntheticEvent) {
      setOffline(!navigator.onLine);
      if (!navigator.onLine) event.preventDefault();
    },
    status: (
      <p role="status" className="not-empty:mt-3">
        {isOffline && offlineText}
      </p>
    ),
  };
}
