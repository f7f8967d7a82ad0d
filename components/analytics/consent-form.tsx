'use client';

import { use, useRef, type ReactNode, type SubmitEvent } from 'react';
import { MainRefContext } from '@/components/layout/main';
import { isConsentAnswer, type ConsentAnswer } from '@/lib/analytics/consent';
import { useConsent } from './consent-context';

interface ConsentFormProps {
  /** The path that the answer is posted to. */
  readonly action: string;
  /** The address to return to without scripts. */
  readonly returnTo: string;
  readonly className?: string;
  /** The answer is kept and about to be applied. By default the form is removed then, and the focus in it moves on to the page. */
  readonly onAnswered?: (hasFocus: boolean) => void;
  /** The buttons, with the name `answer`. */
  readonly children: ReactNode;
}

/**
 * Answers whether the visit may be counted without a new page, so that nothing that is typed is lost. What cannot be kept so is posted by
 * the browser.
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
