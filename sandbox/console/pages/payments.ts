import { accountNumberSchema } from '@/lib/contract/primitives';
import { paymentMethods } from '@/lib/domain/methods/payment-methods';
import { formatRinggit, sen } from '@/lib/domain/money';
import type { PostingState } from '@/lib/domain/payment/posting-states';
import { openRefundStates } from '@/lib/domain/payment/refund-states';
import { outcomes } from '@/lib/domain/payment/outcomes';
import { findDisplayedAttempt, type Payment } from '../../../backend/payments/model';
import { sumRefundsOfOrders } from '../../../backend/refunds/model';
import { storedProductNameOf } from '../../../backend/payments/product-name';
import { html, type Markup } from '../../html/markup';
import { describeMethod } from '../../scenarios/payment-methods';
import { renderPostingState, renderRefunded, renderStatus } from '../parts/badge';
import { paymentPath } from '../forms/settle';
import { menu } from './layout';
import { describeAccount } from '../parts/account-list';
import {
  describeFilter,
  hasUnknownChoice,
  readFilter,
  readPage,
  renderFilter,
  renderPaging,
  type Filter,
} from '../parts/filter-form';
import { findOpenPostings, listPayments } from '../parts/payment-list';
import type { ShowPage } from '../page-request';
import { renderTime } from '../parts/time-format';

function renderPayment(payment: Payment, posting: PostingState | undefined, refunds: Markup | null): Markup {
  const { order, attempts } = payment;
  const method = findDisplayedAttempt(attempts)?.method;
  return html`<li>
    <div>${renderStatus(payment)}</div>
    <strong>${formatRinggit(sen(order.total))}</strong>
    <div class="main">
      <div>
        ${renderTime(order.created_at.toISOString())} ·
        ${method === undefined ? 'no attempt yet' : describeMethod(method)}
      </div>
      <div class="soft">
        ${refunds} ${posting === undefined ? null : html`Posting ${renderPostingState(posting)} · `}
        ${storedProductNameOf(order)} · ${describeAccount(order) ?? 'no account'} · ${order.partner_key}
      </div>
    </div>
    <a class="name" href="${paymentPath(order.refid)}">${order.refid}</a>
  </li>`;
}

const filter = {
  path: menu.payments.path,
  button: 'Search',
  all: 'All payments',
  fields: [
    {
      name: 'search',
      label: 'Search',
      hint: 'A whole refid, paymentId, account number, order number or transaction ID, or a part of a name or e-mail address.',
    },
    { name: 'account', label: 'Account', hint: 'Ten digits.' },
    { name: 'status', label: 'Status', choices: ['open', ...outcomes] },
    { name: 'method', label: 'Method', choices: paymentMethods, describe: describeMethod },
  ],
} as const satisfies Filter;

/** Whether an account number to find is not whole: it finds nothing. */
function isPartialAccount(account: string | undefined): boolean {
  return account !== undefined && !accountNumberSchema.safeParse(account).success;
}

/** Why there are no payments, or where they begin. */
function renderNone(values: Readonly<Record<string, string>>): Markup {
  if (Object.keys(values).length > 0) {
    return html`<p>
      There are none.${isPartialAccount(values['account']) ? ' An account number has ten digits.' : null}
    </p>`;
  }
  return html`<p>
    There are none yet. Open a bill on the <a href="${menu.overview.path}">overview</a>, or create an order under
    <a href="${menu.controls.path}#order">Controls</a>.
  </p>`;
}

/** All payments, newest first, or those that a search and a filter find. */
export const showPayments: ShowPage = async ({ settings, query }) => {
  const values = readFilter(filter, query);
  const page = readPage(query);
  const method = paymentMethods.find((known) => known === values['method']);
  const { search, account, status } = values;
  const { payments, hasMore } = hasUnknownChoice(filter, values)
    ? { payments: [], hasMore: false }
    : await listPayments(settings.services.db, { search, account, status, method }, page);
  const postings = await findOpenPostings(settings.services.db, payments);
  const refids = payments.map(({ order }) => order.refid);
  const refunded = await sumRefundsOfOrders(settings.services.db, refids, ['succeeded']);
  const onItsWay = await sumRefundsOfOrders(settings.services.db, refids, openRefundStates);
  const refundsOf = ({ order: { refid } }: Payment) => renderRefunded(refunded.get(refid), onItsWay.get(refid));
  return {
    title: 'Payments',
    menuEntry: 'payments',
    body: html`${renderFilter(filter, values)}
      <section class="card" aria-labelledby="list">
        <h2 id="list">${describeFilter(filter, values)}${page === 1 ? null : `, page ${page}`}</h2>
        ${
          payments.length === 0
            ? renderNone(values)
            : html`<ul class="rows payments">
                ${payments.map((payment) => renderPayment(payment, postings.get(payment.order.refid), refundsOf(payment)))}
              </ul>`
        }
        ${renderPaging(menu.payments.path, values, page, hasMore)}
      </section>`,
  };
};
