import { formatRinggit, sen, type Sen } from '@/lib/domain/money';
import { html, type Markup } from '../../html/markup';
import { accountScenarios, billOfAccount, scenarioOfAccount } from '../../scenarios/accounts';
import { cardScenarios } from '../../scenarios/cards';
import { methodScenarios } from '../../scenarios/payment-methods';
import type { SandboxBiller } from '../../services/biller';
import { formPath } from '../forms/fields';
import { renderCopyable } from './copyable';

const firstEight = '12345678';

/** What an account owes, and what it owed before it was paid. */
function renderBalance(initial: Sen, current: Sen): Markup {
  return current === initial
    ? html`<span>${formatRinggit(current)}</span>`
    : html`<span>${formatRinggit(current)} <span class="soft">(was ${formatRinggit(initial)})</span></span>`;
}

async function renderAccount(suffix: string | null, biller: SandboxBiller, now: Date): Promise<Markup> {
  const accountNumber = `${firstEight}${suffix ?? '99'}`;
  const balance = (await biller.describeAccount(accountNumber))?.balance;
  const bill = billOfAccount(accountNumber, now.toISOString());
  const { meaning, fault, savedCards } = scenarioOfAccount(accountNumber);
  // These faults affect look-ups: a link to the bill would not show them.
  const way =
    fault === undefined
      ? html`<button
          type="submit"
          name="accountNumber"
          value="${accountNumber}"
          aria-label="Open bill of ${accountNumber}"
        >
          Open bill
        </button>`
      : html`<span class="soft">look it up on the site</span>`;
  // Only a partner vouches for a customer: a bill shows no saved cards.
  const order =
    savedCards === undefined
      ? null
      : html`<button
          type="submit"
          formaction="${formPath('open-order')}"
          name="accountNumber"
          value="${accountNumber}"
          aria-label="Open shop order of ${accountNumber}"
        >
          Open shop order
        </button>`;
  return html`<li>
    ${renderCopyable(accountNumber, `account ${accountNumber}`)}
    <div class="main">${meaning}</div>
    ${bill === null ? null : renderBalance(bill.currentBalance, sen(balance ?? bill.currentBalance))}
    <div class="side">${order}${way}</div>
  </li>`;
}

/** The test accounts with what each owes now; a bill opens in a new tab. */
export async function renderAccounts(biller: SandboxBiller, now: Date): Promise<Markup> {
  const rows = await Promise.all(accountScenarios.map(({ suffix }) => renderAccount(suffix, biller, now)));
  return html`<section class="card" aria-labelledby="accounts">
    <h2 id="accounts">Accounts</h2>
    <p>
      Any ten digits that do not begin with 0: the last two choose the case, the first eight the amount. A click on a
      number selects it, to be copied; a bill or an order opens in a new tab. A paid bill stays paid until a reset: with
      other first eight digits the same case is unpaid.
    </p>
    <form method="post" action="${formPath('open-bill')}" target="_blank">
      <ul class="rows cases">
        ${rows}
      </ul>
    </form>
  </section>`;
}

/** The test cards, and the outcome of each. */
export function renderCards(): Markup {
  const rows = cardScenarios.map(
    ({ number, brand, meaning }) =>
      html`<li>
        ${renderCopyable(number, `card ${number}`)}
        <div class="main">${meaning}</div>
        <div class="side soft">${brand}</div>
      </li>`,
  );
  return html`<section class="card" aria-labelledby="cards">
    <h2 id="cards">Cards</h2>
    <p>Any expiry in the future, any CVV of the right length, any name.</p>
    <ul class="rows cases">
      ${rows}
    </ul>
  </section>`;
}

/** The methods, and how each is paid. */
export function renderMethods(): Markup {
  const rows = methodScenarios.map(
    ({ method, label, choice, meaning }) =>
      html`<li>
        <div class="main"><strong>${label}</strong> <code>${method}</code>: ${meaning}</div>
        ${choice === null ? null : html`<div class="side soft">${choice.field}: ${choice.values.join(', ')}</div>`}
      </li>`,
  );
  return html`<section class="card" aria-labelledby="methods">
    <h2 id="methods">Methods</h2>
    <ul class="rows">
      ${rows}
    </ul>
  </section>`;
}
