import { formFailed, formSending } from '@/components/ui/form-news';
import { apiError, methodEvent, stepEvent } from '@/lib/analytics/events';
import { readPaymentData } from '@/lib/analytics/payment-data';
import { isPaymentMethod } from '@/lib/domain/payment-methods';

declare global {
  interface Window {
    /** Where an operator's own analytics reads. It is there only once the payer has agreed. */
    dataLayer?: unknown[];
  }
}

/** What this page has told of itself already: a page that renders itself anew tells what is new. */
const told = new Set<string>();

/** Writes to the data layer what this page tells of itself and what the payer does on it. Gives what ends that. */
export function sendEvents(): () => void {
  const ending = new AbortController();
  const { signal } = ending;

  function tellOfPage() {
    for (const { dataset } of document.querySelectorAll<HTMLElement>('[data-analytics]')) {
      const { analytics = '' } = dataset;
      if (told.has(analytics)) continue;
      told.add(analytics);
      const event: unknown = JSON.parse(analytics);
      if (typeof event === 'object' && event !== null) write(event);
    }
  }
  tellOfPage();
  const observer = new MutationObserver(tellOfPage);
  const main = document.getElementById('main');
  if (main) observer.observe(main, { subtree: true, childList: true, attributeFilter: ['data-analytics'] });
  signal.addEventListener('abort', () => observer.disconnect());

  const sending = ({ target }: Event) => target instanceof HTMLFormElement && writeSending(target);
  document.addEventListener(formSending, sending, { signal });
  // A form that no script has taken over is sent by the browser.
  const submit = (event: SubmitEvent) => {
    if (!event.defaultPrevented && !event.submitter?.hasAttribute('formaction')) sending(event);
  };
  document.addEventListener('submit', submit, { signal });

  const fail = (event: Event) => {
    if (!(event instanceof CustomEvent && event.target instanceof HTMLFormElement)) return;
    const page = window.location.pathname;
    write(apiError({ page, method: 'POST', url: event.target.action, message: String(event.detail) }));
  };
  document.addEventListener(formFailed, fail, { signal });

  const choose = ({ target }: Event) => {
    if (!(target instanceof HTMLInputElement) || target.name !== 'selectedPaymentMethod') return;
    if (isPaymentMethod(target.value)) write(methodEvent('method_choice', target.value, readPayment()));
  };
  document.addEventListener('change', choose, { signal });
  return () => ending.abort();
}

function write(event: object): void {
  (window.dataLayer ??= []).push(event);
}

/** The forms that matter are known by the fields that only they have; all others tell nothing. */
function writeSending(form: HTMLFormElement): void {
  const fields = new FormData(form);
  if (fields.has('payOption')) write(stepEvent('proceed_to_payment', readPayment()));
  const method = fields.get('selectedPaymentMethod');
  if (typeof method === 'string' && isPaymentMethod(method)) {
    write(methodEvent('payment_attempt', method, readPayment()));
  }
}

/** What the page itself has told of its payment. */
function readPayment() {
  const event: unknown = JSON.parse(
    document.querySelector<HTMLElement>('[data-analytics]')?.dataset['analytics'] ?? '{}',
  );
  return readPaymentData(typeof event === 'object' && event !== null && 'payment' in event ? event.payment : null);
}
