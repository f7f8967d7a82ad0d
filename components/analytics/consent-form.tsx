'use client';

import { use, useRef, type ReactNode, type SubmitEvent } from 'react';
import { MainRefContext } from '@/components/layout/main';
import { isConsentAnswer, type ConsentAnswer } from '@/lib/analytics/consent';
import { useConsent } from './consent-context';

interface ConsentFormProps {
  /** The path to post to. */
  readonly action: string;
  /** The address to return to without scripts. */
  readonly returnTo: string;
  readonly className?: string;
  /** Called when the answer is stored, before it is applied. By default the form is removed and a focus in it moves to the main region. */
  readonly onAnswered?: (hasFocus: boolean) => void;
  /** The buttons, with the name `answer`. */
  readonly children: ReactNode;
}

/**
 * Posts the consent to analytics by `fetch`, so that typed input is not lost. When that fails the browser posts the form.
 */
export function ConsentForm({ action, returnTo, className, onAnswered, children }: ConsentFormProps) {
  const { submitAnswer, applyAnswer } = useConsent();
  const main = use(MainRefContext);
  const isNative = useRef(false);

  async function submit(form: HTMLFormElement, button: HTMLButtonElement, answer: ConsentAnswer) {
    if (await submitAnswer(action, answer)) {
      const hasFocus = form.contains(document.activeElement);
      if (onAnswered !== undefined) onAnswered(hasFocus);
      else if (hasFocus) main?.current?.focus({ preventScroll: true });
      applyAnswer(answer);
    } else {
      isNative.current = true;
      form.requestSubmit(button);
    }
  }

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    const { submitter } = event.nativeEvent;
    if (isNative.current || !(submitter instanceof HTMLButtonElement) || !isConsentAnswer(submitter.value)) return;
    event.preventDefault();
    void submit(event.currentTarget, submitter, submitter.value);
  }

  return (
    <form method="post" action={action} className={className} onSubmit={onSubmit}>
      <input type="hidden" name="returnTo" value={returnTo} />
      {children}
    </form>
  );
}
