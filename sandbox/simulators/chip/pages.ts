import { html, type Markup } from '../../html/markup';
import type { Page } from '../pages/layout';
import { renderPaymentSummary, type PaymentSummary } from '../pages/payment-summary';
import { chipMethods, kindOfMethod, listBanks, type MethodName } from './methods';
import type { Purchase, Session } from './purchase';

const brand = 'CHIP Collect';

/** What the pages show of a purchase. */
export function summaryOf({ id, request, total }: Purchase, merchant: string): PaymentSummary {
  const [product] = request.purchase.products;
  return { merchant, number: request.reference || id, description: product?.name ?? '', amount: total };
}

const issuers: Partial<Record<MethodName, string>> = {
  visa: 'Visa Secure',
  mastercard: 'Mastercard Identity Check',
  american_express: 'American Express SafeKey',
};

/** The heading of a session's page: the bank, the wallet or the card's 3-D Secure service. */
export function headingOf({ method, bank }: Pick<Session, 'method' | 'bank'>): string {
  return issuers[method] ?? listBanks(method)[bank] ?? chipMethods[method].label;
}

function renderLinks(links: readonly { readonly href: string; readonly label: string }[]): Markup {
  return html`<div class="buttons">
    ${links.map(({ href, label }) => html`<a class="link" href="${href}">${label}</a>`)}
  </div>`;
}

function renderWayBack(purchase: Purchase): Markup | null {
  const { cancel_redirect: url } = purchase.request;
  return url === ''
    ? null
    : html`<p></p>
        <a class="link" href="${url}">Return to seller</a>`;
}

/** CHIP's own choice of a method. Cards are one choice. */
export function buildMethodPage(purchase: Purchase, merchant: string, methods: readonly MethodName[]): Page {
  const links = methods
    .filter((name) => kindOfMethod(name) !== 'card')
    .map((name) => ({ href: `?preferred=${name}`, label: chipMethods[name].label }));
  const takesCards = methods.some((name) => kindOfMethod(name) === 'card');
  return {
    title: brand,
    body: html`<h1>${brand}</h1>
      <p>Choose how to pay.</p>
      ${renderPaymentSummary(summaryOf(purchase, merchant))}
      ${renderLinks([...links, ...(takesCards ? [{ href: '?preferred=card', label: 'Card' }] : [])])}
      ${renderWayBack(purchase)}`,
  };
}

/** CHIP's own list of a method's banks. */
export function buildBankListPage(purchase: Purchase, merchant: string, method: MethodName): Page {
  const links = Object.entries(listBanks(method)).map(([code, label]) => ({
    href: `?preferred=${method}&fpx_bank_code=${code}`,
    label,
  }));
  return {
    title: brand,
    body: html`<h1>${chipMethods[method].label}</h1>
      <p>Choose your bank.</p>
      ${renderPaymentSummary(summaryOf(purchase, merchant))} ${renderLinks(links)} ${renderWayBack(purchase)}`,
  };
}

const cardInputs = [
  { name: 'cardholder_name', label: 'Name on card', complete: 'cc-name' },
  { name: 'card_number', label: 'Card number', complete: 'cc-number' },
  { name: 'expires', label: 'Expiry (MM/YY)', complete: 'cc-exp' },
  { name: 'cvc', label: 'CVC', complete: 'cc-csc' },
] as const;

/** CHIP's own form of a card, with the fields of a direct post. */
export function buildCardPage(purchase: Purchase, merchant: string): Page {
  const { success_redirect: url } = purchase.request;
  const inputs = cardInputs.map(
    ({ name, label, complete }) =>
      html`<p>
        <label for="${name}">${label}</label><input id="${name}" name="${name}" autocomplete="${complete}" />
      </p>`,
  );
  return {
    title: brand,
    // The browser checks a redirect after a post against the policy, too.
    ...(url === '' ? {} : { postsTo: new URL(url).origin }),
    body: html`<h1>Card</h1>
      ${renderPaymentSummary(summaryOf(purchase, merchant))}
      <form method="post" action="/chip/p/${purchase.id}/card">
        ${inputs}
        <button type="submit" class="main">Pay</button>
      </form>
      ${renderWayBack(purchase)}`,
  };
}

const words: Partial<Record<Purchase['status'], string>> = {
  paid: 'Payment successful',
  hold: 'Payment authorised',
  preauthorized: 'Card saved',
  error: 'Payment failed',
  pending_execute: 'Payment is being processed',
  cancelled: 'This payment was cancelled',
  expired: 'This payment has expired',
};

/** CHIP's standard screen: for a purchase without a redirect, and for one that can no longer be paid. */
export function buildStandardPage(purchase: Purchase, merchant: string): Page {
  return {
    title: brand,
    body: html`<h1>${words[purchase.status] ?? 'This payment has ended'}</h1>
      <p data-testid="chip-status">${purchase.status}</p>
      ${renderPaymentSummary(summaryOf(purchase, merchant))} ${renderWayBack(purchase)}`,
  };
}
