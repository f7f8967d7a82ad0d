import type { BankPayment } from '../bank/bank-payment';
import type { Page } from '../pages/layout';
import { html } from '../../html/markup';
import { renderPaymentSummary } from '../pages/payment-summary';
import type { PresentmentNetwork } from './network';

/** The page of a counter or a bank's app: takes a code, and decides the payment. */
export function buildCodePage(network: PresentmentNetwork, code: string, refusal: string | null): Page {
  const { name, label } = network.field;
  const buttons = network.buttons.map(
    ({ value, label: words }, index) =>
      html`<button type="submit" name="button" value="${value}" class="${index === 0 ? 'main' : ''}">${words}</button>`,
  );
  return {
    title: network.heading,
    body: html`<h1>${network.heading}</h1>
      ${refusal === null ? null : html`<p data-testid="refusal" role="alert">${refusal}</p>`}
      <form method="post" action="/${network.name}">
        <p>
          <label for="code">${label}</label>
          <input id="code" name="${name}" value="${code}" autocomplete="off" required />
        </p>
        <div class="buttons">${buttons}</div>
      </form>`,
  };
}

/** The result of a code. */
export function buildCodeEndedPage(network: PresentmentNetwork, payment: BankPayment): Page {
  const words = payment.state === 'approved' ? 'Paid' : 'Declined';
  return {
    title: network.heading,
    body: html`<h1>${words}</h1>
      <p data-testid="settled">${payment.merchant} has been notified.</p>
      ${renderPaymentSummary(payment)} <a class="link" href="/${network.name}">Take another</a>`,
  };
}
