'use client';

import { useState } from 'react';
import { ConsentForm } from './consent-form';
import { useConsent } from './consent-context';

const buttonClasses =
  'min-h-tap min-w-tap text-ink-soft hover:text-ink cursor-pointer px-2 text-start underline underline-offset-4';

interface ConsentToggleProps {
  readonly action: string;
  readonly returnTo: string;
  /** Labels of the button. */
  readonly stop: string;
  readonly start: string;
}

/** A button that changes the payer's answer; nothing before the first answer. */
export function ConsentToggle({ action, returnTo, stop, start }: ConsentToggleProps) {
  const { consent } = useConsent();
  const [hadFocus, setHadFocus] = useState(false);
  if (consent === 'unasked') return null;
  const isCounted = consent === 'yes';
  return (
    <ConsentForm action={action} returnTo={returnTo} className="-mx-2 print:hidden" onAnswered={setHadFocus}>
      {/* A new button element takes the place and the focus: screen readers rarely announce a changed label. */}
      <button
        key={consent}
        autoFocus={hadFocus}
        name="answer"
        value={isCounted ? 'no' : 'yes'}
        className={buttonClasses}
        data-testid={isCounted ? 'analytics-stop' : 'analytics-start'}
      >
        {isCounted ? stop : start}
      </button>
    </ConsentForm>
  );
}
