'use client';

import { useEffect, useState, type ComponentProps, type MouseEvent } from 'react';
import { LinkButton } from './button';

interface OnlineLinkProps extends Pick<ComponentProps<typeof LinkButton>, 'variant' | 'testId' | 'children'> {
  readonly href: string;
  /** Out of a partner's frame. */
  readonly target?: '_top';
  /** Shown below the link when it is followed offline; absent: the page says so itself. */
  readonly offlineText?: string;
}

/**
 * A link styled as a button. Followed offline, it waits until the browser is online again: the browser would show its own error page in place of this
 * page.
 */
export function OnlineLink({ href, target, offlineText, ...button }: OnlineLinkProps) {
  /** What was pressed offline. */
  const [waiting, setWaiting] = useState<HTMLElement | null>(null);

  useEffect(() => {
    if (waiting === null) return undefined;
    const open = () => waiting.click();
    window.addEventListener('online', open);
    return () => window.removeEventListener('online', open);
  }, [waiting]);

  function waitWhenOffline(event: MouseEvent<HTMLElement>) {
    setWaiting(navigator.onLine ? null : event.currentTarget);
    if (!navigator.onLine) event.preventDefault();
  }

  return (
    <div className="grid">
      <LinkButton {...button} href={href} target={target} onClick={waitWhenOffline} />
      {offlineText === undefined ? null : (
        <p role="status" className="text-center text-balance not-empty:mt-3">
          {waiting && offlineText}
        </p>
      )}
    </div>
  );
}
