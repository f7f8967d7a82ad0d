'use client';

import { useTranslations } from 'next-intl';
import { use, type ComponentProps } from 'react';
import { Button } from '@/components/ui/button';
import { SubmissionContext } from '../form-context';

/** The submit button of a `<Form>`: busy during the submission, with its status below, and after a while what to do meanwhile. */
export function SubmitButton(props: ComponentProps<typeof Button>) {
  const t = useTranslations('layout');
  const { isBusy, status } = use(SubmissionContext);
  const busy = props.busy || isBusy;
  return (
    <div className="grid">
      <Button {...props} busy={busy} />
      {/* Always rendered: screen readers announce changes of a live region, neither its initial content nor a button's label. */}
      <div role="status">
        <span className="sr-only">{busy ? props.busyLabel : null}</span>
        <p data-testid="proof-of-work" className="text-ink-soft not-empty:mt-3">
          {status}
        </p>
      </div>
      {props.busyLabel === undefined ? null : <p className="slow-note">{t('busyLong')}</p>}
    </div>
  );
}
