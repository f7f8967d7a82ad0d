import { html, type Markup } from '../../html/markup';

const calls = [
  ['POST /sandbox/reset', ''],
  ['POST /sandbox/clock', '{"advance": "P5D"}'],
  ['POST /sandbox/config', '{"isApgDown": true}'],
  ['POST /sandbox/downtime', '{"method": "fpx", "until": "ISO 8601 or null"}'],
  ['POST /sandbox/settle', '{"refid": "…", "outcome": "successful"}'],
  ['POST /sandbox/faults', '{"call": "payment.init", "mode": "error", "times": 1}'],
  ['POST /sandbox/biller', '{"mode": "refuse", "times": 1}'],
  ['POST /sandbox/orders', '{"partnerKey": "DEMO-SHOP", "items": [{"name": "Decoder", "amount": 12900}]}'],
  ['POST /sandbox/links', '{"accountNumber": "1234567801", "amount": 5000}'],
  ['GET /sandbox/payments/{refid or paymentId}', ''],
  ['GET /sandbox/biller/{accountNumber}', ''],
  ['GET /sandbox/ledger', ''],
  ['GET /sandbox/messages?to=', ''],
] as const;

/** The JSON calls of the same controls. */
export function renderJsonControls(): Markup {
  const rows = calls.map(([call, body]) => {
    const path = /^GET (\/[^{]*)$/.exec(call)?.[1];
    const name = html`<code>${call}</code>`;
    return html`<li>
      <div class="main">
        ${path === undefined ? name : html`<a class="name" href="${path.replace(/\?.*/, '')}">${name}</a>`}
      </div>
      <code class="side soft">${body}</code>
    </li>`;
  });
  return html`<section class="card" aria-labelledby="json">
    <h2 id="json">For suites</h2>
    <details>
      <summary>The controls as JSON</summary>
      <ul class="rows">
        ${rows}
      </ul>
    </details>
  </section>`;
}
