'use client';

import type { ComponentProps } from 'react';
import { LinkButton } from './button';
import { useOnlinePress } from './use-online-press';

interface OnlineLinkProps extends Pick<ComponentProps<typeof LinkButton>, 'variant' | 'href' | 'children'> {
  /** Said below the link when it is followed offline. */
  readonly offlineText: string;
}

/** A link styled as a button that is not followed offline: the page stays. */
export function OnlineLink({ offlineText, ...link }: OnlineLinkProps) {
  const { onPress, status } = useOnlinePress(offlineText);
  return (
    <div className="grid">
      <LinkButton {...link} onClick={onPress} />
      {status}
    </div>
  );
}
