'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useId, useRef } from 'react';
import { Button } from '@/components/ui/button';

interface LeaveDialogProps {
  readonly onLeave: () => void;
  readonly onStay: () => void;
}

/** Asks before the payer leaves pay by mobile: an action may be repeated. Specification, section 8. */
export function LeaveDialog({ onLeave, onStay }: LeaveDialogProps) {
  const t = useTranslations();
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onClose={onStay}
      className="sheet text-ink m-auto w-[min(28rem,calc(100%-2rem))] backdrop:bg-black/60"
    >
      <h2 id={`${id}-title`} className="text-lg">
        {t('payByMobile.cancelTitle')}
      </h2>
      <p id={`${id}-text`} className="text-ink-soft mt-1 mb-4">
        {t('errors.leavePayByMobile')}
      </p>
      <div className="grid gap-3 sm:flex">
        <Button type="button" variant="secondary" autoFocus onClick={() => dialog.current?.close()}>
          {t('payByMobile.cancelKeep')}
        </Button>
        <Button type="button" variant="danger" testId="confirm" onClick={onLeave}>
          {t('payByMobile.cancelConfirm')}
        </Button>
      </div>
    </dialog>
  );
}
