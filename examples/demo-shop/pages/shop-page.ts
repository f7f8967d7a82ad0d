import {
  countPieces,
  customers,
  delivery,
  formatAmount,
  linesOf,
  maximumQuantity,
  products,
  totalOf,
  type Basket,
  type ProductId,
} from '../catalogue';
import { failingOrders, refusedCalls } from '../failures';
import { readProgress } from '../order-progress';
import type { ShopOrder } from '../orders';
import { renderForDevelopers, writePage } from './layout';
import { html, type Markup } from './markup';

/** What a visitor has chosen. */
export interface Visit {
  readonly basket: Basket;
  /** A key of `customers`. */
  readonly customer: string;
  readonly email: string;
  /** The numbers of the visit's orders, newest first. */
  readonly orders: readonly string[];
}

/**
 * The basket's form. Every button that reads or changes the basket submits it, wherever it is on the page, so that the customer and the email that
 * were typed are never lost.
 */
const basketForm = 'basket-form';

const drawings: Readonly<Record<ProductId, Markup>> = {
  decoder: html`<rect x="30" y="38" width="140" height="34" rx="6" fill="var(--ink)" />
    <circle cx="150" cy="55" r="6" fill="#f2b84b" />
    <rect x="44" y="50" width="56" height="10" rx="3" fill="#7fd1ae" />`,
  remote: html`<rect x="80" y="12" width="40" height="80" rx="12" fill="var(--ink)" />
    <circle cx="100" cy="30" r="8" fill="#f2b84b" />
    <path d="M90 52h20M90 62h20M90 72h20" stroke="#7fd1ae" stroke-width="5" stroke-linecap="round" />`,
  cable: html`<path
      d="M40 70c0-50 60-50 60-16s60 34 60-16"
      fill="none"
      stroke="var(--ink)"
      stroke-width="7"
      stroke-linecap="round"
    />
    <rect x="28" y="64" width="24" height="20" rx="4" fill="var(--drawn)" />
    <rect x="148" y="20" width="24" height="20" rx="4" fill="var(--drawn)" />`,
};

function renderProducts(): Markup {
  const items = products.map(
    ({ id, name, about, amount }) =>
      html`<li class="card">
        <svg viewBox="0 0 200 104" aria-hidden="true">${drawings[id]}</svg>
        <h2>${name}</h2>
        <p class="soft">${about}</p>
        <p class="price">${formatAmount(amount)}</p>
        <button
          type="submit"
          form="${basketForm}"
          formaction="/basket"
          formnovalidate
          name="add"
          value="${id}"
          aria-label="Add to basket: ${name}"
        >
          Add<span>&nbsp;to basket</span>
        </button>
      </li>`,
  );
  // The Enter key presses the first submit button of a form in the page's order: it is to add nothing.
  return html`<div>
    <button
      type="submit"
      form="${basketForm}"
      formaction="/basket"
      formnovalidate
      class="unseen"
      tabindex="-1"
      aria-hidden="true"
    >
      Update basket
    </button>
    <ul class="goods" aria-label="Goods">
      ${items}
    </ul>
  </div>`;
}

function renderBasket({ basket, customer, email }: Visit): Markup {
  const lines = products
    .filter(({ id }) => basket[id] > 0)
    .map(
      ({ id, name, amount }) =>
        html`<div class="line">
          <label for="quantity-${id}">${name}</label>
          <input
            id="quantity-${id}"
            name="quantity.${id}"
            type="number"
            min="0"
            max="${maximumQuantity}"
            value="${basket[id]}"
          />
          <span>${formatAmount(amount * basket[id])}</span>
        </div>`,
    );
  const options = Object.entries(customers).map(
    ([key, { name }]) => html`<option value="${key}" ${key === customer ? html`selected` : null}>${name}</option>`,
  );
  return html`<form id="${basketForm}" class="card" method="post" action="/buy" aria-labelledby="basket">
    <h2 id="basket">Basket</h2>
    ${
      lines.length === 0
        ? html`<p>It is empty.</p>`
        : html`${lines}
            <div class="line">
              <span>${delivery.name}</span><span></span><span>${formatAmount(delivery.amount)}</span>
            </div>
            <div class="line sum">
              <span>Total</span><span data-testid="basket-total">${formatAmount(totalOf(linesOf(basket)))}</span>
            </div>
            <div class="row"><button type="submit" formaction="/basket" formnovalidate>Update basket</button></div>`
    }
    <div class="field">
      <label for="customer">Customer</label>
      <select id="customer" name="customer">
        ${options}
      </select>
    </div>
    <div class="field">
      <label for="email">Email</label>
      <input id="email" name="email" type="email" required maxlength="254" value="${email}" autocomplete="off" />
    </div>
    <p class="soft">A signed-in customer sees their saved cards, and may save more.</p>
    ${
      lines.length === 0
        ? null
        : html`<div class="row">
            <button type="submit" class="main" name="show" value="page">Go to the payment page</button>
          </div>`
    }
  </form>`;
}

