import { sendForm } from '@/components/ui/send-form';
import { isAnalyticsAnswer, type AnalyticsAnswer, type Consent } from '@/lib/analytics/consent';
import { sendEvents } from './send-events';

/**
 * Writes events from now on if that was agreed to, and takes answers without a new page, so that nothing that is typed is lost. An
 * answer that cannot be kept goes the browser's own way. Gives what undoes all of it.
 */
export function takeAnswers(consent: Consent): () => void {
  let stopEvents = consent === 'yes' ? sendEvents() : null;
  const undoing = new AbortController();

  function apply(answer: AnalyticsAnswer) {
    stopEvents?.();
    stopEvents = answer === 'yes' ? sendEvents() : null;
    showAnswer(answer);
  }

  async function keep(form: HTMLFormElement, button: HTMLButtonElement, answer: AnalyticsAnswer) {
    // From the press on, whether or not the answer gets through.
    if (answer === 'no') stopEvents?.();
    const fields = new URLSearchParams({ answer });
    const sent = await sendForm(form.action, fields);
    if (sent.kind === 'accepted') return apply(answer);
    undoing.abort();
    form.requestSubmit(button);
  }

  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-consent]')) {
    form.addEventListener(
      'submit',
      (event) => {
        const { submitter } = event;
        if (!(submitter instanceof HTMLButtonElement) || !isAnalyticsAnswer(submitter.value)) return;
        event.preventDefault();
        void keep(form, submitter, submitter.value);
      },
      { signal: undoing.signal },
    );
  }
  return () => {
    undoing.abort();
    stopEvents?.();
  };
}

/** Takes the question away, and shows at the foot of the page how to take the answer back. The focus goes on to where there is something. */
function showAnswer(answer: AnalyticsAnswer): void {
  const question = document.getElementById('consent-question');
  const wasInQuestion = question?.contains(document.activeElement) ?? false;
  const wasInSwitch = document.activeElement?.closest('[data-consent]') !== null && !wasInQuestion;
  if (question !== null) question.hidden = true;
  for (const form of document.querySelectorAll<HTMLElement>('footer [data-consent]')) {
    form.hidden = false;
    for (const button of form.querySelectorAll('button')) {
      button.hidden = button.value === answer;
      if (!button.hidden && wasInSwitch) button.focus();
    }
  }
  if (wasInQuestion) document.getElementById('main')?.focus({ preventScroll: true });
}
