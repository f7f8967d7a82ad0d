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
 * Keeps a page that is about to be left while the browser is offline, which would show its own error page in its place. It says so, and presses what
 * was pressed again once there is a connection. What a component does itself (`preventDefault`) is left to it.
 */
export function OfflineGuard({ text }: { readonly text: string }) {
  const [pressed, setPressed] = useState<HTMLElement | null>(null);

  useEffect(() => {
    function keepPage(event: Event) {
      if (navigator.onLine) return;
      const found = event.defaultPrevented ? null : findPressed(event);
      if (found !== null) event.preventDefault();
      // A form that is pressed since takes the place of a link, also where it says itself what to do.
      if (found !== null || event.type === 'submit') setPressed(found);
    }
    function leave() {
      setPressed(null);
      pressed?.click();
    }
    window.addEventListener('click', keepPage);
    window.addEventListener('submit', keepPage);
    window.addEventListener('online', leave);
    return () => {
      window.removeEventListener('click', keepPage);
      window.removeEventListener('submit', keepPage);
      window.removeEventListener('online', leave);
    };
  }, [pressed]);

  if (pressed === null) return null;
  return (
    <p role="alert" className="bg-warning-soft border-warning sticky top-0 z-20 border-b p-4 text-center font-medium">
      {text}
    </p>
  );
}
