import { delivery, formatAmount, linesOf, totalOf, type Basket } from '../catalogue';
import { readProgress, type OrderProgress } from '../order-progress';
import type { ReceivedReturn, ReceivedWebhook, ShopOrder } from '../orders';
import type { PaymentBackend, SignedCall } from '../payments';
import { writeCurlCall, writeCurlRepeat, writeNodeCall, writeNodeReturn, writeNodeWebhook } from '../snippets';
import { renderCode, renderForDevelopers, renderTime, writePage } from './layout';
import { html, type Markup } from './markup';

/** What the order page needs to write code for the order. */
export interface OrderPageSettings {
  readonly backend: PaymentBackend;
  /** The shop's own origin. */
  readonly origin: string;
  /** What the visit has in the basket now. */
  readonly basket: Basket;
}

/** JSON on several lines; any other text as it is. */
function indent(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

const exactBody = 'Body, byte for byte';

function listHeaders(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
}

/** A body of JSON on several lines. Its exact bytes are in the signed text, and below the name `exactBody`. */
function renderBody(body: string): Markup {
  return html`${renderCode('Body, indented', indent(body))}
    <p class="soft">
      To be read only: a signature covers exact bytes. Copy them from ‘Signed text’, as signed, or ‘${exactBody}’, as
      sent.
    </p>`;
}

/** One step: what happened and when at the left, the payloads and code beside it. */
function renderStep(heading: string, at: Date, words: Markup, payloads: Markup): Markup {
  return html`<section class="step">
    <div class="card">
      <h3>${heading}</h3>
      <p class="soft">${renderTime(at)}</p>
      ${words}
    </div>
    <div class="card">${payloads}</div>
  </section>`;
}

/** Texts of a step that are folded, or open at first. `what` tells its name apart from those of other steps. */
function renderTexts(name: string, what: string, texts: Markup, isOpen = false): Markup {
  return html`<details ${isOpen ? html`open` : null}>
    <summary>${name}<span class="unseen"> (${what})</span></summary>
    ${texts}
  </details>`;
}

function renderCall(what: string, call: SignedCall, { backend }: OrderPageSettings): Markup {
  const { at, method, target, headers, body, signedText, status, answer } = call;
  const isAccepted = status < 300;
  // What was sent is not always what was signed: a failure case changes it.
  const signedBody = signedText.split('\n').slice(3).join('\n');
  const code = html`${renderCode('In a terminal', writeCurlCall(backend, call))}
  ${renderCode('In Node', writeNodeCall(backend, call))}`;
  const signature = html`${body === '' ? null : renderBody(body)} ${renderCode('Signed text', signedText)}`;
  const sent = html`${renderCode('Answer', indent(answer))} ${renderCode('Request headers', listHeaders(headers))}
  ${body === '' ? null : renderCode(exactBody, body)}`;
  return renderStep(
    what,
    at,
    html`<p><code>${method} ${target}</code></p>
      <p>
        The backend answered
        <span class="mark ${isAccepted ? '' : 'bad'}" data-testid="call-status">${status}</span>
      </p>
      ${signedBody === body ? null : html`<p class="note">The body that was sent is not the one that was signed.</p>`}`,
    html`${isAccepted ? renderTexts('Code', what, code, true) : null} ${renderTexts('What is signed', what, signature)}
    ${renderTexts('The request and its answer', what, sent, !isAccepted)}`,
  );
}

function isTime(value: string): boolean {
  return /^\d{4}-\d\d-\d\dT/.test(value);
}

function renderReturn({ at, fields, signedText }: ReceivedReturn, { backend, origin }: OrderPageSettings): Markup {
  const what = 'the customer came back';
  const rows = Object.entries(fields).map(
    ([name, value]) =>
      html`<div>
        <dt>${name}</dt>
        <dd>${value}${isTime(value) ? html` (${renderTime(new Date(value))})` : null}</dd>
      </div>`,
  );
  const forged = Object.entries({ ...fields, status: fields['status'] === 'successful' ? 'failed' : 'successful' });
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const code = html`${renderCode('Verify it in Node', writeNodeReturn(backend.key, fields))}
  ${renderCode('Send it to the shop again', writeCurlRepeat(`${origin}/result`, form, new URLSearchParams(fields).toString()))}`;
  return renderStep(
    'The customer came back',
    at,
    html`<p>
        By a form post through the browser, with a <span class="mark">valid signature</span>. It is shown, and believed
        in nothing else.
      </p>
      <form method="post" action="/result">
        ${forged.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
        <button type="submit">Send it again with another status</button>
      </form>`,
    html`${renderTexts('Code', what, code, true)}
    ${renderTexts(
      'Fields and signed text',
      what,
      html`<dl>${rows}</dl>
        ${renderCode('Signed text', signedText)}`,
    )}`,
  );
}

function renderWebhook(webhook: ReceivedWebhook, { backend, origin }: OrderPageSettings): Markup {
  const { at, event, headers, body, signedText, answered, isRepeated } = webhook;
  const code = html`${renderCode('Verify it in Node', writeNodeWebhook(backend.key, webhook))}
  ${renderCode('Send it to the shop again', writeCurlRepeat(`${origin}/webhook`, { 'content-type': 'application/json', ...headers }, body))}`;
  const signature = html`${renderBody(body)} ${renderCode('Headers', listHeaders(headers))}
  ${renderCode(exactBody, body)} ${renderCode('Signed text', signedText)}`;
  return renderStep(
    `Webhook: ${event}`,
    at,
    html`<p>Its signature is <span class="mark">valid</span>.</p>
      <p>
        The shop answered
        <span class="mark ${answered < 300 ? '' : 'bad'}" data-testid="webhook-answer">${answered}</span>${
          answered < 300 ? '.' : ': it will be sent again.'
        }
      </p>
      ${isRepeated ? html`<p class="note">It was handled before: nothing is done a second time.</p>` : null}`,
    html`${renderTexts('Code', event, code, true)} ${renderTexts('Body and signature', event, signature)}`,
  );
}

/** What the shop and the payment service have sent each other, in the order of time. */
function renderSteps({ calls, returns, webhooks }: ShopOrder, settings: OrderPageSettings): Markup {
  const steps = [
    ...calls.map(({ what, call }) => ({ at: call.at, step: renderCall(what, call, settings) })),
    ...returns.map((received) => ({ at: received.at, step: renderReturn(received, settings) })),
    ...webhooks.map((webhook) => ({ at: webhook.at, step: renderWebhook(webhook, settings) })),
  ];
  steps.sort((one, other) => one.at.getTime() - other.at.getTime());
  return html`${steps.map(({ step }) => step)}`;
}

function renderRow(name: string, value: string | Markup, testId: string): Markup {
  return html`<div>
    <dt>${name}</dt>
    <dd data-testid="${testId}">${value}</dd>
  </div>`;
}

/** What the order has, and its total. */
function renderGoods({ basket, orderNumber, calls: [first] }: ShopOrder): Markup {
  const lines = basket === null ? null : linesOf(basket);
  return html`<dl class="goods-list">
    ${lines === null ? null : [...lines, delivery].map(({ name, amount }) => renderRow(name, formatAmount(amount), 'order-line'))}
    ${
      lines === null
        ? null
        : html`<div class="sum">
            <dt>Total</dt>
            <dd data-testid="order-total">${formatAmount(totalOf(lines))}</dd>
          </div>`
    }
    ${renderRow('Order number', orderNumber, 'order-number')}
    ${first === undefined ? null : renderRow('Ordered', renderTime(first.call.at), 'ordered-at')}
  </dl>`;
}

/** What the customer can do: one main action. */
function renderActions({ orderNumber, paymentUrl }: ShopOrder, { isPayable }: OrderProgress): Markup {
  if (!isPayable) {
    return html`<div class="row">
      <a class="button main" href="/">Continue shopping</a>
      ${paymentUrl === null ? null : html`<a class="button" href="${paymentUrl}">See its payment page</a>`}
    </div>`;
  }
  return html`<div class="row">
    <a class="button main" href="${paymentUrl}">Go to the payment page</a>
    <form method="post" action="/orders/${orderNumber}/cancel"><button type="submit">Cancel the order</button></form>
    <a class="button" href="/">Continue shopping</a>
  </div>`;
}

const marks: Readonly<Record<string, string>> = { paid: '', open: 'wait' };

/** What the shop knows of the order, and from whom. */
function renderKnowledge({ orderNumber, state, returns, deliveredBy, hint }: ShopOrder): Markup {
  const returned = returns.at(-1)?.fields['status'] ?? null;
  const mark = html`<span class="mark ${marks[state] ?? 'bad'}" data-testid="order-state">${state}</span>`;
  return html`<div class="card">
    ${hint === null ? null : html`<p class="note">${hint}</p>`}
    <dl>
      ${returned === null ? null : renderRow('The browser brought back', returned, 'handed-over')}
      <div>
        <dt>The payment service says</dt>
        <dd>${mark}</dd>
      </div>
      ${renderRow('The goods are sent', deliveredBy === null ? 'no' : `yes, by ${deliveredBy}`, 'delivered')}
    </dl>
    <div class="row quiet">
      <form method="post" action="/orders/${orderNumber}/look"><button type="submit">Look it up</button></form>
      <a class="button" href="/orders/${orderNumber}">Refresh</a>
    </div>
  </div>`;
}

/** An order: what it has and what the customer can do; below it, everything that was sent and received for it, with code to copy. */
export function writeOrderPage(order: ShopOrder, settings: OrderPageSettings): string {
  const progress = readProgress(order);
  return writePage(
    progress.title,
    html`<div class="card order">
        ${progress.sentence === '' ? null : html`<p class="${progress.isWaiting ? 'note' : 'lead'}">${progress.sentence}</p>`}
        ${renderGoods(order)} ${renderActions(order, progress)}
      </div>
      ${renderForDevelopers(
        'What the shop and the payment service have sent each other about this order, oldest first and with code to copy. Times are Malaysian.',
        html`${renderKnowledge(order)} ${renderSteps(order, settings)}
        ${order.webhooks.length === 0 ? html`<p class="soft">No webhook has arrived yet.</p>` : null}`,
      )}`,
    settings.basket,
  );
}
