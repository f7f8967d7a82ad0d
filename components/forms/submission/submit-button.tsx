'use client';

import { use, type ComponentProps } from 'react';
import { Button } from '@/components/ui/button';
import { SubmissionContext } from '../form-context';

/** The button that submits a `<Form>`: busy while that is under way, and saying what the payer waits for. */
export function SubmitButton(props: ComponentProps<typeof Button>) {
  const { isBusy, status } = use(SubmissionContext);
  return (
    <div className="grid">
      <Button {...props} busy={props.busy ?? isBusy} />
      {/* Always there: a screen reader hears what changes in a live region, not what it comes with. */}
      <p role="status" data-testid="proof-of-work" className="text-ink-soft not-empty:mt-3">
        {status}
      </p>
    </div>
  );
}
