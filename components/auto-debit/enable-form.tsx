'use client';

import { useTranslations } from 'next-intl';
import { useState, type ReactNode, type SubmitEvent } from 'react';
import { flushSync } from 'react-dom';
import { actions } from '@/lib/routes';

/** The window in which the account is linked. */
const windowName = 'account-link';

interface EnableFormProps {
  readonly refid: string;
  /** True when it opens the account-linking service, whose sign-in page cannot be framed. */
  readonly leavesFrame: boolean;
  readonly idempotencyKey: string;
  /** Proves that the page showed the offer: a result page does not open its payment. */
  readonly offerToken?: string;
  /** The button. */
  readonly children: ReactNode;
}

/**
 * Starts a registration: sends a PIN or opens the account-linking service. In a partner's frame the service opens in a new window, so that
 * the partner's page stays; without scripts `target="_top"` replaces the whole page. If the browser blocks the window, a message is shown.
 * Specification, section 8: 'Please enable popups to continue'.
 */
export function EnableForm({ refid, leavesFrame, idempotencyKey, offerToken, children }: EnableFormProps) {
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
      {offerToken === undefined ? null : <input type="hidden" name="offerToken" value={offerToken} />}
      {leavesFrame ? (
        <p role="alert" className="text-danger font-medium empty:hidden">
          {isBlocked ? t('enablePopups') : ''}
        </p>
      ) : null}
      {children}
    </form>
  );
}
