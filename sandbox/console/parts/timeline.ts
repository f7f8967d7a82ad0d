import type { Actor } from '../../../backend/payments/transitions';
import type { readHistory } from '../../controls/payment-history';
import { html, type Markup } from '../../html/markup';
import { describeReason } from './reason';
import { renderTime } from './time-format';

export type History = NonNullable<Awaited<ReturnType<typeof readHistory>>>;

const actorLabels: Readonly<Record<string, string>> = {
  payer: 'the payer',
  partner: 'the partner',
  gateway: 'the gateway’s answer',
  return: 'the payer’s return from the gateway',
  callback: 'the gateway’s own callback',
  enquiry: 'our asking the gateway',
  timer: 'time passing',
  backend: 'the backend',
  biller: 'the biller',
  operator: 'an operator',
} satisfies Record<Actor, string>;

/** The numbers of an attempt at the gateway: ours in its first entry, the gateway's own in its last. */
function renderNumbers({ attempts, history }: History, index: number): Markup | null {
  const { attempt } = history[index] ?? {};
  const { gateway, number, gatewayReference } = attempts.find(({ number }) => number === attempt) ?? {};
  if (number === undefined || gateway === undefined) return null;
  const entries = history.map((entry) => entry.attempt);
  const isFirst = entries.indexOf(number) === index;
  const reference = entries.lastIndexOf(number) === index ? (gatewayReference ?? null) : null;
  if (!isFirst && reference === null) return null;
  return html`<p class="soft">
    ${isFirst ? html`At ${gateway} it is <span class="number pick">${number}</span>.` : null}
    ${reference === null ? null : html`Its reference at ${gateway} is <span class="number pick">${reference}</span>.`}
  </p>`;
}

/** The classes of the states that a reader looks for first; the others have none. */
const tones: Readonly<Record<string, 'succeeded' | 'failed'>> = {
  ...{ successful: 'succeeded', paid: 'succeeded', 'posting-accepted': 'succeeded', 'refund-succeeded': 'succeeded' },
  ...{ failed: 'failed', 'posting-refused': 'failed', 'posting-unknown': 'failed', 'refund-failed': 'failed' },
};

function renderEntry(history: History, entry: History['history'][number], index: number): Markup {
  const attempt = history.attempts.findIndex(({ number }) => number === entry.attempt);
  const method = history.attempts[attempt]?.method ?? null;
  const detail = entry.detail && html`<span class="soft">(${describeReason(entry.detail, method)})</span>`;
  return html`<li class="${tones[entry.state] ?? ''}">
    <strong>${attempt === -1 ? 'The payment' : `Attempt ${attempt + 1}`}: ${entry.state}</strong>
    <p>${renderTime(entry.at)}, moved by ${actorLabels[entry.movedBy] ?? entry.movedBy} ${detail}</p>
    ${renderNumbers(history, index)}
  </li>`;
}

/** The history of a payment, oldest first: each state, its time, its actor, and the gateway's numbers. */
export function renderTimeline(history: History): Markup {
  return html`<ol class="timeline">
    ${history.history.map((entry, index) => renderEntry(history, entry, index))}
  </ol>`;
}
