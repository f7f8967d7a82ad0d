import type { ReportFields, ReturnMethod } from '../bank/gateway-protocol';
import type { Page } from './layout';
import { html } from '../../html/markup';
import { renderPaymentSummary, type PaymentSummary } from './payment-summary';

/** Returns the payer with the bank's fields: by a script if `submitsItself`, by the button otherwise. */
export function buildReturnPage(
  payment: PaymentSummary,
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
      <p>This payment has ended here. Continue to see its status.</p>
      ${renderPaymentSummary(payment)}
      <form method="${back.method}" action="${back.url}">
        ${inputs}
        <button type="submit" class="main" data-testid="continue">Continue</button>
      </form>`,
  };
}

/** The last page of a payer who does not return: only the bank's server reports the payment. */
export function buildNoReturnPage(payment: PaymentSummary, bank: string, siteOrigin: string): Page {
  return {
    title: bank,
    body: html`<h1>You may close this window</h1>
      <p>Your payment is done, and the bank notifies ${payment.merchant}.</p>
      ${renderPaymentSummary(payment)} <a class="link" href="${siteOrigin}/">Return to merchant</a>`,
  };
}

/** Why a message is refused, such as an altered or unsigned request. */
export function buildRefusalPage(reason: string): Page {
  return {
    title: 'Request refused',
    body: html`<h1>Request refused</h1>
      <p data-testid="refusal">${reason}</p>
      <p>No payment was begun. Go back to the merchant and try again.</p>`,
  };
}
