import { formatRinggit, sen } from '@/lib/domain/money';
import type { Db } from '../../../backend/db/database';
import type { Order } from '../../../backend/payments/model';
import { hasSeveralAccounts, listOrderAccounts, type OrderAccount } from '../../../backend/payments/order-accounts';
import { html, type Markup } from '../../html/markup';
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
    .select(['postings.reference', 'postings.state', 'postings.receipt_number as receiptNumber'])
    .where('credits.order_refid', '=', refid)
    .orderBy('credits.position')
    .execute();
}

type AccountCredit = Awaited<ReturnType<typeof readCredits>>[number];

function renderCredit({ amount, at, reference, state, receiptNumber }: AccountCredit): Markup {
  const receipt = receiptNumber === null ? '' : `, receipt ${receiptNumber}`;
  return html`<div>
      Credited: ${formatRinggit(sen(amount))} <span class="soft">${renderTime(at.toISOString())}</span>
    </div>
    <div>${reference === null ? 'No posting.' : `Posting ${reference}: ${state}${receipt}`}</div>`;
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

/** The accounts of a payment of several, each with its part, its credit and its posting; null for any other payment. */
export async function renderAccounts(db: Db, order: Order): Promise<Markup | null> {
  if (!hasSeveralAccounts(order)) return null;
  const credits = await readCredits(db, order.refid);
  const rows = (await listOrderAccounts(db, order)).map((account) =>
    renderAccount(
      account,
      credits.filter(({ position }) => position === account.position),
    ),
  );
  return html`<section class="card" aria-labelledby="accounts">
    <h2 id="accounts">Accounts</h2>
    <ul class="rows">
      ${rows}
    </ul>
  </section>`;
}
