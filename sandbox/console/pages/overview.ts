import { html, type Markup } from '../../html/markup';
import { findMessages } from '../../services/messages';
import { renderActiveChanges } from '../parts/active-changes';
import { renderFlash, viewForm } from '../forms/fields';
import { renderJsonControls } from '../parts/json-controls';
import { menu } from './layout';
import { renderMessages } from '../parts/message-list';
import { renderPageIndex } from '../parts/page-index';
import type { ShowPage } from '../page-request';
import { renderAccounts, renderCards, renderMethods } from '../parts/scenario-lists';

/** The sections of the page after the first two: the id of the heading of each, and the heading. */
const sections = [
  ['accounts', 'Accounts'],
  ['cards', 'Cards'],
  ['methods', 'Methods'],
  ['newest', 'Newest messages'],
  ['json', 'For test suites'],
] as const;

const messagesShown = 20;

function renderLinks(publicOrigin: string, banksOrigin: string): Markup {
  return html`<section class="card" aria-labelledby="places">
    <h2 id="places">Links</h2>
    <ul class="rows links">
      <li><a href="${publicOrigin}/">The site</a></li>
      <li><a href="${banksOrigin}/counter">A shop's counter</a></li>
      <li><a href="${banksOrigin}/duitnow">A DuitNow app</a></li>
      <li><a href="${menu.controls.path}#presets">Presets, such as: fails twice, then succeeds</a></li>
    </ul>
  </section>`;
}

/** The overview: links, active changes, accounts, cards, methods and the newest messages. */
export const showOverview: ShowPage = async ({ settings, flash, origin, changes }) => {
  const { services, clock, banksOrigin } = settings;
  const messages = (await findMessages(services.db, {})).slice(0, messagesShown);
  return {
    title: 'Overview',
    menuEntry: 'overview',
    formTarget: services.publicOrigin,
    body: html`${renderFlash(viewForm('reset', flash))}${renderFlash(viewForm('end-changes', flash))}${renderFlash(viewForm('open-bill', flash))}${renderFlash(viewForm('open-order', flash))}
      ${renderPageIndex('Overview', sections)}
      <div class="grid">${renderActiveChanges(changes)} ${renderLinks(services.publicOrigin, banksOrigin)}</div>
      ${await renderAccounts(settings.biller, clock.now())} ${renderCards()} ${renderMethods()}
      <section class="card" aria-labelledby="newest">
        <h2 id="newest">Newest messages</h2>
        ${renderMessages(messages)}
        <p><a class="link" href="${menu.messages.path}">All messages</a></p>
      </section>
      ${renderJsonControls(origin)}`,
  };
};
