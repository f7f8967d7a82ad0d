import { isMail } from '../../../backend/outbox/model';
import { subjectOf } from '../../../backend/outbox/mail-headers';
import { html, type Markup } from '../../html/markup';
import type { ListedMessage } from '../../services/messages';
import { menu } from '../pages/layout';
import { renderCopyable } from './copyable';
import { renderTime } from './time-format';

/** The path of the messages to one address or number. */
export function messagesTo(to: string): string {
  return `${menu.messages.path}?${new URLSearchParams({ to }).toString()}`;
}

/** The path of one message. */
export function messagePath(id: number): string {
  return `${menu.messages.path}/${id}`;
}

function renderMessage(message: ListedMessage): Markup {
  const { id, kind, to, text, code, at, mail } = message;
  const name = isMail({ recipient: to }) ? subjectOf(message) : 'Text message';
  return html`<li>
    <div class="main">
      <p><strong>${kind}</strong> to <a class="name" href="${messagesTo(to)}">${to}</a></p>
      <p>
        <a class="name" href="${messagePath(id)}">${name}</a>
        ${mail === null ? null : html`<span class="badge quiet">HTML</span>`}
      </p>
      ${
        mail === null
          ? html`<pre>${text}</pre>`
          : html`<details>
              <summary>Text</summary>
              <pre>${text}</pre>
            </details>`
      }
    </div>
    <div class="side">
      ${code === null ? null : renderCopyable(code, `code ${code}`)} <span class="soft">${renderTime(at)}</span>
    </div>
  </li>`;
}

/** Messages that would have been sent, in the given order. */
export function renderMessages(messages: readonly ListedMessage[]): Markup {
  if (messages.length === 0) return html`<p>There are none.</p>`;
  return html`<ul class="rows top">
    ${messages.map(renderMessage)}
  </ul>`;
}
