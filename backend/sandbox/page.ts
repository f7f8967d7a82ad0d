import { formatRinggit } from '@/lib/domain/money';
import { escapeHtml } from '@/lib/domain/escape-html';
import type { SandboxMessage } from './messages';
import { accountScenarios, billOfAccount, scenarioOfAccount } from './scenarios/accounts';
import { cardScenarios } from './scenarios/cards';
import { methodScenarios } from './scenarios/payment-methods';

const style = `
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1c1c22}
table{border-collapse:collapse;width:100%;margin:0 0 2rem}td,th{text-align:left;padding:.4rem .6rem;border-bottom:1px solid #ddd;vertical-align:top}
code,pre{font:14px ui-monospace,monospace}pre{white-space:pre-wrap;margin:0}`;

function buildTable(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const head = heads.map((text) => `<th scope="col">${text}</th>`).join('');
  const body = rows.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('\n');
  return `<table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table>`;
}

const firstEight = '12345678';

function accountRows(siteOrigin: string, now: Date): readonly (readonly string[])[] {
  return accountScenarios.map(({ suffix }) => {
    const accountNumber = `${firstEight}${suffix ?? '99'}`;
    const bill = billOfAccount(accountNumber, now.toISOString());
    const balance = bill === null ? '' : formatRinggit(bill.currentBalance);
    const { meaning } = scenarioOfAccount(accountNumber);
    return [`<a href="${escapeHtml(siteOrigin)}/"><code>${accountNumber}</code></a>`, balance, escapeHtml(meaning)];
  });
}

const controls = [
  ['POST /sandbox/reset', ''],
  ['POST /sandbox/clock', '{"advance": "P5D"}'],
  ['POST /sandbox/config', '{"isApgDown": true}'],
  ['POST /sandbox/downtime', '{"method": "fpx", "until": "ISO 8601 or null"}'],
  ['POST /sandbox/settle', '{"refid": "…", "outcome": "successful"}'],
  ['POST /sandbox/faults', '{"call": "payment.init", "mode": "error", "times": 1}'],
  ['POST /sandbox/orders', '{"partnerKey": "DEMO-SHOP", "items": [{"name": "Decoder", "amount": 12900}]}'],
  ['POST /sandbox/links', '{"accountNumber": "1234567801", "amount": 5000}'],
  ['GET /sandbox/payments/{refid or paymentId}', ''],
  ['GET /sandbox/ledger', ''],
  ['GET /sandbox/messages?to=', ''],
] as const;

function controlRows(): readonly (readonly string[])[] {
  return controls.map(([call, body]) => {
    const path = /^GET (\/\S*)$/.exec(call)?.[1];
    const isOpen = path !== undefined && !path.includes('{');
    const name = `<code>${escapeHtml(call)}</code>`;
    return [isOpen ? `<a href="${path.replace(/\?.*/, '')}">${name}</a>` : name, `<code>${escapeHtml(body)}</code>`];
  });
}

function methodRows(): readonly (readonly string[])[] {
  return methodScenarios.map(({ method, choice, meaning }) => [
    `<code>${method}</code>`,
    choice === null
      ? ''
      : `<code>${choice.field}</code>: ${choice.values.map((value) => `<code>${value}</code>`).join(' ')}`,
    escapeHtml(meaning),
  ]);
}

/** The sandbox on one page: accounts, cards, controls and everything that was sent. */
export function buildSandboxPage(page: {
  readonly publicOrigin: string;
  readonly banksOrigin: string;
  readonly now: Date;
  readonly messages: readonly SandboxMessage[];
}): string {
  const cards = cardScenarios.map(({ number, brand, meaning }) => [
    `<code>${number}</code>`,
    brand,
    escapeHtml(meaning),
  ]);
  const messages = page.messages.map(({ kind, to, text, at }) => [
    `<time>${at}</time>`,
    kind,
    escapeHtml(to),
    `<pre>${escapeHtml(text)}</pre>`,
  ]);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>ebill sandbox</title><style>${style}</style></head><body>
<h1>ebill sandbox</h1>
<p>The clock says <time>${page.now.toISOString()}</time>.
<a href="${escapeHtml(page.publicOrigin)}/">The site</a> · <a href="${escapeHtml(page.banksOrigin)}/counter">A shop's counter</a> · <a href="${escapeHtml(page.banksOrigin)}/duitnow">A DuitNow app</a></p>
<h2>Accounts</h2>${buildTable(['Account', 'Balance', 'Case'], accountRows(page.publicOrigin, page.now))}
<h2>Cards</h2>${buildTable(['Number', 'Brand', 'Outcome'], cards)}
<h2>Methods</h2>${buildTable(['Method', 'Choice', 'How it goes'], methodRows())}
<h2>Controls</h2>${buildTable(['Call', 'Body'], controlRows())}
<h2>Messages</h2>${messages.length === 0 ? '<p>None yet.</p>' : buildTable(['At', 'Kind', 'To', 'Text'], messages)}
</body></html>`;
}
