'use client';

import type { ComponentProps } from 'react';
import { LinkButton } from '@/components/ui/button';
import { useOnlinePress } from '@/components/ui/use-online-press';

interface CheckAgainLinkProps extends Pick<ComponentProps<typeof LinkButton>, 'variant' | 'children'> {
  readonly href: string;
  /** Shown when it is followed offline, unless the page says so itself. */
  readonly offlineText?: string;
}

/**
 * Loads the result again. Offline it waits until the browser is online again: the browser would show its own error page in place of the result.
 */
export function CheckAgainLink({ href, offlineText, ...button }: CheckAgainLinkProps) {
  const { isPrevented, preventOffline } = useOnlinePress(() => window.location.assign(href));
  return (
    <>
      <LinkButton {...button} href={href} onClick={preventOffline} />
      {offlineText === undefined ? null : (
        <p role="status" className="text-ink-soft text-center text-balance empty:hidden">
          {isPrevented ? offlineText : ''}
        </p>
      )}
    </>
  );
}