/** The other ways to buy, which show how the shop works together with the payment service. `state` is that of their buttons. */
function renderOtherWays(state: Markup | null): Markup {
  return html`<section class="card" aria-labelledby="ways">
    <h3 id="ways">See how it works</h3>
    <p>Each buys the basket above, for a customer for whom the shop vouches, or for a guest.</p>
    <div class="row">
      <button type="submit" form="${basketForm}" name="show" value="request" ${state}>
        Show the signed request first
      </button>
      <button type="submit" form="${basketForm}" name="show" value="frame" ${state}>Buy in a frame</button>
    </div>
  </section>`;
}

interface Case {
  readonly name: string;
  readonly label: string;
  readonly text: string;
}

/** A group of cases, folded. `state` is that of their buttons. */
function renderCases(heading: string, cases: readonly Case[], state: Markup | null): Markup {
  const rows = cases.map(
    ({ name, label, text }) =>
      html`<li>
        <div>
          <h4>${label}</h4>
          <p>${text}</p>
        </div>
        <button
          type="submit"
          form="${basketForm}"
          formaction="/failures"
          name="case"
          value="${name}"
          aria-label="Try: ${label}"
          ${state}
        >
          Try it
        </button>
      </li>`,
  );
  return html`<details>
    <summary>${heading} (${cases.length})</summary>
    <ul class="cases">
      ${rows}
    </ul>
  </details>`;
}

function renderFailures(state: Markup | null): Markup {
  const orders = failingOrders.map(({ name, label, hint }) => ({ name, label, text: hint }));
  const calls = refusedCalls.map(({ name, label, meaning }) => ({ name, label, text: meaning }));
  return html`<section class="card" aria-labelledby="cases">
    <h3 id="cases">When it goes wrong</h3>
    <p>Each begins an order of the basket above, or makes a call that must be refused, and shows what was sent.</p>
    ${renderCases('Orders that fail or are late', orders, state)} ${renderCases('Calls that are refused', calls, state)}
  </section>`;
}

/** The visit's orders: what each has, its total, and what became of it. */
function renderOrders(orders: readonly ShopOrder[]): Markup | null {
  if (orders.length === 0) return null;
  const items = orders.map((order) => {
    const { basket, orderNumber } = order;
    const lines = basket === null ? [] : linesOf(basket);
    const goods = lines.map(({ name }) => name).join(', ');
    return html`<li>
      <a class="act" href="/orders/${orderNumber}">${goods === '' ? `Order ${orderNumber}` : goods}</a>
      ${lines.length === 0 ? null : html`<span>${formatAmount(totalOf(lines))}</span>`}
      <span class="soft">${readProgress(order).label}</span>
    </li>`;
  });
  return html`<section class="card" aria-labelledby="orders">
    <h2 id="orders">Your orders</h2>
    <ul class="orders">
      ${items}
    </ul>
  </section>`;
}

/** The shop: its goods, the basket and the visit's orders; below them, what a developer can try. */
export function writeShopPage(visit: Visit, orders: readonly ShopOrder[]): string {
  const isEmpty = countPieces(visit.basket) === 0;
  const state = isEmpty ? html`disabled` : null;
  return writePage(
    'Demo Shop',
    html`<div class="shop">${renderProducts()} ${renderBasket(visit)}</div>
      ${renderOrders(orders)}
      ${renderForDevelopers(
        'Every order’s page shows what the shop and the payment service have sent each other, with code to copy.',
        html`${isEmpty ? html`<p class="note">Add something to the basket to use these buttons.</p>` : null}
        ${renderOtherWays(state)} ${renderFailures(state)}`,
      )}`,
    visit.basket,
  );
}

/** The payment inside the shop's own page. The frame has the rest of the window's height, so that the window does not scroll. */
export function writeFramePage(paymentUrl: string, orderNumber: string, basket: Basket): string {
  return writePage(
    'Pay for your order',
    html`<a class="act" href="/orders/${orderNumber}">See your order</a>
      <iframe title="Payment" src="${paymentUrl}"></iframe>`,
    basket,
  );
}
