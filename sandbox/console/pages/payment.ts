import { formatRinggit, sen } from '@/lib/domain/money';
import type { ResultRoute } from '@/lib/domain/payment/outcomes';
import { openRefundStates, type RefundState } from '@/lib/domain/payment/refund-states';
import { findDisplayedAttempt, findActiveAttempt, type Payment } from '../../../backend/payments/model';
import { sumRefundsOfOrders } from '../../../backend/refunds/model';
import { storedProductNameOf } from '../../../backend/payments/product-name';
import { findPayment, readHistory } from '../../controls/payment-history';
import { html, type Markup } from '../../html/markup';
import { describeMethod } from '../../scenarios/payment-methods';
import { describeAccount, renderAccounts } from '../parts/account-list';
import { renderAttemptState, renderPostingState, renderRefunded, renderStatus } from '../parts/badge';
import { describeBank } from '../parts/bank-names';
import { renderCopyable } from '../parts/copyable';
import { renderDescriptionList } from '../parts/description-list';
import { describeReason } from '../parts/reason';
import { renderRefunds } from '../forms/refund';
import { renderSettleForm } from '../forms/settle';
import type { ShowPage } from '../page-request';
import { renderPageIndex } from '../parts/page-index';
import { findOpenPostings } from '../parts/payment-list';
import { renderTimeline, type History } from '../parts/timeline';
import { renderTime } from '../parts/time-format';
import { countWebhooks } from '../parts/webhook-list';
import { menu } from './layout';

/** A payment without attempts has no result route of its own: each shows the stored state. */
const anyResultRoute: ResultRoute = '/bankResultFPX';

/** The path of a list of what is about a payment. */
function pathAbout(listPath: string, refid: string): string {
  return `${listPath}?${new URLSearchParams({ payment: refid }).toString()}#list`;
}

type WebhookCount = Awaited<ReturnType<typeof countWebhooks>>;

function describeWebhooks({ all, undelivered }: WebhookCount): string {
  if (all === 0) return ': none';
  return undelivered === 0 ? `: ${all}` : `: ${all}, ${undelivered} not delivered`;
}

function renderLinks({ order, attempts }: Payment, publicOrigin: string, webhooks: WebhookCount): Markup {
  const addressOf = (path: string) => {
    const url = new URL(path, publicOrigin);
    url.searchParams.set('refid', order.refid);
    return url.href;
  };
  const resultRoute = findDisplayedAttempt(attempts)?.result_route ?? anyResultRoute;
  return html`<div class="buttons">
    <a class="button" href="${addressOf('/epayment/entry')}">Payment page</a>
    <a class="button" href="${addressOf(resultRoute)}">Result page</a>
    <a class="button" href="${pathAbout(menu.messages.path, order.refid)}">Messages</a>
    <a class="button" href="${pathAbout(menu.webhooks.path, order.refid)}">Webhooks${describeWebhooks(webhooks)}</a>
    <a class="button" href="/sandbox/payments/${order.refid}">History as JSON</a>
  </div>`;
}

function renderAttempts({ attempts }: Payment): Markup {
  if (attempts.length === 0) return html`<p>Nobody has tried to pay yet.</p>`;
  const rows = attempts.map(
    (attempt, index) =>
      html`<li>
        <div class="main">
          <h3>
            Attempt ${index + 1}:
            ${describeMethod(attempt.method)}${attempt.provider === null ? null : `, ${describeBank(attempt.provider) ?? attempt.provider}`}
          </h3>
          ${renderDescriptionList({
            State: renderAttemptState(attempt.state),
            Amount: formatRinggit(sen(attempt.amount)),
            Gateway: attempt.gateway,
            'Transaction ID': renderCopyable(attempt.number, `transaction ID ${attempt.number}`),
            'Bank reference': attempt.gateway_reference,
            Card: attempt.card_last_four && `${attempt.card_brand ?? 'card'} ending in ${attempt.card_last_four}`,
            'Receipt to': attempt.payer_email,
            'Reason code': attempt.reason_code && describeReason(attempt.reason_code, attempt.method),
          })}
        </div>
      </li>`,
  );
  return html`<ul class="rows">
    ${rows}
  </ul>`;
}

