import { webhookEvents } from '@/lib/contract/orders';
import { html, type Markup } from '../../html/markup';
import { sandboxPartners } from '../../services/partners';
import type { Flash } from '../flash';
import { renderFlash, viewForm } from '../forms/fields';
import { renderResendForm, webhookRowId } from '../forms/resend';
import { paymentPath } from '../forms/settle';
import type { ShowPage } from '../page-request';
import { renderCopyableBlock } from '../parts/copyable';
import { renderDescriptionList } from '../parts/description-list';
import {
  describeFilter,
  hasUnknownChoice,
  readFilter,
  readPage,
  renderFilter,
  renderPaging,
  type Filter,
} from '../parts/filter-form';
import { renderTime } from '../parts/time-format';
import { findWebhooks, webhookStates, webhookStateOf, type Webhook, type WebhookTry } from '../parts/webhook-list';
import { menu } from './layout';

const filter = {
  path: menu.webhooks.path,
  button: 'Show',
  all: 'All webhooks',
  fields: [
    { name: 'text', label: 'Contains', hint: 'A part of the body, such as an order number, or of the address.' },
    { name: 'payment', label: 'Payment', hint: 'A whole refid or paymentId.' },
    { name: 'partner', label: 'Partner', choices: sandboxPartners.map(({ key }) => key) },
    { name: 'event', label: 'Event', choices: webhookEvents },
    { name: 'state', label: 'State', choices: webhookStates },
  ],
} as const satisfies Filter;

function renderTry({ at, failure }: WebhookTry): Markup {
  return html`<li class="${failure === null ? 'succeeded' : 'failed'}">
    <strong>${failure ?? 'delivered'}</strong>
    <p>${renderTime(at.toISOString())}</p>
  </li>`;
}

const badges = { delivered: 'ok', failed: 'bad', waiting: 'wait' } as const;

/** A body as it was sent, on several lines. */
function indent(body: string): string {
  return JSON.stringify(JSON.parse(body), null, 2);
}

function renderWebhook(webhook: Webhook, list: string, flash: Flash | null): Markup {
  const state = webhookStateOf(webhook);
  const { event, partner_key: partner, order_refid: refid, url, body, log, last_failure: failure } = webhook;
  const { created_at: createdAt, delivered_at: deliveredAt, nextTryAt } = webhook;
  const id = webhookRowId(webhook.event_id);
  return html`<li id="${id}">
    <div class="main">
      <p>
        <strong>${event}</strong> <span class="badge ${badges[state]}">${state}</span> of
        <a class="name" href="${paymentPath(refid)}">${refid}</a>
      </p>
      <p>${partner}, to <code>${url}</code></p>
      ${renderDescriptionList({
        Event: renderTime(createdAt.toISOString()),
        'Last failure': failure,
        Waits: state === 'waiting' && log.length === 0 ? 'the partner’s server did not answer another webhook' : null,
        Delivered: deliveredAt && renderTime(deliveredAt.toISOString()),
        'Next try': nextTryAt && renderTime(nextTryAt.toISOString()),
      })}
    </div>
    ${state === 'delivered' ? null : html`<div class="side">${renderResendForm(webhook, list)}</div>`}
    ${renderFlash(viewForm(id, flash))}
    ${
      log.length === 0
        ? null
        : html`<details>
            <summary>Tries (${log.length})</summary>
            <ol class="timeline">
              ${log.map(renderTry)}
            </ol>
          </details>`
    }
    <details>
      <summary>Body</summary>
      ${renderCopyableBlock(indent(body), `body of ${event}`)}
    </details>
  </li>`;
}

/** The calls of the backend to partners, newest first. */
export const showWebhooks: ShowPage = async ({ settings, query, flash }) => {
  const values = readFilter(filter, query);
  const page = readPage(query);
  const { webhooks, hasMore } = hasUnknownChoice(filter, values)
    ? { webhooks: [], hasMore: false }
    : await findWebhooks(settings.services.db, values, page);
  const list = new URLSearchParams({ ...values, page: String(page) }).toString();
  // A webhook that was sent again may have left the list: of those that wait, it is delivered now.
  const isListed = webhooks.some((webhook) => webhookRowId(webhook.event_id) === flash?.section);
  return {
    title: 'Webhooks',
    menuEntry: 'webhooks',
    body: html`${flash === null || isListed ? null : renderFlash({ name: flash.section, flash })}
      ${renderFilter(filter, values)}
      <section class="card" aria-labelledby="list">
        <h2 id="list">${describeFilter(filter, values)}${page === 1 ? null : `, page ${page}`}</h2>
        ${
          webhooks.length === 0
            ? html`<p>There are none. An order has them if it, or its partner, has a webhookURL.</p>`
            : html`<ul class="rows top webhooks">
                ${webhooks.map((webhook) => renderWebhook(webhook, list, flash))}
              </ul>`
        }
        ${renderPaging(menu.webhooks.path, values, page, hasMore)}
      </section>`,
  };
};
