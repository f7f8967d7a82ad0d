import { isMail } from '../../../backend/outbox/model';
import { mailHeadersOf, subjectOf } from '../../../backend/outbox/mail-headers';
import { html, type Markup } from '../../html/markup';
import { findMessage, type ListedMessage } from '../../services/messages';
import { paymentPath } from '../forms/settle';
import type { PageRequest, ShowPage } from '../page-request';
import { renderCopyable, renderCopyableBlock } from '../parts/copyable';
import { renderDescriptionList } from '../parts/description-list';
import { messagePath, messagesTo } from '../parts/message-list';
import { renderTime } from '../parts/time-format';

/** Finds the message that a path names. */
async function readMessage({
  settings,
  query,
}: Pick<PageRequest, 'settings' | 'query'>): Promise<ListedMessage | null> {
  const id = query['id'] ?? '';
  return /^[1-9]\d{0,14}$/.test(id) ? findMessage(settings.services.db, Number(id)) : null;
}

/** The headers that an e-mail is sent with. The sender's are the operator's settings, which the sandbox does not need. */
function listHeaders(message: ListedMessage): Readonly<Record<string, string>> {
  return {
    To: message.to,
    Subject: subjectOf(message),
    Date: new Date(message.at).toUTCString(),
    ...mailHeadersOf(message.mail),
    'Content-Type': message.mail === null ? 'text/plain' : 'multipart/alternative: text/plain, text/html',
  };
}

function renderHeaders(message: ListedMessage): Markup {
  return html`<section class="card" aria-labelledby="headers">
    <h2 id="headers">Headers</h2>
    ${renderDescriptionList(listHeaders(message))}
    <p class="hint">From and Message-ID come from the operator's MAIL_FROM.</p>
  </section>`;
}

/** The HTML part, in a frame of an origin of its own that runs no script and loads nothing. */
function renderPreview({ id, mail }: ListedMessage): Markup | null {
  if (mail?.html === undefined) return null;
  return html`<section class="card" aria-labelledby="preview">
    <h2 id="preview">As HTML</h2>
    <p class="hint">No script runs in it and nothing is loaded. Its links open in a new tab.</p>
    <iframe
      class="mail"
      title="The e-mail as HTML"
      src="${messagePath(id)}/html"
      sandbox="allow-popups allow-popups-to-escape-sandbox"
      referrerpolicy="no-referrer"
    ></iframe>
    <details>
      <summary>Its source</summary>
      ${renderCopyableBlock(mail.html, 'HTML source')}
    </details>
  </section>`;
}

/** One message: an e-mail with its headers, HTML and text; a text message with its text. */
export const showMessage: ShowPage = async (request) => {
  const message = await readMessage(request);
  if (message === null) return null;
  const { kind, to, text, code, at, refid } = message;
  const isEmail = isMail({ recipient: to });
  return {
    title: isEmail ? subjectOf(message) : `Text message to ${to}`,
    menuEntry: 'messages',
    hasFrame: message.mail?.html !== undefined,
    body: html`<section class="card" aria-label="Message">
        ${renderDescriptionList({
          Kind: kind,
          To: html`<a class="name" href="${messagesTo(to)}">${to}</a>`,
          At: renderTime(at),
          Payment: refid === null ? null : html`<a class="name" href="${paymentPath(refid)}">${refid}</a>`,
          Code: code === null ? null : renderCopyable(code, 'code'),
        })}
      </section>
      <div class="mails grid">
        ${renderPreview(message)}
        <div class="stack">
          <section class="card" aria-labelledby="text">
            <h2 id="text">As text</h2>
            ${renderCopyableBlock(text, 'text of the message')}
          </section>
          ${isEmail ? renderHeaders(message) : null}
        </div>
      </div>`,
  };
};

/**
 * What the HTML of an e-mail may do, wherever it is opened: styles of its own and pictures that it contains; no script, no form, no request. The
 * directive `sandbox` gives it an origin of its own, without the console's. Security, row 66.
 */
export const mailPolicy = [
  'sandbox allow-popups allow-popups-to-escape-sandbox',
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
].join('; ');

/** Returns the HTML of an e-mail as a document whose links open in a new tab; null if there is no such e-mail, or it has none. */
export async function readMailHtml(request: Pick<PageRequest, 'settings' | 'query'>): Promise<string | null> {
  const message = await readMessage(request);
  return message?.mail?.html?.replace('<head>', '<head><base target="_blank">') ?? null;
}