function renderReviews({ reviews }: History): Markup | null {
  if (reviews.length === 0) return null;
  const rows = reviews.map(
    ({ reason, amount, gateway, gatewayReference, at }) =>
      html`<li>
        <div class="main"><strong>${formatRinggit(sen(amount))}</strong> ${reason}, ${gateway} ${gatewayReference}</div>
        <span class="side soft">${renderTime(at)}</span>
      </li>`,
  );
  return html`<section class="card" aria-labelledby="reviews">
    <h2 id="reviews">Money held for review</h2>
    <ul class="rows">
      ${rows}
    </ul>
  </section>`;
}

/** The items and charges of an order of several, each with its amount; none of a bill. */
function listLines({ charges, is_bill: isBill, items }: Payment['order']): Readonly<Record<string, Markup>> {
  const lines = [...items, ...charges];
  if (isBill || lines.length < 2) return {};
  const rows = lines.map(({ name, amount }) => html`<li>${name}, ${formatRinggit(sen(amount))}</li>`);
  return {
    Items: html`<ul>
      ${rows}
    </ul>`,
  };
}

/** Until when it can be paid; of one that waits for its approval, until when that can be given. */
function describeDeadline({ order, attempts }: Payment): Readonly<Record<string, Markup>> {
  const active = findActiveAttempt(attempts);
  const approvalDeadline = active?.state === 'pending-approval' ? active.approval_deadline : null;
  return approvalDeadline === null
    ? { Expires: renderTime(order.deadline.toISOString()) }
    : { 'Approval due by': renderTime(approvalDeadline.toISOString()) };
}

/** One payment: its status, attempts and history. */
export const showPayment: ShowPage = async ({ settings, query, flash }) => {
  const { services } = settings;
  const payment = await findPayment(services.db, query['reference'] ?? '');
  const history = payment === null ? null : await readHistory(services.db, payment.order.refid);
  if (payment === null || history === null) return null;
  const { order, attempts } = payment;
  const sumRefunds = async (states: readonly RefundState[]) =>
    (await sumRefundsOfOrders(services.db, [order.refid], states)).get(order.refid);
  const posting = (await findOpenPostings(services.db, [payment])).get(order.refid);
  const isPending = findActiveAttempt(attempts) !== null;
  const refunds = await renderRefunds(services.db, order.refid, flash);
  const sections = [
    ['history', 'What happened'],
    ...(isPending ? [['settle', 'Settle at the bank'] as const] : []),
    ['references', 'References'],
    ['attempts', 'Attempts'],
    ...(refunds === null ? [] : [['refund', 'Refunds'] as const]),
  ] as const;
  const displayed = findDisplayedAttempt(attempts) ?? null;
  return {
    title: `Payment of ${formatRinggit(sen(order.total))}`,
    menuEntry: 'payments',
    body: html`${renderPageIndex('Payment', sections)}
      <div class="payment">
        <section class="card" aria-label="Status">
          ${renderDescriptionList({
            Status: html`${renderStatus(payment)}
            ${renderRefunded(await sumRefunds(['succeeded']), await sumRefunds(openRefundStates))}
            ${posting === undefined ? null : html`posting ${renderPostingState(posting)}`}`,
            For: storedProductNameOf(order),
            Account: describeAccount(order),
            Method: displayed === null ? null : describeMethod(displayed.method),
            Payer: displayed?.payer_email ?? order.email,
            Partner: order.partner_key,
            ...listLines(order),
            ...describeDeadline(payment),
          })}
        </section>
        <section class="card history" aria-labelledby="history">
          <h2 id="history">What happened</h2>
          ${renderTimeline(history)}
        </section>
        ${renderSettleForm(order.refid, isPending, flash)}
        <section class="card" aria-labelledby="references">
          <h2 id="references">References</h2>
          ${renderDescriptionList({
            refid: renderCopyable(order.refid, 'refid'),
            paymentId: renderCopyable(order.payment_id, 'paymentId'),
            'Order number': order.partner_order_number && renderCopyable(order.partner_order_number, 'order number'),
            Created: renderTime(history.createdAt),
          })}
          ${renderLinks(payment, services.publicOrigin, await countWebhooks(services.db, order.refid))}
        </section>
        ${await renderAccounts(services.db, order)}
        <section class="card" aria-labelledby="attempts">
          <h2 id="attempts">Attempts</h2>
          ${renderAttempts(payment)}
        </section>
        ${refunds} ${renderReviews(history)}
      </div>`,
  };
};
