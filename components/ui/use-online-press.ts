'use client';

import { useEffect, useEffectEvent, useState, type SyntheticEvent } from 'react';

/**
 * For a link or a form that leaves the page: offline the browser would show its own error page in place of this one. Returns the handler of the
 * press, which prevents it offline, and whether the last press was prevented: until the browser is online again, when `onOnline` is called.
 */
export function useOnlinePress(onOnline?: () => void) {
  const [isPrevented, setPrevented] = useState(false);
  const handleOnline = useEffectEvent(() => {
    setPrevented(false);
    onOnline?.();
  });

  useEffect(() => {
    if (!isPrevented) return undefined;
    const listener = () => handleOnline();
    window.addEventListener('online', listener);
    return () => window.removeEventListener('online', listener);
  }, [isPrevented]);

  function preventOffline(event: SyntheticEvent) {
    setPrevented(!navigator.onLine);
    if (!navigator.onLine) event.preventDefault();
  }

  return { isPrevented, preventOffline };
}
