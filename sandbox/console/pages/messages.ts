import { html } from '../../html/markup';
import { listMessages } from '../../services/messages';
import { menu } from './layout';
import { renderMessages } from '../parts/message-list';
import type { ShowPage } from '../page-request';

/** The messages that would have been sent, newest first: all, or those to one address or number. */
export const showMessages: ShowPage = async ({ settings, query }) => {
  const to = (query['to'] ?? '').trim();
  const messages = await listMessages(settings.services.db, to === '' ? null : to);
  return {
    title: 'Messages',
    menuEntry: 'messages',
    body: html`<div class="card">
        <form method="get" action="${menu.messages.path}" role="search">
          <div class="field">
            <label for="to">Sent to</label>
            <span class="hint" id="to-hint">A whole e-mail address or mobile number. Empty: everybody.</span>
            <input
              id="to"
              name="to"
              type="text"
              value="${to}"
              maxlength="254"
              autocomplete="off"
              aria-describedby="to-hint"
            />
          </div>
          <div class="buttons">
            <button type="submit">Show</button>
            ${to === '' ? null : html`<a class="button" href="${menu.messages.path}">All messages</a>`}
          </div>
        </form>
      </div>
      <section class="card" aria-labelledby="list">
        <h2 id="list">${to === '' ? 'Newest first' : `To ${to}, newest first`}</h2>
        ${renderMessages(messages)}
      </section>`,
  };
};
