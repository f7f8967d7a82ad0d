import type { BankPayment } from '../bank/bank-payment';
import type { ReportFields, ReturnMethod } from '../bank/rail';
import type { Page } from './layout';
import { html } from '../../html/markup';
import { renderPaymentSummary } from './payment-summary';

/** Brings the payer back with the bank's fields: by itself where scripts run and it is wished, by the button otherwise. */
export function buildReturnPage(
  payment: BankPayment,
  bank: string,
  back: { readonly url: string; readonly method: ReturnMethod },
  fields: ReportFields,
  submitsItself: boolean,
): Page {
  const inputs = Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
  );
  return {
    title: `Back from ${bank}`,
    postsTo: new URL(back.url).origin,
    submitsItself,
    body: html`<h1>Back to ${payment.merchant}</h1>
      <p>This payment has ended here. Continue to see how it stands.</p>
      ${renderPaymentSummary(payment)}
      <form method="${back.method}" action="${back.url}">
        ${inputs}
        <button type="submit" class="main" data-testid="continue">Continue</button>
      </form>`,
  };
}

/** Where a payer is left who does not come back: the merchant learns of the payment from the bank's server alone. */
export function buildNoReturnPage(payment: BankPayment, bank: string, siteOrigin: string): Page {
  return {
    title: bank,
    body: html`<h1>You may close this window</h1>
      <p>Your payment is done, and ${payment.merchant} is told by the bank itself.</p>
      ${renderPaymentSummary(payment)} <a class="link" href="${siteOrigin}/">Return to merchant</a>`,
  };
}

/** A message that is refused, and why: an altered or unsigned request reaches no bank. */
export function buildRefusalPage(reason: string): Page {
  return {
    title: 'Request refused',
    body: html`<h1>Request refused</h1>
      <p data-testid="refusal">${reason}</p>
      <p>No payment was begun. Go back to the merchant and try again.</p>`,
  };
}
