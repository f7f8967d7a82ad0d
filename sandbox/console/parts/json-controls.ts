import { html, type Markup } from '../../html/markup';
import { renderCopyable } from './copyable';

const calls = [
  ['POST /sandbox/reset', ''],
  ['POST /sandbox/clock', '{"advance": "P5D"}'],
  ['POST /sandbox/config', '{"isApgDown": true}'],
  ['POST /sandbox/downtime', '{"method": "fpx", "until": "ISO 8601 or null"}'],
  ['POST /sandbox/provider-health', '{"method": "fpx", "provider": "BCBB0235", "condition": "failing"}'],
  ['POST /sandbox/refunds', '{"refid": "…", "amount": 5000, "reason": "…"}'],
  ['POST /sandbox/refunds/settle', '{"refund": "…", "outcome": "succeeded"}'],
  ['POST /sandbox/chargebacks', '{"refid": "…", "reason": "10.4"}'],
  ['POST /sandbox/bills', '{"accountNumber": "1234567801", "amount": 5000, "dueDate": "2026-12-05"}'],
  ['POST /sandbox/settle', '{"refid": "…", "outcome": "successful"}'],
  ['POST /sandbox/faults', '{"call": "payment.init", "mode": "error", "times": 1}'],
  ['POST /sandbox/decisions', '{"button": "decline", "times": 2}'],
  ['POST /sandbox/callbacks', '{"mode": "late", "times": 1}'],
  ['POST /sandbox/charges', '{"mode": "insufficient-funds", "times": 2}'],
  ['POST /sandbox/biller', '{"mode": "refuse", "times": 1}'],
  ['POST /sandbox/orders', '{"partnerKey": "DEMO-SHOP", "items": [{"name": "Decoder", "amount": 12900}]}'],
  ['POST /sandbox/links', '{"accountNumber": "1234567801", "amount": 5000}'],
  ['GET /sandbox/payments/{refid or paymentId}', ''],
  ['GET /sandbox/biller/{accountNumber}', ''],
  ['GET /sandbox/ledger', ''],
  ['GET /sandbox/messages?to=', ''],
] as const;

/** A call for a terminal. */
function writeCurl(origin: string, call: string, body: string): string {
  const address = origin + call.replace(/^\w+ /, '');
  if (call.startsWith('GET ')) return `curl '${address}'`;
  return `curl ${address} -H 'content-type: application/json' -d '${body === '' ? '{}' : body}'`;
}

/** The JSON calls of the same controls. `origin` is the backend's own. */
export function renderJsonControls(origin: string): Markup {
  const rows = calls.map(([call, body]) => {
    const path = /^GET (\/[^{]*)$/.exec(call)?.[1];
    const name = html`<code>${call}</code>`;
    return html`<li>
      <div class="main">
        ${path === undefined ? name : html`<a class="name" href="${path.replace(/\?.*/, '')}">${name}</a>`}
      </div>
      ${renderCopyable(writeCurl(origin, call, body), `call ${call}`)}
    </li>`;
  });
  return html`<section class="card" aria-labelledby="json">
    <h2 id="json">For test suites</h2>
    <details>
      <summary>The controls as JSON</summary>
      <ul class="rows">
        ${rows}
      </ul>
    </details>
  </section>`;
}
