'use client';

import { useEffect, useRef, useState } from 'react';

interface LeaveWarning {
  /** The address that the payer wants to leave for, until the question is answered; null if there is none. */
  readonly destination: string | null;
  /** Answers the question: the payer stays. */
  readonly stay: () => void;
  /** Loads an address without a warning. */
  readonly leave: (address: string) => void;
}

/** The address of the link that a click follows in this window; null if it follows none, or one to this page. */
function readDestination(event: MouseEvent): string | null {
  if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (link === null || link.href === '' || !['', '_self', '_top'].includes(link.target)) return null;
  const { origin, pathname, search } = window.location;
  const isOnThisPage = link.hash !== '' && link.origin + link.pathname + link.search === origin + pathname + search;
  return isOnThisPage ? null : link.href;
}

/**
 * Warns a payer who leaves this page: a link asks first, on the page; the back button, a reload and a closed window ask by the browser's own
 * dialog (`beforeunload`), which has no text of ours. Forms of the page leave it without a question. Specification, section 8.
 */
export function useLeaveWarning(): LeaveWarning {
  const [destination, setDestination] = useState<string | null>(null);
  const isLeaving = useRef(false);

  useEffect(() => {
    const listeners = new AbortController();
    const { signal } = listeners;
    function askOnPage(event: MouseEvent) {
      const address = readDestination(event);
      if (event.defaultPrevented || address === null) return;
      event.preventDefault();
      setDestination(address);
    }
    window.addEventListener('click', askOnPage, { signal });
    window.addEventListener('submit', (event) => (isLeaving.current = !event.defaultPrevented), { signal });
    window.addEventListener('beforeunload', (event) => !isLeaving.current && event.preventDefault(), { signal });
    // Restored from the back/forward cache: nobody is leaving any more.
    window.addEventListener('pageshow', () => (isLeaving.current = false), { signal });
    return () => listeners.abort();
  }, []);

  function leave(address: string) {
    isLeaving.current = true;
    window.location.assign(address);
  }

  return { destination, stay: () => setDestination(null), leave };
}
