import { formatRinggit, sen } from '@/lib/domain/money';
import { readLedger, type Ledger } from '../../../backend/ledger/model';
import { html, type Markup } from '../../html/markup';
import { describeMethod } from '../../scenarios/payment-methods';
import { paymentPath } from '../forms/settle';
import type { ShowPage } from '../page-request';
import { selectOpenPostings } from '../parts/open-postings';
import { renderPageIndex } from '../parts/page-index';
import { renderTime } from '../parts/time-format';

/** The headings of the sections, by id. */
const sections = {
  payments: 'Successful payments',
  credits: 'Credits',
  postings: 'Postings not accepted by the biller',
  reviews: 'Held for review',
  checks: 'Cards verified for auto debit',
} as const;
type SectionId = keyof typeof sections;

interface Entry {
  readonly refid: string;
  readonly amount: number;
  readonly description: string;
  /** ISO 8601; null where the ledger has none. */
  readonly at: string | null;
}

/** The number of newest entries that are shown; the JSON has all. */
const shown = 100;

function renderEntries(id: SectionId, entries: readonly Entry[]): Markup {
  const heading = sections[id];
  const rows = entries
    .slice(-shown)
    .toReversed()
    .map(
      ({ refid, amount, description, at }) =>
        html`<li>
          <div class="main">
            <a class="name" href="${paymentPath(refid)}">${refid}</a>
            <div>${description}</div>
          </div>
          <div class="side">
            <strong>${formatRinggit(sen(amount))}</strong>
            ${at === null ? null : html`<span class="soft">${renderTime(at)}</span>`}
          </div>
        </li>`,
    );
  return html`<section class="card" aria-labelledby="${id}">
    <h2 id="${id}">${heading}: ${entries.length}</h2>
    ${entries.length > shown ? html`<p>The newest ${shown} of them.</p>` : null}
    ${
      rows.length === 0
        ? html`<p>There are none.</p>`
        : html`<ul class="rows">
            ${rows}
          </ul>`
    }
  </section>`;
}

function renderBalance({ balanced }: Ledger): Markup {
  return balanced
    ? html`<p class="balance ok">
        Balanced: every successful payment has a credit for each of its accounts, no other has any, and the journal
        agrees.
      </p>`
    : html`<p class="balance bad">Not balanced: payments, credits and the journal do not agree.</p>`;
}

/** What is balanced, but not at its end. */
function renderWaiting(postings: number, reviews: number): Markup | null {
  const waiting = [
    ...(postings === 0 ? [] : [html`<a href="#postings">postings not accepted by the biller: ${postings}</a>. `]),
    ...(reviews === 0 ? [] : [html`<a href="#reviews">payments held for review: ${reviews}</a>.`]),
  ];
  return waiting.length === 0 ? null : html`<p class="flash wait">Waiting: ${waiting}</p>`;
}

/** Payments, credits and what waits for a person or the biller, and whether they balance. */
export const showLedger: ShowPage = async ({ settings }) => {
  const { db } = settings.services;
  const ledger = await readLedger(db);
  const reviews = await db.selectFrom('reviews').selectAll().orderBy('id').execute();
  const postings = await selectOpenPostings(db).execute();
  const paid = ledger.payments.filter(({ state }) => state === 'successful');
  return {
    title: 'Ledger',
    menuEntry: 'ledger',
    body: html`${renderPageIndex('Ledger', Object.entries(sections))} ${renderBalance(ledger)}
      ${renderWaiting(postings.length, reviews.length)}
      <div class="grid">
        ${renderEntries(
          'payments',
          paid.map(({ method, number, ...payment }) => ({
            ...payment,
            description: `${describeMethod(method)}, ${number}`,
            at: null,
          })),
        )}
        ${renderEntries(
          'credits',
          ledger.credits.map(({ gateway, gatewayReference, accountNumber, ...credit }) => ({
            ...credit,
            description: `${accountNumber ?? 'no account'}, ${gateway} ${gatewayReference}`,
          })),
        )}
        ${renderEntries(
          'postings',
          postings.map(({ at, reference, state, reason, ...posting }) => ({
            ...posting,
            description: `${state}${reason === null ? '' : ` (${reason})`}, ${reference}`,
            at: at.toISOString(),
          })),
        )}
        ${renderEntries(
          'reviews',
          reviews.map(({ order_refid: refid, amount, reason, gateway, gateway_reference, at }) => ({
            refid,
            amount,
            description: `${reason}, ${gateway} ${gateway_reference}`,
            at: at.toISOString(),
          })),
        )}
        ${renderEntries(
          'checks',
          ledger.verifications.map(({ state, number, ...check }) => ({ ...check, description: `${state} ${number}` })),
        )}
      </div>`,
  };
};
