'use client';

import { useEffect } from 'react';

/**
 * Lifts a `<dialog>` that stands in the page over it, once: the browser keeps the focus in it and reads it out. Escape puts it back
 * into the page, where it can still be taken.
 */
export function OfferDialog({ dialogId }: { readonly dialogId: string }) {
  useEffect(() => {
    const dialog = document.getElementById(dialogId);
    if (!(dialog instanceof HTMLDialogElement) || typeof dialog.showModal !== 'function') return undefined;
    const putBack = () => dialog.show();
    dialog.close();
    dialog.showModal();
    dialog.addEventListener('cancel', waitForClose);
    function waitForClose() {
      dialog?.addEventListener('close', putBack, { once: true });
    }
    return () => dialog.removeEventListener('cancel', waitForClose);
  }, [dialogId]);
  return null;
}
