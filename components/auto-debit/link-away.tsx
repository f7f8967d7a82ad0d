'use client';

import { useState, type MouseEvent } from 'react';
import { LinkButton } from '@/components/ui/button';

interface LinkAwayProps {
  readonly href: string;
  readonly label: string;
  /** Said when the browser refuses the new window. */
  readonly blocked: string;
}

/**
 * Goes to the account-linking service: in this window, or, inside a partner's frame, which a sign-in page does not let itself be shown
 * in, in a window of its own. A browser that refuses that is told so. Specification, section 8: 'Please enable popups to continue'.
 */
export function LinkAway({ href, label, blocked }: LinkAwayProps) {
  const [isBlocked, setIsBlocked] = useState(false);

  function leave(event: MouseEvent) {
    if (window.self === window.top) return;
    event.preventDefault();
    setIsBlocked(window.open(href, 'account-link') === null);
  }

  return (
    <div className="grid gap-3">
      <p role="alert" className="text-danger font-medium empty:hidden">
        {isBlocked ? blocked : ''}
      </p>
      <LinkButton full href={href} onClick={leave} testId="continue">
        {label}
      </LinkButton>
    </div>
  );
}
