import type { BankButton } from '../../scenarios/bank-buttons';
import type { Page } from './layout';
import { html, type Markup } from '../../html/markup';
import { renderPaymentSummary, type PaymentSummary } from './payment-summary';

const plain = new Set(['approve', 'decline', 'cancel']);

function renderButtons(buttons: readonly BankButton[]): Markup {
  const rendered = buttons.map(
    ({ value, label }) =>
      html`<button type="submit" name="button" value="${value}" class="${value === 'approve' ? 'main' : ''}">
        ${label}
      </button>`,
  );
  return html`<div class="buttons">${rendered}</div>`;
}

/** The bank's page: merchant, reference and amount, and a button for every outcome. A plain form that posts to `action`. */
export function buildDecisionPage(
  payment: PaymentSummary,
  bank: string,
  {
    action,
    buttons,
    fields,
  }: {
    readonly action: string;
    readonly buttons: readonly BankButton[];
    /** What is chosen besides, before the buttons. */
    readonly fields?: Markup | undefined;
  },
): Page {
  const ordinary = buttons.filter(({ value }) => plain.has(value));
  const unusual = buttons.filter(({ value }) => !plain.has(value));
  return {
    title: bank,
    body: html`<h1>${bank}</h1>
      <p>Choose how this payment ends.</p>
      ${renderPaymentSummary(payment)}
      <form method="post" action="${action}">
        ${fields ?? ''} ${renderButtons(ordinary)}
        <h2>Unusual endings</h2>
        ${renderButtons(unusual)}
      </form>`,
  };
}
