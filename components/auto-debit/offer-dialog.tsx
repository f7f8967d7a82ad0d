'use client';

import { useEffect } from 'react';

/**
 * Lifts a `<dialog>` that stands in the page over it, once, where it has waited unseen for that: the browser keeps the focus in it and
 * reads it out. Closed by Escape or its own button, it goes back into the page, where it can still be taken. As nobody has opened it, the
 * focus goes to what it lay over: the page's content, from its beginning.
 */
export function OfferDialog({ dialogId }: { readonly dialogId: string }) {
  useEffect(() => {
    const dialog = document.getElementById(dialogId);
    if (!(dialog instanceof HTMLDialogElement) || typeof dialog.showModal !== 'function') return undefined;
    const putBack = () => {
      // Not by show(), which would take the focus into it.
      dialog.setAttribute('open', '');
      document.getElementById('main')?.focus({ preventScroll: true });
    };
    // Not by close(): its event would come when the dialog is up already, and put it back at once.
    dialog.removeAttribute('open');
    delete dialog.dataset['waits'];
    dialog.showModal();
    dialog.addEventListener('close', putBack);
    return () => dialog.removeEventListener('close', putBack);
  }, [dialogId]);
  return null;
}
