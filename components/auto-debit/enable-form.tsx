'use client';

import { useTranslations } from 'next-intl';
import { useState, type ReactNode, type SubmitEvent } from 'react';
import { flushSync } from 'react-dom';
import { actions } from '@/lib/routes';

/** The window in which the account is linked. */
const windowName = 'account-link';

interface EnableFormProps {
  readonly refid: string;
  /** It leads to the account-linking service, whose sign-in page cannot be framed. */
  readonly leavesFrame: boolean;
  readonly idempotencyKey: string;
  /** The button. */
  readonly children: ReactNode;
}

/**
 * Begins a registration: it sends a PIN, or leads to the account-linking service. For the service a page in a partner's frame opens a
 * window, so that the partner's page stays; without scripts the form's `target` takes the whole window. A payer whose browser refuses the
 * window is told so. Specification, section 8: 'Please enable popups to continue'.
 */
export function EnableForm({ refid, leavesFrame, idempotencyKey, children }: EnableFormProps) {
  const t = useTranslations('errors');
  const [target, setTarget] = useState(leavesFrame ? '_top' : undefined);
  const [isBlocked, setIsBlocked] = useState(false);

  function openWindow(event: SubmitEvent<HTMLFormElement>) {
    if (!leavesFrame || window.self === window.top) return;
    const isRefused = window.open('', windowName) === null;
    if (isRefused) event.preventDefault();
    // The browser reads the target when this handler returns.
    flushSync(() => {
      setIsBlocked(isRefused);
      if (!isRefused) setTarget(windowName);
    });
  }

  return (
    <form method="post" action={actions.enableAutoDebit} target={target} className="grid gap-3" onSubmit={openWindow}>
      <input type="hidden" name="refid" value={refid} />
      <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
      {leavesFrame ? (
        <p role="alert" className="text-danger font-medium empty:hidden">
          {isBlocked ? t('enablePopups') : ''}
        </p>
      ) : null}
      {children}
    </form>
  );
}
