'use client';

import { useEffect, useState, type ComponentProps, type MouseEvent } from 'react';
import { LinkButton } from '@/components/ui/button';

interface CheckAgainLinkProps extends Pick<ComponentProps<typeof LinkButton>, 'variant' | 'children'> {
  readonly href: string;
  /** Shown when it is followed offline, unless the page says so itself. */
  readonly offlineText?: string;
}

/**
 * Loads the result again. Offline it waits until the browser is online again: the browser would show its own error page in place of the result.
 */
export function CheckAgainLink({ href, offlineText, ...button }: CheckAgainLinkProps) {
  const [isWaiting, setWaiting] = useState(false);

  useEffect(() => {
    if (!isWaiting) return undefined;
    const load = () => window.location.assign(href);
    window.addEventListener('online', load);
    return () => window.removeEventListener('online', load);
  }, [isWaiting, href]);

  function waitWhenOffline(event: MouseEvent) {
    if (navigator.onLine) return;
    event.preventDefault();
    setWaiting(true);
  }

  return (
    <>
      <LinkButton {...button} href={href} onClick={waitWhenOffline} />
      {offlineText === undefined ? null : (
        <p role="status" className="text-ink-soft text-center text-balance empty:hidden">
          {isWaiting ? offlineText : ''}
        </p>
      )}
    </>
  );
}
