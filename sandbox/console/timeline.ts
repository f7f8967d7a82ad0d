import type { Actor } from '../../backend/payments/transitions';
import type { readHistory } from '../history';
import { html, type Markup } from '../markup';
import { renderTime } from './times';

export type History = NonNullable<Awaited<ReturnType<typeof readHistory>>>;

const movers: Readonly<Record<string, string>> = {
  payer: 'the payer',
  partner: 'the partner',
  gateway: 'the gateway’s answer',
  return: 'the payer’s return from the gateway',
  callback: 'the gateway’s own callback',
  enquiry: 'our asking the gateway',
  timer: 'time passing',
  backend: 'the backend',
  operator: 'an operator',
} satisfies Record<Actor, string>;

/** Under which numbers the gateway knows an attempt: ours where it begins, its own where it has come to. */
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

function renderEntry(story: History, entry: History['history'][number], index: number): Markup {
  const attempt = story.attempts.findIndex(({ number }) => number === entry.attempt);
  const detail = entry.detail === null ? null : html`<span class="soft">(${entry.detail})</span>`;
  return html`<li>
    <strong>${attempt === -1 ? 'The payment' : `Attempt ${attempt + 1}`}: ${entry.state}</strong>
    <p>${renderTime(entry.at)}, moved by ${movers[entry.movedBy] ?? entry.movedBy} ${detail}</p>
    ${renderNumbers(story, index)}
  </li>`;
}

/** The whole story of a payment, oldest first: each state, when, what moved it, and by which numbers the gateway knows it. */
export function renderTimeline(story: History): Markup {
  return html`<ol class="timeline">
    ${story.history.map((entry, index) => renderEntry(story, entry, index))}
  </ol>`;
}
