'use client';

import { useEffect, useState } from 'react';

/** The window in which the account is linked. */
const windowName = 'account-link';

interface LeaveFrameProps {
  readonly formId: string;
  /** Said when the browser refuses the new window. */
  readonly blocked: string;
}

/**
 * Inside a partner's frame a form opens a window of its own: a sign-in page does not let itself be framed, and the partner's page stays.
 * Without scripts the form's `target` takes the whole window. A payer whose browser refuses the window is told so. Specification, section
 * 8: 'Please enable popups to continue'.
 */
export function LeaveFrame({ formId, blocked }: LeaveFrameProps) {
  const [isBlocked, setIsBlocked] = useState(false);

  useEffect(() => {
    const form = document.getElementById(formId);
    if (!(form instanceof HTMLFormElement) || window.self === window.top) return undefined;
    function leave(this: HTMLFormElement, event: SubmitEvent) {
      const isRefused = window.open('', windowName) === null;
      setIsBlocked(isRefused);
      if (isRefused) event.preventDefault();
      else this.target = windowName;
    }
    form.addEventListener('submit', leave);
    return () => form.removeEventListener('submit', leave);
  }, [formId]);

  return (
    <p role="alert" className="text-danger font-medium empty:hidden">
      {isBlocked ? blocked : ''}
    </p>
  );
}
