import { formatRinggit, sen } from '@/lib/domain/money';
import type { Db } from '../../../backend/db/database';
import type { Order } from '../../../backend/payments/model';
import { hasSeveralAccounts, listOrderAccounts, type OrderAccount } from '../../../backend/payments/order-accounts';
import { html, type Markup } from '../../html/markup';
import { renderPostingState } from './badge';
import { renderTime } from './time-format';

/** The account that an order names, or how many it pays; null: it names none. */
export function describeAccount(order: Order): string | null {
  return hasSeveralAccounts(order) ? `${order.account_count} accounts` : order.account_number;
}

/** The credits of an order, by position, with their postings. */
async function readCredits(db: Db, refid: string) {
  return db
    .selectFrom('credits')
    .leftJoin('postings', 'postings.credit_id', 'credits.id')
    .select(['credits.position', 'credits.amount', 'credits.at'])
    .select(['postings.reference', 'postings.state', 'postings.receipt_number as receiptNumber', 'postings.reason'])
    .where('credits.order_refid', '=', refid)
    .orderBy('credits.position')
    .execute();
}

type AccountCredit = Awaited<ReturnType<typeof readCredits>>[number];

function renderPosting({ reference, state, receiptNumber, reason }: AccountCredit): Markup {
  if (reference === null || state === null) return html`<div>No posting.</div>`;
  const receipt = receiptNumber === null ? '' : ` receipt ${receiptNumber}`;
  return html`<div>
    Posting ${renderPostingState(state)} <span class="number pick">${reference}</span>${receipt}
    ${reason === null ? null : html`<span class="soft">(${reason})</span>`}
  </div>`;
}

function renderCredit(credit: AccountCredit): Markup {
  return html`<div>
      Credited: ${formatRinggit(sen(credit.amount))} <span class="soft">${renderTime(credit.at.toISOString())}</span>
    </div>
    ${renderPosting(credit)}`;
}

function renderAccount({ accountNumber, amount }: OrderAccount, credits: readonly AccountCredit[]): Markup {
  return html`<li>
    <div class="main">
      <strong class="number pick">${accountNumber}</strong>
      ${credits.length === 0 ? html`<div>Not credited.</div>` : credits.map(renderCredit)}
    </div>
    <div class="side"><strong>${formatRinggit(sen(amount))}</strong></div>
  </li>`;
}

/** The accounts that a payment of bills pays, each with its part, its credit and its posting; null for any other payment. */
export async function renderAccounts(db: Db, order: Order): Promise<Markup | null> {
  const accounts = await listOrderAccounts(db, order);
  if (accounts.length === 0) return null;
  const credits = await readCredits(db, order.refid);
  const rows = accounts.map((account) =>
    renderAccount(
      account,
      credits.filter(({ position }) => position === account.position),
    ),
  );
  return html`<section class="card" aria-labelledby="accounts">
    <h2 id="accounts">${accounts.length === 1 ? 'Account' : 'Accounts'}</h2>
    <ul class="rows">
      ${rows}
    </ul>
  </section>`;
}
