import { html, type Markup } from '../../html/markup';
import type { SandboxMessage } from '../../services/messages';
import { menu } from '../pages/layout';
import { renderTime } from './time-format';

/** The path of the messages to one address or number. */
function messagesTo(to: string): string {
  return `${menu.messages.path}?${new URLSearchParams({ to }).toString()}`;
}

/** Messages that would have been sent, in the given order. */
export function renderMessages(messages: readonly SandboxMessage[]): Markup {
  if (messages.length === 0) return html`<p>There are none.</p>`;
  const rows = messages.map(
    ({ kind, to, text, code, at }) =>
      html`<li>
        <div class="main">
          <p><strong>${kind}</strong> to <a class="name" href="${messagesTo(to)}">${to}</a></p>
          <pre>${text}</pre>
        </div>
        <div class="side">
          ${code === null ? null : html`<strong class="number pick">${code}</strong>`}
          <span class="soft">${renderTime(at)}</span>
        </div>
      </li>`,
  );
  return html`<ul class="rows top">
    ${rows}
  </ul>`;
}
