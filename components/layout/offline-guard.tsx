'use client';

import { useEffect, useState } from 'react';

/** Returns what leads away from the page by a click on a link or the submission of a form; null for anything else. */
function findPressed(event: Event): HTMLElement | null {
  if (event instanceof SubmitEvent) return event.submitter;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  const leaves = link?.protocol.startsWith('http') && link.target !== '_blank' && link.hash === '';
  return leaves ? link : null;
}

/**
 * Returns the URL of a page that a script is about to load; null for anything else. The back button is left to the browser, which may have kept the
 * page, and so are the fields of a form, which are not here to be sent again.
 */
function findDestination({ destination, formData, navigationType }: NavigateEvent): string | null {
  return destination.sameDocument || formData !== null || navigationType === 'traverse' ? null : destination.url;
}

/**
 * Keeps a page that is about to be left while the browser is offline, which would show its own error page in its place. It says so, and presses what
 * was pressed again, or loads what was being loaded, once there is a connection. What a component does itself (`preventDefault`) is left to it. What
 * scripts load is seen where the browser has the Navigation API.
 */
export function OfflineGuard({ text }: { readonly text: string }) {
  const [pressed, setPressed] = useState<HTMLElement | string | null>(null);

  useEffect(() => {
    function keepPage(event: Event) {
      if (navigator.onLine) return;
      const found = event.defaultPrevented ? null : findPressed(event);
      if (found !== null) event.preventDefault();
      // A form that is pressed since takes the place of a link, also where it says itself what to do.
      if (found !== null || event.type === 'submit') setPressed(found);
    }
    function keepLoad(event: NavigateEvent) {
      const found = navigator.onLine ? null : findDestination(event);
      if (found === null) return;
      event.preventDefault();
      setPressed(found);
    }
    function leave() {
      setPressed(null);
      if (typeof pressed === 'string') window.location.assign(pressed);
      else pressed?.click();
    }
    const listeners = new AbortController();
    const { signal } = listeners;
    window.addEventListener('click', keepPage, { signal });
    window.addEventListener('submit', keepPage, { signal });
    window.addEventListener('online', leave, { signal });
    if ('navigation' in window) window.navigation.addEventListener('navigate', keepLoad, { signal });
    return () => listeners.abort();
  }, [pressed]);

  if (pressed === null) return null;
  return (
    <p role="alert" className="bg-warning-soft border-warning sticky top-0 z-20 border-b p-4 text-center font-medium">
      {text}
    </p>
  );
}
