import { formatRinggit, sen } from '@/lib/domain/money';
import { findDisplayedAttempt, type Payment } from '../../../backend/payments/model';
import { html, type Markup } from '../../html/markup';
import { renderStatus } from '../parts/badge';
import { paymentPath } from '../forms/settle';
import { menu } from './layout';
import { listPayments } from '../parts/payment-list';
import type { ShowPage } from '../page-request';
import { renderTime } from '../parts/time-format';

function renderPayment(payment: Payment): Markup {
  const { order, attempts } = payment;
  const method = findDisplayedAttempt(attempts)?.method ?? 'no attempt yet';
  return html`<li>
    <div class="main">
      <a class="name" href="${paymentPath(order.refid)}">${order.refid}</a>
      <div>${order.product_name} · ${order.account_number ?? 'no account'} · ${order.partner_key} · ${method}</div>
    </div>
    <div class="side">
      <strong>${formatRinggit(sen(order.total))}</strong> ${renderStatus(payment)}
      <span class="soft">${renderTime(order.created_at.toISOString())}</span>
    </div>
  </li>`;
}

function pagePath(search: string, page: number): string {
  const query = new URLSearchParams({ ...(search !== '' && { search }), page: String(page) });
  return `${menu.payments.path}?${query.toString()}`;
}

function renderPaging(search: string, page: number, hasMore: boolean): Markup | null {
  if (page === 1 && !hasMore) return null;
  return html`<nav aria-label="Pages">
    <ul>
      ${page === 1 ? null : html`<li><a rel="prev" href="${pagePath(search, page - 1)}">Newer</a></li>`}
      ${hasMore ? html`<li><a rel="next" href="${pagePath(search, page + 1)}">Older</a></li>` : null}
    </ul>
  </nav>`;
}

/** All payments, newest first, or those that a search finds. */
export const showPayments: ShowPage = async ({ settings, query }) => {
  const search = (query['search'] ?? '').trim();
  const page = /^[1-9]\d{0,4}$/.test(query['page'] ?? '') ? Number(query['page']) : 1;
  const { payments, hasMore } = await listPayments(settings.services.db, search, page);
  return {
    title: 'Payments',
    menuEntry: 'payments',
    body: html`<div class="card">
        <form method="get" action="${menu.payments.path}" role="search">
          <div class="field">
            <label for="search">Search</label>
            <span class="hint" id="search-hint">A whole refid, paymentId, account number or transaction ID.</span>
            <input
              id="search"
              name="search"
              type="search"
              value="${search}"
              maxlength="40"
              autocomplete="off"
              aria-describedby="search-hint"
            />
          </div>
          <div class="buttons">
            <button type="submit">Search</button>
            ${search === '' ? null : html`<a class="button" href="${menu.payments.path}">All payments</a>`}
          </div>
        </form>
      </div>
      <section class="card" aria-labelledby="list">
        <h2 id="list">
          ${search === '' ? 'Newest first' : `Found for ${search}`}${page === 1 ? null : `, page ${page}`}
        </h2>
        ${
          payments.length === 0
            ? html`<p>There are none.</p>`
            : html`<ul class="rows">
                ${payments.map(renderPayment)}
              </ul>`
        }
        ${renderPaging(search, page, hasMore)}
      </section>`,
  };
};
