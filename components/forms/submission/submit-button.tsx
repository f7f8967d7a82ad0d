'use client';

import { use, type ComponentProps } from 'react';
import { Button } from '@/components/ui/button';
import { SubmissionContext } from '../form-context';

/** The submit button of a `<Form>`: busy during the submission, with its status below. */
export function SubmitButton(props: ComponentProps<typeof Button>) {
  const { isBusy, status } = use(SubmissionContext);
  return (
    <div className="grid">
      <Button {...props} busy={props.busy ?? isBusy} />
      {/* Always rendered: screen readers announce changes of a live region, not its initial content. */}
      <p role="status" data-testid="proof-of-work" className="text-ink-soft not-empty:mt-3">
        {status}
      </p>
    </div>
  );
}
